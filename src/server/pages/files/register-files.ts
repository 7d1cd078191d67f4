import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { exportedFields } from '#page/register-view.ts';
import type { ConditionProblem } from '#rules/registers/read-condition.ts';
import { canonicalJson } from '#rules/json/canonical-json.ts';
import { paths, REGISTER_FILE } from '#wire/paths.ts';
import { shanghaiDate } from '#rules/time/shanghai-date.ts';
import { callsOfRegisters } from '../../api/answer-call.ts';
import { readParams } from '../../api/define-call.ts';
import { momentOf, readAsOf } from '../../api/register-question-params.ts';
import { findRegisterState, type RegisterState } from '../../store/rows/list-register-rows.ts';
import { errors, Refused } from '../../errors.ts';
import { contentDisposition } from '../../files/content-disposition.ts';
import { COST } from '../../http/admission.ts';
import { goneSignal } from '../../http/gone-signal.ts';
import { countByNetwork, networkOf } from '../../http/network.ts';
import { isElsewhere } from '../../site/register-answers.ts';
import { registerVisibility } from '../../site/ended-registers.ts';
import { sendNotice, type PagesDeps } from '../pages.ts';
import { compressed } from '../keep/compressed.ts';
import { isUnmodified, weakTag } from '../keep/cached-answer.ts';
import {
  assertReadable,
  headOf,
  isWhole,
  MEDIA_TYPES,
  partOf,
  queryOf,
  type Format,
} from './register-file-question.ts';
import { rowsOf, shownAt } from './register-file-rows.ts';
import { NoFile, RunningDownloads } from './running-downloads.ts';
import { publicRevisions } from '../../editions/publish/public-revisions.ts';
import { dataPackage } from '../../registers/sheets/data-package.ts';
import { writeCsv } from '../../registers/sheets/write-csv.ts';
import { writeJson } from '../../registers/sheets/write-json.ts';
import { writeXlsx } from '../../registers/sheets/write-xlsx.ts';
import type { Site } from '../../site/site.ts';

/** RG5: limits of one client and of all together. */
const LIMITS = {
  /** a client’s requests in `window` milliseconds: for files of whole registers, and for files after filtering */
  whole: 240,
  filtered: 30,
  window: 60_000,
  /** milliseconds in which a client must take something */
  stall: 30_000,
  /** milliseconds for a whole download */
  duration: 15 * 60_000,
};

/** version of the form of files: with another one, the copy of a client is old */
const EDITION = '1';

/**
 * GET and HEAD /register-file/{register}.csv, .xlsx and .json: a register, or its rows after filtering, as a file
 * (RG5). Also .datapackage.json, which describes these files (RG34). Needs @fastify/rate-limit.
 */
export function registerFilesPlugin(app: FastifyInstance, deps: PagesDeps): void {
  const countWhole = countByNetwork(app, { max: LIMITS.whole, window: LIMITS.window });
  const countFiltered = countByNetwork(app, { max: LIMITS.filtered, window: LIMITS.window });
  const running = new RunningDownloads();
  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    try {
      const { wait, max, left, reset } = await (isWhole(request) ? countWhole : countFiltered)(request);
      reply.headers({
        'Access-Control-Allow-Origin': '*',
        'Access-Control-Expose-Headers': 'ETag, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After',
        'RateLimit-Limit': max,
        'RateLimit-Remaining': left,
        'RateLimit-Reset': reset,
      });
      if (wait > 0) throw tooMany(wait);
      return await answer(deps, running, networkOf(request.ip), request, reply);
    } catch (error) {
      const known = error instanceof Refused ? refusalOf(error) : error;
      if (!(known instanceof NoFile)) throw error;
      void reply.removeHeader('ETag');
      if (known.retryAfter !== undefined) reply.header('Retry-After', known.retryAfter);
      const { status, words } = known;
      if (!(request.params as { file: string }).file.endsWith('.json'))
        return sendNotice(deps, request, reply, status, words);
      return reply
        .code(status)
        .header('Cache-Control', 'no-store')
        .send({ status, ...words });
    }
  };
  // the browser of a visitor to another site first checks whether that site may name the stored copy
  app.options(`${REGISTER_FILE}/:file`, { schema: { hide: true } }, (_request, reply) =>
    reply
      .headers({
        Allow: 'GET, HEAD, OPTIONS',
        'Access-Control-Allow-Origin': '*',
        'Access-Control-Allow-Methods': 'GET, HEAD',
        'Access-Control-Allow-Headers': 'If-None-Match',
        'Access-Control-Max-Age': '86400',
      })
      .code(204)
      .send(),
  );
  app.route({
    method: ['GET', 'HEAD'],
    url: `${REGISTER_FILE}/:file`,
    exposeHeadRoute: false,
    schema: { hide: true },
    handler,
  });
}

/** RG7: conditions have their titles on the page for a visitor. */
const wordsOf = ({ message, data }: Refused): string =>
  (data as { problems?: ConditionProblem[] } | null)?.problems
    ?.map((problem) => `${problem.title}：${problem.message}`)
    .join('；') ?? message;

/** RG42: a param that is wrong is the client's mistake, and not a file that is missing. */
const refusalOf = (error: Refused): NoFile =>
  error.code === errors.badParameter.code
    ? new NoFile(400, '查询条件不正确', `${wordsOf(error)}。`)
    : new NoFile(404, '没有这样的查询结果', `${wordsOf(error)}。`);

const tooMany = (seconds: number) => new NoFile(429, '下载过于频繁', `请在 ${seconds} 秒后再试。`, seconds);

async function answer(
  deps: PagesDeps,
  running: RunningDownloads,
  client: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const site = await deps.siteAt('now');
  const { definition, format } = named(deps, site, (request.params as { file: string }).file);
  const { pageNum, pageSize, ...query } = readFileQuery(site, definition, request);
  if (query.asOf === undefined) await assertFileShown(deps, site, definition);
  const part = partOf({ pageNum, pageSize });
  const tag = await tagOf(deps, definition, { ...query, ...part, format });
  reply.headers({ ETag: tag, 'Cache-Control': 'no-cache' });
  if (isUnmodified(request, tag)) return reply.code(304).send();
  const moment = query.asOf === undefined ? 'now' : await momentOf(deps.db, definition, 'asOf', query.asOf, 'now');
  const state = await findRegisterState(deps.db, moment, definition.register);
  if (!state) throw new NoFile(404, ...NO_REGISTER);
  if (format === 'datapackage.json') {
    setHeaders(reply, definition, format, state);
    // the files of a register that shows nothing until a search is made are no data set
    if (definition.onDemand) throw new NoFile(404, '没有这个文件', `${definition.title}须先查询。`);
    return reply.send(dataPackage(await shownAt(deps, definition, moment), site.map.facts, state, query.asOf));
  }
  const end = request.method === 'HEAD' ? () => {} : running.start(client, reply.raw);
  let handed = false;
  try {
    const rows = await deps.admissions.questions.run(
      COST.search,
      () => rowsOf(deps, site, definition, format, moment, query, part),
      goneSignal(reply),
    );
    setHeaders(reply, definition, format, state);
    if (request.method === 'HEAD') return await reply.send();
    const written =
      format === 'csv'
        ? writeCsv(rows)
        : format === 'xlsx'
          ? writeXlsx([{ name: definition.title, ...rows }])
          : writeJson(headOf(rows, state, query.asOf, part), exportedFields(rows.shown), rows.rows);
    const stream = format === 'xlsx' ? written : compressed(request, reply, written);
    stream.once('close', end);
    handed = true;
    endLate(reply, stream);
    return await reply.send(stream);
  } finally {
    if (!handed) end();
  }
}

/** Tag of a file. It changes with the rows, with their public fields, and with the rows that they refer to by name. */
async function tagOf({ db }: PagesDeps, definition: RegisterDefinition, query: object): Promise<string> {
  const { register, fields } = definition;
  const named = Object.values(fields).flatMap(({ reference }) => (reference ? [`rows:${reference.register}`] : []));
  const revisions = await publicRevisions(db, [`rows:${register}`, `register:${register}`, ...named]);
  return weakTag(canonicalJson({ ...query, revisions, EDITION, definition }));
}

/** @throws NoFile for another ending, an unknown register, or one that another system answers (WR7) */
function named({ gateway }: PagesDeps, site: Site, file: string): { definition: RegisterDefinition; format: Format } {
  const [, name = '', format] = /^(.+?)\.(csv|xlsx|json|datapackage\.json)$/.exec(file) ?? [];
  const definition = site.registers.get(name);
  if (!definition && site.lostRegisters.has(name))
    throw new NoFile(503, '暂时不能下载', '本表的定义正在恢复，请稍后再试。', 60);
  if (!definition || format === undefined) throw new NoFile(404, ...NO_REGISTER);
  if (isElsewhere(definition, (path) => gateway.answers(path)))
    throw new NoFile(404, '本表不能下载', `${definition.title}由其他系统提供，请在页面上查看。`);
  return { definition, format: format as Format };
}

/** Notice of a missing file, also of a register that was never public: the site does not name it (SU18). */
const NO_REGISTER = ['没有这个文件', '没有名为此的公示表，或文件格式不是 csv、xlsx、json。'] as const;

/** Checks that a file is shown. RG27: dates before the end stay as they were. @throws NoFile */
async function assertFileShown({ db }: PagesDeps, site: Site, definition: RegisterDefinition): Promise<void> {
  const visibility = await registerVisibility(db, site, definition, 'now');
  if (visibility === 'shown') return;
  if (visibility === 'unshown') throw new NoFile(404, ...NO_REGISTER);
  const { reason, at } = visibility;
  const day = shanghaiDate(at.getTime());
  throw new NoFile(410, '本表已不再公示', `${definition.title}自 ${day} 起不再公示${reason && `：${reason}`}。`);
}

/** The query under the rules of the call that answers the same rows. @throws Refused */
function readFileQuery(site: Site, { register }: RegisterDefinition, { raw }: FastifyRequest): Record<string, string> {
  const series = callsOfRegisters(site).get(`${paths.register}/${register}/series`)!;
  assertReadable(raw.url);
  const params = readParams(series.params, queryOf(raw.url));
  const query = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));
  const asOf = readAsOf(query.asOf);
  return { ...query, ...(asOf !== undefined && { asOf }) };
}

/** RG5: the file is called by the register and the date that its data is true at. */
function setHeaders(
  reply: FastifyReply,
  { register, title }: RegisterDefinition,
  format: Format,
  { dataDate }: RegisterState,
): void {
  reply.headers({
    'Content-Type': MEDIA_TYPES[format],
    // programs read JSON directly; people save the other files
    ...(format !== 'datapackage.json' &&
      format !== 'json' && {
        'Content-Disposition': contentDisposition(
          'attachment',
          `${title}_${dataDate}.${format}`,
          `${register}_${dataDate}.${format}`,
        ),
      }),
    'X-Content-Type-Options': 'nosniff',
    'X-Robots-Tag': 'noindex',
  });
}

/** Ends a download whose client takes nothing any more, or for ever little. */
function endLate(reply: FastifyReply, stream: Readable): void {
  const stop = () => reply.raw.destroy();
  const timer = setTimeout(stop, LIMITS.duration).unref();
  reply.raw.setTimeout(LIMITS.stall, stop);
  stream.once('close', () => clearTimeout(timer));
}
