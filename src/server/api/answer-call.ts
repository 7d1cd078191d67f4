import type { FastifyBaseLogger } from 'fastify';
import type { Call } from '#page/define-source.ts';
import { dataOf, isCallFailed } from '#wire/outcomes.ts';
import type { Envelope } from '#wire/envelope.ts';
import { paths, TOKEN_HEADER } from '#wire/paths.ts';
import type { Moment } from '../content/acts.ts';
import type { Db } from '../db/tables.ts';
import { Refused, errors, isStoreAway } from '../errors.ts';
import type { createGateway } from '../gateway.ts';
import { isToken } from '../customers/token-text.ts';
import type { Site } from '../site.ts';
import { adList } from './ad-calls.ts';
import { channelList, infoContent, infoList, latestInfo } from './cms-calls.ts';
import { readParams, type CallDefinition } from './define-call.ts';
import { newsColumns, newsContent, newsList } from './news-calls.ts';
import { webParam } from './notice-calls.ts';
import { callsByName, registerCall } from './register-calls.ts';
import { changesCall } from './register-changes-call.ts';
import { catalogue } from './catalogue-call.ts';
import { search } from './search-call.ts';
import { sectionOverview, sitePage } from './site-calls.ts';
import { logout, userInfo } from './user-calls.ts';
import { verify } from './verify-call.ts';

/** The calls that do not depend on register definitions. */
export const fixedCalls: readonly CallDefinition[] = [channelList, infoList, latestInfo, infoContent, newsColumns, newsList, newsContent, webParam, search, verify, sitePage, sectionOverview, adList, catalogue, userInfo, logout];

const fixedByPath = new Map(fixedCalls.map((call) => [call.path, call]));
/** Paths of the calls that are posted. */
export const postPaths: ReadonlySet<string> = new Set(fixedCalls.filter(({ method }) => method === 'POST').map(({ path }) => path));
const registerCalls = new WeakMap<Site, Map<string, CallDefinition>>();

/** The calls of the registers that a site knows: by name, and by the paths their definitions give them. */
export function callsOfRegisters(site: Site): Map<string, CallDefinition> {
  let calls = registerCalls.get(site);
  if (!calls) {
    const definitions = [...site.registers.values()];
    const paths = new Set(definitions.flatMap((definition) => definition.endpoints.map((endpoint) => endpoint.path)));
    calls = new Map([...paths].map((path) => [path, registerCall(definitions.filter((one) => one.endpoints.some((endpoint) => endpoint.path === path)), path)]));
    for (const definition of definitions) {
      for (const call of callsByName(definition)) calls.set(call.path, call);
      if (definition.history) calls.set(changesCall(definition).path, changesCall(definition));
    }
    registerCalls.set(site, calls);
  }
  return calls;
}

export interface Answering {
  db: Db;
  siteAt: (moment: Moment) => Promise<Site>;
  gateway: ReturnType<typeof createGateway>;
  log: FastifyBaseLogger;
  /** told words that a search did not find */
  missed?: (words: string) => void;
}

/** HTTP status beside the envelope: 200 for every business answer. */
export interface Answer {
  status: number;
  envelope: Envelope;
}

/**
 * Answers one call by its path below CALL_BASE. Over HTTP and in-process alike; never throws.
 * @param headers of the visitor, for an upstream (an explicit list of them is passed on)
 * @param onUpstream told when the answer is not this store's
 */
export async function answerCall(
  { db, siteAt, gateway, log, missed }: Answering,
  path: string,
  raw: Record<string, unknown>,
  moment: Moment,
  headers: Record<string, unknown> = {},
  onUpstream?: () => void,
): Promise<Answer> {
  try {
    if (gateway.answers(path) && !isOurs(path)) {
      onUpstream?.();
      return { status: 200, envelope: await (postPaths.has(path) ? gateway.post(path, { contentType: 'application/json', bytes: JSON.stringify(raw) }, headers) : gateway.get(path, raw, headers)) };
    }
    const site = await siteAt(moment);
    const call = fixedByPath.get(path) ?? callsOfRegisters(site).get(path);
    if (!call) throw new Refused(path.startsWith(`${paths.register}/`) ? 'unknownRegister' : 'unknownCall');
    const params = readParams(call, raw);
    const token = headers[TOKEN_HEADER];
    const handle = () => call.handle(params, { db, moment, site, ...(isToken(token) && { token }), ...(missed && { missed }) });
    const data = await (call.steady ? site.remember(`${path} ${JSON.stringify(params)}`, handle) : handle());
    return { status: 200, envelope: { code: '0', msg: '', data } };
  } catch (error) {
    return failed(error, path, log);
  }
}

function failed(error: unknown, path: string, log: FastifyBaseLogger): Answer {
  if (error instanceof Refused) return { status: error.status, envelope: { code: error.code, msg: error.message, data: error.data } };
  if (isCallFailed(error)) {
    log.warn({ path, outcome: error.outcome, code: error.code }, 'upstream failed');
    const listed = error.outcome === 'http 504' ? errors.upstreamLate : errors.upstreamFailed;
    return { status: listed.status, envelope: { code: listed.code, msg: listed.text, data: null } };
  }
  const listed = isStoreAway(error) ? errors.storeAway : errors.internal;
  log.error({ err: error, path }, 'call failed');
  return { status: listed.status, envelope: { code: listed.code, msg: listed.text, data: null } };
}

/** Calls that no upstream knows stay here, whatever prefix UPSTREAMS gives away. */
const isOurs = (path: string): boolean => fixedByPath.get(path)?.ours === true || path.startsWith(`${paths.register}/`);

/**
 * The `call` of server rendering: the same handlers, without cipher and socket.
 * @param onUpstream told when an answer is not this store's, so that no publication tells when it is old
 */
export function inProcessCall(answering: Answering, moment: Moment, onUpstream?: () => void): Call {
  const answered = async (path: string, params: Record<string, unknown> = {}) => {
    const { status, envelope } = await answerCall(answering, path, params, moment, {}, onUpstream);
    return dataOf(envelope, status);
  };
  return { get: answered, post: answered };
}
