import type { FastifyBaseLogger } from 'fastify';
import type { Call } from '#page/define-source.ts';
import { isCallFailed } from '#wire/is-call-failed.ts';
import { dataOf } from '#wire/outcomes.ts';
import { isSuccess, type Envelope } from '#wire/envelope.ts';
import { paths, PUBLIC, TOKEN_HEADER } from '#wire/paths.ts';
import { isToken } from '#wire/token-text.ts';
import type { Moment } from '../store/publication/new-publication.ts';
import type { Db } from '../db/tables.ts';
import { Refused, errors, isDiskFull, isStoreAway } from '../errors.ts';
import type { Admitted } from '../http/admission.ts';
import type { Gateway } from '../http/gateway.ts';
import { whoseToken } from '../people/customers/access.ts';
import { logFailure } from '../http/log-failure.ts';
import { whatOf } from '../http/upstream-states.ts';
import type { Site } from '../site/site.ts';
import { adList } from './ad-calls.ts';
import { channelList, infoContent, infoList, latestInfo } from './cms-calls.ts';
import { readParams, type CallContext, type CallDefinition } from './define-call.ts';
import { confirmProfessional, queryProfessional } from './professional-investor-calls.ts';
import type { SizeReading } from '../files/picture-sizes.ts';
import type { UploadedFile } from './read-upload.ts';
import { leadOn } from './lead-on.ts';
import { newsColumns, newsContent, newsList } from './news-calls.ts';
import { webParam } from './notice-calls.ts';
import { callsByName, registerCall } from './register-calls.ts';
import { changesCall } from './register-changes-call.ts';
import { catalogue } from './catalogue-call.ts';
import { search } from './search-call.ts';
import { suggest } from './suggest-call.ts';
import type { UpstreamCall } from '../site/upstream/previous-calls.ts';
import { askElsewhere, isOwnContent, type UpstreamReading } from './ask-elsewhere.ts';
import { answerElsewhere, elsewhereNamed } from './elsewhere-registers.ts';
import { sectionOverview } from './section-overview-call.ts';
import { sitePage } from './site-calls.ts';
import { logout, userInfo } from './user-calls.ts';
import { verifiable, verify } from './verify-call.ts';

/** Calls of core that do not depend on register definitions. */
export const fixedCalls: readonly CallDefinition[] = [
  channelList,
  infoList,
  latestInfo,
  infoContent,
  newsColumns,
  newsList,
  newsContent,
  webParam,
  search,
  suggest,
  verify,
  verifiable,
  sitePage,
  sectionOverview,
  adList,
  catalogue,
  userInfo,
  logout,
  confirmProfessional,
  queryProfessional,
];

const fixedByPath = new Map(fixedCalls.map((call) => [call.path, call]));
/** Paths of the calls that are posted. */
export const postPaths: ReadonlySet<string> = new Set(
  fixedCalls.filter(({ method }) => method === 'POST').map(({ path }) => path),
);
/** Paths of the calls that may bring files. */
export const uploadPaths: ReadonlySet<string> = new Set(
  fixedCalls.filter(({ upload }) => upload).map(({ path }) => path),
);
const registerCalls = new WeakMap<Site, Map<string, CallDefinition>>();

/** The calls of the registers that a site knows: by name, and by the paths their definitions give them. */
export function callsOfRegisters(site: Site): Map<string, CallDefinition> {
  let calls = registerCalls.get(site);
  if (!calls) {
    const definitions = [...site.registers.values()];
    const paths = new Set(definitions.flatMap((definition) => definition.endpoints.map((endpoint) => endpoint.path)));
    calls = new Map(
      [...paths].map((path) => [
        path,
        registerCall(
          definitions.filter((one) => one.endpoints.some((endpoint) => endpoint.path === path)),
          path,
        ),
      ]),
    );
    for (const definition of definitions) {
      for (const call of callsByName(definition)) calls.set(call.path, call);
      if (definition.history && !definition.onDemand) calls.set(changesCall(definition).path, changesCall(definition));
    }
    registerCalls.set(site, calls);
  }
  return calls;
}

export interface Answering {
  db: Db;
  /** calls that features answer, by path */
  callsOfFeatures?: ReadonlyMap<string, CallDefinition>;
  siteAt: (moment: Moment) => Promise<Site>;
  gateway: Gateway;
  log: FastifyBaseLogger;
  /** files that came with the call */
  files?: readonly UploadedFile[];
  /** DATA_DIR/materials */
  materialsDir?: string;
  /** called with the words of a search without results */
  missed?: (words: string) => void;
  /** told of each answer what it was made of, null where that may be anything (PD8) */
  onRead?: (things: readonly string[] | null) => void;
  /** lets other requests in while one that has a turn waits for an upstream (OL2) */
  away?: Admitted['away'];
  /** parts that answers of upstreams are read with */
  reading: UpstreamReading;
  /** sizes of stored pictures (ML4); absent: none are told */
  sizes?: SizeReading;
  /** told of each call that is asked of an upstream */
  onElsewhere?: (call: UpstreamCall) => void;
}

/** HTTP status beside the envelope: 200 for every business answer. */
export interface Answer {
  status: number;
  envelope: Envelope;
}

/**
 * Answers one call by its path below CALL_BASE. Over HTTP and in-process alike; never throws.
 * @param headers of the visitor, for an upstream (an explicit list of them is passed on)
 * @param onUpstream told when the answer is not this store's, with the moment until which it is the same (US13): 0 where
 *   that is not known
 * @param within milliseconds that an upstream may take, where less than its own limit
 */
export async function answerCall(
  answering: Answering,
  path: string,
  raw: Record<string, unknown>,
  moment: Moment,
  headers: Record<string, unknown> = {},
  onUpstream?: (until: number) => void,
  within?: number,
): Promise<Answer> {
  const { db, siteAt, gateway, log, missed, files, materialsDir } = answering;
  try {
    const site = await siteAt(moment);
    // WR7: an answer is as old as the oldest that it is made of
    let asOf: string | undefined;
    const dated = (envelope: Envelope): Envelope => (asOf === undefined ? envelope : { ...envelope, asOf });
    const elsewhere = async (one: string, params: Record<string, unknown>): Promise<Envelope> => {
      // a channel's only article: no call of the specification asks for it but by its list
      if (one === paths.infoContent && params.id === undefined && params.channelId !== undefined) {
        const list = await elsewhere(paths.infoList, { ...ONLY_ONE, channelId: params.channelId });
        if (!isSuccess(list)) return list;
        const listed = (list.data as { list: { newsId: string }[] }).list;
        if (listed.length === 0) throw new Refused('notFound');
        const kind = site.channel(String(params.channelId))?.contentKind ?? 'downList';
        const wanted = kind === 'downList' ? listed : listed.slice(0, 1);
        return withFilesOfAll(
          await Promise.all(wanted.map(({ newsId }) => elsewhere(paths.infoContent, { id: newsId }))),
        );
      }
      answering.onElsewhere?.({ path: one, params });
      let until = 0;
      try {
        const customer = askElsewhere(answering, site, { path: one, params, headers, within });
        const { until: same = 0, ...envelope } = await waitAway(answering, customer);
        until = same;
        if (envelope.asOf !== undefined && (asOf === undefined || envelope.asOf < asOf)) asOf = envelope.asOf;
        return envelope;
      } finally {
        onUpstream?.(until);
      }
    };
    // calls that no upstream knows stay here, whatever prefix UPSTREAMS gives away
    const fixed = fixedByPath.get(path) ?? answering.callsOfFeatures?.get(path);
    const isOurs = fixed?.ours === true || path.startsWith(`${paths.register}/`);
    if (gateway.answers(path) && !isOurs && !isOwnContent(site, path, raw)) {
      if (postPaths.has(path) && path !== paths.newsList) {
        onUpstream?.(0);
        const body = { contentType: 'application/json', bytes: JSON.stringify(raw) };
        return { status: 200, envelope: await waitAway(answering, gateway.post(path, body, headers, within)) };
      }
      return { status: 200, envelope: dated(await elsewhere(path, raw)) };
    }
    const dataElsewhere = async (one: string, params: Record<string, unknown>): Promise<unknown> =>
      dataOf(await elsewhere(one, params));
    const register = elsewhereNamed(site, path);
    if (register) {
      const data = await answerElsewhere(site, register, raw, dataElsewhere);
      return { status: 200, envelope: dated({ code: '0', msg: '', data }) };
    }
    const call = fixed ?? callsOfRegisters(site).get(path);
    if (!call && site.lostRegisters.size > 0) throw new Refused('pageLost');
    if (!call) throw new Refused(path.startsWith(`${paths.register}/`) ? 'unknownRegister' : 'unknownCall');
    const params = readParams(call.params, raw);
    const token = headers[TOKEN_HEADER];
    const anybody: CallContext = {
      db,
      moment,
      site,
      whose: async () => 'unknown',
      isUpstream: (one) => gateway.answers(one),
      elsewhere: dataElsewhere,
      leadOn: (page) => leadOn(answering, site, page, within),
      ...(missed && { missed }),
      ...(answering.sizes && { sizes: answering.sizes }),
    };
    const asker: CallContext = isToken(token)
      ? {
          ...anybody,
          token,
          whose: once(() => {
            const customer = whoseToken(answering, token);
            return gateway.answers(paths.userInfo) ? waitAway(answering, customer) : customer;
          }),
          ...(files && { files }),
          ...(materialsDir !== undefined && { materialsDir }),
        }
      : anybody;
    const data = await (call.steady ? steadily(call, params, anybody, asker) : call.handle(params, asker));
    answering.onRead?.(call.reads?.(params, anybody, data) ?? null);
    return { status: 200, envelope: dated({ code: '0', msg: '', data }) };
  } catch (error) {
    answering.onRead?.(null);
    return failed(error, path, log);
  }
}

/** PC2: of a channel that has several articles all files are its downloads: the first article with those of the others. */
function withFilesOfAll(answers: readonly Envelope[]): Envelope {
  // a listed item may be gone by the time of the request
  const [first = answers[0], ...others] = answers.filter(isSuccess);
  const filesOf = ({ data }: Envelope): unknown[] =>
    (data as { attachmentInfos?: unknown[] } | null)?.attachmentInfos ?? [];
  if (!isSuccess(first!) || others.length === 0) return first!;
  const files = [first!, ...others].flatMap(filesOf);
  return { ...first!, data: { ...(first!.data as object), attachmentInfos: files } };
}

/** Query by which a channel's page reads its list (PC3, US8). */
const ONLY_ONE = { topFlag: 3, pageNum: 1, pageSize: 10, status: PUBLIC };

const waitAway = <T>({ away }: Answering, upstream: Promise<T>): Promise<T> => (away ? away(upstream) : upstream);

/** Remembers public answers. One that only some may read (RK6) is fetched anew for each of them and never stored. */
async function steadily(
  call: CallDefinition,
  params: Record<string, unknown>,
  anybody: CallContext,
  asker: CallContext,
): Promise<unknown> {
  try {
    return await anybody.site.remember(`${call.path} ${JSON.stringify(params)}`, () => call.handle(params, anybody));
  } catch (refusal) {
    if (asker === anybody || !(refusal instanceof Refused) || refusal.code !== errors.noToken.code) throw refusal;
    return call.handle(params, asker);
  }
}

function once<T>(ask: () => Promise<T>): () => Promise<T> {
  let pending: Promise<T> | undefined;
  return () => (pending ??= ask());
}

/** Any throw of a call as its answer. */
export function failed(error: unknown, path: string, log: FastifyBaseLogger): Answer {
  if (error instanceof Refused)
    return { status: error.status, envelope: { code: error.code, msg: error.message, data: error.data } };
  if (isCallFailed(error)) {
    log.warn({ path, outcome: error.outcome, what: whatOf(error), code: error.code }, 'upstream failed');
    const listed = error.outcome === 'http 504' ? errors.upstreamLate : errors.upstreamFailed;
    return { status: listed.status, envelope: { code: listed.code, msg: listed.text, data: null } };
  }
  logFailure(log, error, { path }, 'call failed');
  const listed = isDiskFull(error) ? errors.noRoom : isStoreAway(error) ? errors.storeAway : errors.internal;
  return { status: listed.status, envelope: { code: listed.code, msg: listed.text, data: null } };
}

/**
 * The `call` of server rendering: the same handlers, without cipher and socket.
 * @param onUpstream told when an answer is not this store's, so that no publication tells when it is old, with the moment
 *   until which it is the same
 * @param within milliseconds that an upstream may take
 */
export function inProcessCall(
  answering: Answering,
  moment: Moment,
  onUpstream?: (until: number) => void,
  within?: number,
): Call {
  const answered = async (
    path: string,
    params: Record<string, unknown> = {},
    options: Parameters<Call['get']>[2] = {},
  ) => {
    const { status, envelope } = await answerCall(answering, path, params, moment, {}, onUpstream, within);
    const data = dataOf(envelope, status);
    if (envelope.asOf) options.note?.(envelope.asOf);
    return data;
  };
  return { get: answered, post: (path, body, _type, options) => answered(path, body, options) };
}
