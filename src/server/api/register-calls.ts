import { optional, text } from '#page/schema-words.ts';
import type { Cell, WithheldCells } from '#page/data-shapes.ts';
import type { RegisterDefinition, RegisterView } from '#page/register-schema.ts';
import { registerView, type RegisterFacts } from '#page/register-view.ts';
import { canonicalJson } from '#rules/json/canonical-json.ts';
import { shanghaiDate } from '#rules/time/shanghai-date.ts';
import { paths } from '#wire/paths.ts';
import type { Moment } from '../store/publication/new-publication.ts';
import {
  findCommonPieces,
  findRegisterState,
  hasRestricted,
  listRegisterRows,
  type MayRead,
  type RegisterPage,
  type RegisterState,
} from '../store/rows/list-register-rows.ts';
import { asksTooLittle, type RegisterQuestion } from '../store/rows/register-question.ts';
import { KEY_SEPARATOR } from '../store/rows/check-rows.ts';
import { conditionsNotThen, definitionAt } from '../store/documents/definition-at.ts';
import { findLine } from '../store/rows/row-line.ts';
import { listRegisterDates } from '../store/rows/register-changes.ts';
import { listPublicRowHistory } from '../store/rows/row-history.ts';
import { countEndedRows } from '../store/publication/still-public.ts';
import { accessOf, type Access } from '../people/customers/access.ts';
import { Refused } from '../errors.ts';
import { pathOfUpdates } from '../site/register-places.ts';
import { allowedPageSize, defineCall, pagingParams, type CallContext, type CallDefinition } from './define-call.ts';
import { inWords, momentOf, questionParams, readAsOf, readQuestion, stillPublic } from './register-question-params.ts';
import { shownDocument } from '../store/articles/authored-key.ts';
import { assertShown } from './assert-shown.ts';
import { countsCall } from './register-counts-call.ts';
import { updatesCall } from './register-updates-call.ts';
import { rowsOf } from '../store/publication/touched-things.ts';

type Params = Record<string, unknown>;

/** rows of an answer that is not paged: a list that is the data itself, a series */
const WHOLE = 1_000;

/** RG2: one call answers every register; definitions say which paths, parameters and names it has. */
export function registerCall(definitions: RegisterDefinition[], path: string): CallDefinition {
  const distinguishing = new Set(
    definitions.flatMap((definition) =>
      definition.endpoints.filter((one) => one.path === path).flatMap((one) => Object.keys(one.when ?? {})),
    ),
  );
  // an answer without a total is never paged through, so what is not asked for by size is answered whole
  const whole = definitions.every((definition) => definition.answer?.bare);
  return defineCall({
    path,
    ...(definitions.some(({ onDemand }) => onDemand) && { costly: true }),
    summary: definitions.map((definition) => definition.title).join('、'),
    params: {
      ...pagingParams,
      ...(whole && { pageSize: { ...pagingParams.pageSize, default: WHOLE, description: `每页条数，缺省 ${WHOLE}` } }),
      ...Object.fromEntries(
        [...distinguishing].map((name) => [name, optional(text({ maxLength: 64, description: '选择登记表' }))]),
      ),
      ...Object.assign({}, ...definitions.map(questionParams)),
    },
    answers:
      '列表与总数（名称见各登记表定义的 answer；总数最多数到 10000，more 为 true 表示还有），dataDate（数据截至），updates（更新记录的网址），wholeTotal（全表行数），department（责任部门），pageNum, pageSize；按日期保存的表另有 dates, asOf，那一期的列不同于现行时另有 asOfColumns，那一期只计数而不显示的、已不再公示的行另有 endedRows（行数）；按 row 取的行已不在公示之列时 rowEnded（不再公示的日期）；有受限列的表另有 withheld：行中缺少受限列的原因（login 未登录，level 等级不足，evaluation 没有有效测评，unanswered 暂时无法核对）；指定 row 且该表公开变更记录时另有 rowHistory：该行历次变更，每项为 date, how（added, changed, removed）, fields（field, before, after）',
    reads: () => definitions.map(({ register }) => rowsOf(register)),
    handle: (params, context) => answerRows(pick(definitions, path, params), params, context),
  });
}

/** The calls of a register by its name (ours): rows, series, updates, counts and, where its lists are kept by date, changes. */
export function callsByName(definition: RegisterDefinition): CallDefinition[] {
  const path = `${paths.register}/${definition.register}`;
  // the same names for every register, whatever its other calls are used to
  const { answer: _answer, ...plain } = definition;
  return [
    registerCall([{ ...plain, endpoints: [{ path }] }], path),
    seriesCall(definition, path),
    updatesCall(definition),
    countsCall(definition),
  ];
}

/**
 * The definition whose `when` the params meet, the most particular one first; a path's only register needs no params.
 */
function pick(definitions: RegisterDefinition[], path: string, params: Params): RegisterDefinition {
  const meets = ([name, value]: [string, string]) =>
    (params[name] === undefined && definitions.length === 1) || String(params[name]) === value;
  const [found] = definitions
    .flatMap((definition) =>
      definition.endpoints
        .filter((one) => one.path === path)
        .map((one) => ({ definition, when: Object.entries(one.when ?? {}) })),
    )
    .filter(({ when }) => when.every(meets))
    .sort((a, b) => b.when.length - a.when.length);
  if (!found) throw new Refused('unknownRegister', '参数没有选中任何登记表');
  return found.definition;
}

async function answerRows(definition: RegisterDefinition, params: Params, context: CallContext): Promise<unknown> {
  const wanted = Number(params.pageSize);
  const paging = {
    pageNum: Number(params.pageNum),
    pageSize: definition.answer?.bare ? Math.min(wanted, WHOLE) : allowedPageSize(wanted),
  };
  const { page, facts } = await readRegister(definition, params, context, paging);
  // rows that were stored before LS9
  const rows = shownDocument(page.rows);
  if (definition.answer?.bare) return rows satisfies Record<string, Cell>[];
  return {
    [definition.answer?.list ?? 'list']: rows,
    [definition.answer?.total ?? 'total']: page.total,
    ...(page.more && { more: true }),
    ...facts,
    ...paging,
  };
}

function seriesCall(definition: RegisterDefinition, path: string): CallDefinition {
  return defineCall({
    path: `${path}/series`,
    ours: true,
    ...(definition.onDemand && { costly: true }),
    summary: `${definition.title}：查询结果的全部行，最多 ${WHOLE} 行`,
    params: questionParams(definition),
    answers: 'list（按登记表的顺序），more（true 表示还有），dataDate, wholeTotal, department',
    reads: () => [rowsOf(definition.register)],
    handle: async (params, context) => {
      const { page, facts } = await readRegister(definition, params, context, { pageNum: 1, pageSize: WHOLE });
      return { list: shownDocument(page.rows), ...(page.total > WHOLE && { more: true }), ...facts };
    },
  });
}

/** Rows as asked for, and what a page states about the whole (RG4). */
async function readRegister(
  definition: RegisterDefinition,
  params: Params,
  context: CallContext,
  paging: { pageNum: number; pageSize: number },
): Promise<{ page: RegisterPage; facts: object }> {
  const { db, site } = context;
  const { register } = definition;
  const { asOf: typed, ...query } = params;
  const asOf = readAsOf(typed);
  // dates before the end stay as they were
  if (asOf === undefined) await assertShown(definition, context);
  const parsed = readQuestion(definition, query, site.map.facts);
  const moment = asOf === undefined ? context.moment : await momentOf(db, definition, 'asOf', asOf, context.moment);
  const still = stillPublic(definition, moment, context.moment);
  const { shown, question } = await queryThen(
    definition,
    { ...parsed, ...still },
    { ...context, moment, own: context.moment },
  );
  const [state, common, dates, endedRows] = await Promise.all([
    stateAt(definition, moment, context),
    site.remember(`common ${register}`, () => findCommonPieces(db, register)),
    definition.history
      ? site.remember(`dates ${register}`, () => listRegisterDates(db, context.moment, register))
      : null,
    countEndedRows(db, shown, moment, still),
  ]);
  const { mayRead, withheld } = await readerOf(definition, context);
  const page = asksTooLittle(definition, question)
    ? { rows: [], total: 0, more: false }
    : await listRegisterRows(db, moment, shown, question, paging, { rows: state?.rowCount ?? 0, common }, mayRead);
  const named = question.row && page.rows.length === 0 && moment === 'now' ? question.row.join(KEY_SEPARATOR) : null;
  const line = named === null ? null : await findLine(db, register, named);
  if (line?.key) {
    const now = { ...question, row: line.key.split(KEY_SEPARATOR) };
    page.rows = (await listRegisterRows(db, moment, shown, now, paging, { rows: 0, common }, mayRead)).rows;
    page.total = page.rows.length;
  }
  const rowHistory =
    definition.rowHistory && question.row && page.rows.length > 0
      ? await listPublicRowHistory(db, definition, line?.key?.split(KEY_SEPARATOR) ?? question.row, moment)
      : null;
  return {
    page,
    facts: {
      ...(line?.endedAt && { rowEnded: shanghaiDate(line.endedAt.getTime()) }),
      ...columnsThen(definition, shown, site.map.facts),
      dataDate: state?.dataDate ?? '',
      wholeTotal: state?.rowCount ?? 0,
      department: state?.department ?? definition.department ?? site.surround.firm.department,
      ...(state && pathOfUpdates(site, register) !== null && { updates: pathOfUpdates(site, register) }),
      ...(withheld && { withheld }),
      ...(dates && { dates, asOf: asOf ?? '' }),
      ...(endedRows > 0 && { endedRows }),
      ...(rowHistory && { rowHistory }),
    },
  };
}

/**
 * RG25: the definition by which rows of the moment are shown, with the question as it could be asked then.
 * @throws Refused badParameter for a condition that could not
 */
async function queryThen(
  definition: RegisterDefinition,
  question: RegisterQuestion,
  { db, moment, own }: Pick<CallContext, 'db' | 'moment'> & { own: CallContext['moment'] },
): Promise<{ shown: RegisterDefinition; question: RegisterQuestion }> {
  if (moment === own || moment === 'now') return { shown: definition, question };
  const shown = await definitionAt(db, definition, moment);
  const problems = conditionsNotThen(definition, shown, question.filters);
  if (problems.length > 0) throw new Refused('badParameter', inWords(problems), { problems });
  return { shown, question };
}

/** The columns of an earlier date, where they are not those of today. */
function columnsThen(
  definition: RegisterDefinition,
  shown: RegisterDefinition,
  facts: RegisterFacts,
): { asOfColumns?: RegisterView['columns'] } {
  if (shown === definition) return {};
  const [now, then] = [definition, shown].map((one) => registerView(one, facts).columns);
  return canonicalJson(now) === canonicalJson(then) ? {} : { asOfColumns: then! };
}

/** Why rows hold something back (RK6). */
const REASONS: Readonly<Record<Exclude<Access['decision'], 'allowed'>, WithheldCells['reason']>> = {
  'no token': 'login',
  'level too low': 'level',
  'evaluation missing or past': 'evaluation',
  unanswered: 'unanswered',
};

/**
 * RK6: restricted fields are left out of the answer for whoever may not read them, and for everybody while nobody knows
 * who asks. Which rows those are depends on the row; why does not: a level is looked at only where the evaluation is
 * valid.
 */
async function readerOf(
  definition: RegisterDefinition,
  { token, whose }: CallContext,
): Promise<{ mayRead?: MayRead; withheld?: WithheldCells['reason'] }> {
  if (!hasRestricted(definition)) return {};
  if (token === undefined) return { withheld: REASONS['no token'] };
  const asker = await whose();
  // no level is so high as one that is not known
  const { decision } = accessOf(asker, '');
  return {
    mayRead: (riskLevel) => accessOf(asker, riskLevel).decision === 'allowed',
    ...(decision !== 'allowed' && { withheld: REASONS[decision] }),
  };
}

function stateAt(
  { register }: RegisterDefinition,
  moment: Moment,
  { db, site, moment: own }: CallContext,
): Promise<RegisterState | undefined> {
  const read = () => findRegisterState(db, moment, register);
  return moment === own ? site.remember(`state ${register}`, read) : read();
}
