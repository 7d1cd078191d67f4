import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { registerView } from '#page/register-view.ts';
import type { ConditionProblem } from '#rules/read-condition.ts';
import { readQuery } from '#rules/site-address.ts';
import { paths, REGISTER_FILE } from '#wire/paths.ts';
import { callsOfRegisters } from '../api/answer-call.ts';
import { readParams } from '../api/define-call.ts';
import { inWords, momentOf, readQuestion } from '../api/register-question-params.ts';
import { conditionsNotThen, definitionAt } from '../store/definition-at.ts';
import type { Moment } from '../store/new-publication.ts';
import { findRegisterState, type RegisterState } from '../store/list-register-rows.ts';
import { readRegisterInBatches } from '../store/read-register-in-batches.ts';
import { asksTooLittle } from '../store/register-question.ts';
import { Refused } from '../errors.ts';
import { contentDisposition } from '../files/content-disposition.ts';
import { COST } from '../http/admission.ts';
import { goneSignal } from '../http/gone-signal.ts';
import { limitByNetwork, networkOf } from '../http/network.ts';
import { standingOf } from '../site/ended-registers.ts';
import { shanghaiDate } from '#rules/shanghai-date.ts';
import { sendNotice, type PagesDeps } from './pages.ts';
import { NoFile, RunningDownloads } from './running-downloads.ts';
import { registerSheet } from '../registers/sheets/register-sheet.ts';
import { writeCsv } from '../registers/sheets/write-csv.ts';
import { writeXlsx } from '../registers/sheets/write-xlsx.ts';
import type { WrittenCell } from '../registers/sheets/written-sheet.ts';
import type { Site } from '../site/site.ts';

/** RG5: what one client and all together may ask for. */
const LIMITS = {
  /** a client’s requests in `window` milliseconds */
  requests: 30,
  window: 60_000,
  /** milliseconds in which a client must take something */
  stall: 30_000,
  /** milliseconds for a whole download */
  duration: 15 * 60_000,
};

/** rows that a sheet of a workbook holds below its titles */
const SHEET_ROWS = 1_048_575;

const MEDIA_TYPES = {
  csv: 'text/csv; charset=utf-8; header=present',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;
type Format = keyof typeof MEDIA_TYPES;

/**
 * GET and HEAD /register-file/{register}.csv and .xlsx: a register, or what filters leave of it, as a file (RG5). Needs
 * @fastify/rate-limit.
 */
export function registerFilesPlugin(app: FastifyInstance, deps: PagesDeps): void {
  const ask = limitByNetwork(app, { max: LIMITS.requests, window: LIMITS.window });
  const running = new RunningDownloads();
  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    try {
      const wait = await ask(request);
      if (wait > 0) throw tooMany(wait);
      return await answer(deps, running, networkOf(request.ip), request, reply);
    } catch (error) {
      const known = error instanceof Refused ? new NoFile(404, '没有这样的查询结果', `${wordsOf(error)}。`) : error;
      if (!(known instanceof NoFile)) throw error;
      if (known.retryAfter !== undefined) reply.header('Retry-After', known.retryAfter);
      return sendNotice(deps, request, reply, known.status, known.words);
    }
  };
  app.route({
    method: ['GET', 'HEAD'],
    url: `${REGISTER_FILE}/:file`,
    exposeHeadRoute: false,
    schema: { hide: true },
    handler,
  });
}

/** RG7: to a visitor the conditions are called as they are on the page. */
const wordsOf = ({ message, data }: Refused): string =>
  (data as { problems?: ConditionProblem[] } | null)?.problems
    ?.map((problem) => `${problem.title}：${problem.message}`)
    .join('；') ?? message;

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
  const query = readFileQuery(site, definition, request);
  if (query.asOf === undefined) await assertFileShown(deps, site, definition);
  const end = request.method === 'HEAD' ? () => {} : running.start(client, reply.raw);
  let handed = false;
  try {
    const moment = query.asOf === undefined ? 'now' : await momentOf(deps.db, definition, 'asOf', query.asOf, 'now');
    const state = await findRegisterState(deps.db, moment, definition.register);
    if (!state) throw new NoFile(404, '没有可以下载的内容', `${definition.title}尚未公布。`);
    const rows = await deps.admissions.questions.run(
      COST.search,
      () => rowsOf(deps, site, definition, format, moment, query),
      goneSignal(reply),
    );
    setHeaders(reply, definition, format, state);
    if (request.method === 'HEAD') return await reply.send();
    const stream = format === 'csv' ? writeCsv(rows) : writeXlsx([{ name: definition.title, ...rows }]);
    stream.once('close', end);
    handed = true;
    endLate(reply, stream);
    return await reply.send(stream);
  } finally {
    if (!handed) end();
  }
}

/** @throws NoFile for another ending, an unknown register, or one that another system answers (WR7) */
function named({ gateway }: PagesDeps, site: Site, file: string): { definition: RegisterDefinition; format: Format } {
  const [, name = '', format] = /^(.+)\.(csv|xlsx)$/.exec(file) ?? [];
  const definition = site.registers.get(name);
  if (!definition && site.lostRegisters.has(name))
    throw new NoFile(503, '暂时不能下载', '本表的定义正在恢复，请稍后再试。', 60);
  if (!definition || format === undefined)
    throw new NoFile(404, '没有这个文件', '没有名为此的公示表，或文件格式不是 csv、xlsx。');
  const { endpoint } = registerView(definition);
  if (gateway.answers(endpoint) && !endpoint.startsWith(`${paths.register}/`))
    throw new NoFile(404, '本表不能下载', `${definition.title}由其他系统提供，请在页面上查看。`);
  return { definition, format: format as Format };
}

/** RG27: dates before the end stay as they were. @throws NoFile */
async function assertFileShown({ db }: PagesDeps, site: Site, definition: RegisterDefinition): Promise<void> {
  const standing = await standingOf(db, site, definition, 'now');
  if (standing === 'shown') return;
  if (standing === 'unshown') throw new NoFile(404, '没有这个文件', '没有名为此的公示表，或文件格式不是 csv、xlsx。');
  const { reason, at } = standing;
  const day = shanghaiDate(at.getTime());
  throw new NoFile(410, '本表已不再公示', `${definition.title}自 ${day} 起不再公示${reason && `：${reason}`}。`);
}

/** The query under the rules of the call that answers the same rows. @throws Refused */
function readFileQuery(site: Site, { register }: RegisterDefinition, { raw }: FastifyRequest): Record<string, string> {
  const series = callsOfRegisters(site).get(`${paths.register}/${register}/series`)!;
  const params = readParams(series, readQuery(new URL(raw.url ?? '/', 'http://site').search));
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));
}

/**
 * Titles and rows of the file; the first rows are read already, so that a page can say that the database is away. @throws
 * NoFile, Refused
 */
async function rowsOf(
  { db }: PagesDeps,
  site: Site,
  definition: RegisterDefinition,
  format: Format,
  moment: Moment,
  query: Record<string, string>,
) {
  const question = readQuestion(definition, query, site.map.facts);
  // RG8: one row by its key is shown, but its key alone is no condition of a file
  if (asksTooLittle(definition, { filters: question.filters }))
    throw new NoFile(
      404,
      '请先查询再下载',
      `${definition.title}只提供查询结果的下载，请在页面上填写至少一个查询条件。`,
    );
  const shown = moment === 'now' ? definition : await definitionAt(db, definition, moment);
  const notThen = conditionsNotThen(definition, shown, question.filters);
  if (notThen.length > 0) throw new Refused('badParameter', inWords(notThen), { problems: notThen });
  const reading = await readRegisterInBatches(db, moment, shown, question);
  if (format === 'xlsx' && reading.count > SHEET_ROWS)
    throw new NoFile(
      404,
      '数据超出 Excel 的行数',
      `共 ${reading.count} 行，Excel 工作表最多 ${SHEET_ROWS} 行。请下载 CSV 格式，或增加查询条件。`,
    );
  const { columns, cellsOf } = registerSheet(shown, site.map.facts);
  const batches = reading.batches();
  const first = await batches.next();
  return {
    columns,
    rows: (async function* (): AsyncGenerator<WrittenCell[]> {
      try {
        for (const row of first.value ?? []) yield cellsOf(row);
        for await (const batch of batches) for (const row of batch) yield cellsOf(row);
      } finally {
        await batches.return(undefined);
      }
    })(),
  };
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
    'Content-Disposition': contentDisposition(
      'attachment',
      `${title}_${dataDate}.${format}`,
      `${register}_${dataDate}.${format}`,
    ),
    'Cache-Control': 'no-cache',
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
