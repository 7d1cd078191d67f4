import type { RegisterDefinition } from '#page/register-schema.ts';
import { isObject } from '#rules/json/json.ts';
import { isSuccess } from '#wire/envelope.ts';
import { errors } from '../../errors.ts';
import type { Answered } from '../../http/gateway.ts';
import { countOf, listOf, type Given, type NoteField } from './accepted-forms.ts';
import type { Condition } from './conditions.ts';
import type { IgnoredBefore } from './ignored-before.ts';

export const ROWS_AT_ONCE = 100;
/** pages that are looked through, for one row or for those that fit */
export const MOST_PAGES = 10;

/** An answer as it is read here, and its data as they were given. */
export interface ReadAnswer {
  answer: Answered;
  given: unknown;
}

interface Narrowing {
  askOnce: (sent: Record<string, unknown>) => Promise<ReadAnswer>;
  register: RegisterDefinition | undefined;
  note: NoteField;
  before: IgnoredBefore;
  /** key under which conditions are remembered, and for how many milliseconds */
  call: string;
  keep: number;
}

/**
 * US5, US13: a query with conditions. The calls without each of them run beside it, and show whether it is ignored.
 * From a system that was just seen to ignore them only the whole list is fetched.
 * @returns the answer, or the fitting items of the whole list in the form of an answer, or a refusal in words
 */
export async function narrowed(
  conditions: readonly Condition[],
  query: Readonly<Record<string, unknown>>,
  narrowing: Narrowing,
): Promise<ReadAnswer | Answered> {
  const { askOnce, register, before, call } = narrowing;
  if (conditions.every(({ name }) => before.has(call, name)))
    return (await fitting(conditions, query, null, narrowing))!;
  const [answered, ...plain] = await Promise.all([
    askOnce(query),
    ...conditions.map((condition) => askOnce(without(query, [condition])).catch(() => null)),
  ]);
  if (!isSuccess(answered.answer)) return answered;
  const ignored = conditions.filter((condition, at) => isIgnored(condition, answered, plain[at] ?? null, register));
  if (ignored.length === 0) return answered;
  // a list that is the same without its conditions may be the whole one
  const isAll = plain.every((one) => one !== null) && holdsAll(answered, query, register);
  return (await fitting(ignored, query, answered, narrowing, isAll)) ?? answered;
}

/** The same question without these conditions. */
const without = (query: Readonly<Record<string, unknown>>, conditions: readonly Condition[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(query).filter(([name]) => !conditions.some((one) => one.name === name)));

/** List of a given answer; [] where there is none. */
function givenIn({ given }: ReadAnswer, register: RegisterDefinition | undefined): { list: Given[]; total?: number } {
  const { list = [], total } = listOf(given, register?.answer) ?? {};
  return { list: list.filter(isObject), ...(total !== undefined && { total }) };
}

/** Whether a system answers the same without a condition; answers of two moments are compared by their items alone. */
function isIgnored(
  { fits }: Condition,
  answered: ReadAnswer,
  plain: ReadAnswer | null,
  register: RegisterDefinition | undefined,
): boolean {
  const given = givenIn(answered, register);
  if (!plain || answered.answer.asOf !== undefined || plain.answer.asOf !== undefined || !isSuccess(plain.answer))
    return !given.list.every(fits);
  return JSON.stringify(given) === JSON.stringify(givenIn(plain, register));
}

/**
 * US5: a system that does not support a condition answers as it does without it. The whole list is filtered here
 * then, so that no item is shown as found without a search.
 * @param ignored conditions without which the answer is the same
 * @param answered null: there was no call with them; `isAll`: it is the whole list
 * @returns null where the answer is right; else the fitting items in the form of an answer, or a refusal in words
 * where they cannot be known
 */
async function fitting(
  ignored: readonly Condition[],
  query: Readonly<Record<string, unknown>>,
  answered: ReadAnswer | null,
  { askOnce, register, note, before, call, keep }: Narrowing,
  isAll = false,
): Promise<Answered | null> {
  const { bare = false, list: listName = 'list', total = 'total' } = register?.answer ?? {};
  const {
    list: all,
    isWhole,
    answer: of,
    asOf = of.asOf,
  } = bare || isAll
    ? await wholeAtOnce(answered, without(query, ignored), askOnce, register)
    : await wholeList(without(query, ignored), askOnce, register);
  if (!isSuccess(of)) return of;
  const list = all.filter((item) => ignored.every(({ fits }) => fits(item)));
  // all items may fit
  if (list.length === all.length && answered) return null;
  if (list.length < all.length)
    for (const { name } of ignored) {
      before.remember(call, name, asOf === undefined ? keep : 0);
      note(name, query[name]);
    }
  if (!isWhole || !ignored.every(({ isStated }) => all.some(isStated))) {
    const titles = [...new Set(ignored.map(({ title }) => `“${title}”`))].join('、');
    const msg = `提供这部分内容的系统没有按${titles}筛选，无法显示符合的内容`;
    return { code: errors.upstreamFailed.code, msg, data: null };
  }
  const answer = { ...of, ...(asOf !== undefined && { asOf }) };
  if (bare) return { ...answer, data: list };
  const [pageNum, pageSize] = [countOf(query.pageNum) || 1, countOf(query.pageSize) || 10];
  const shown = list.slice((pageNum - 1) * pageSize, pageNum * pageSize);
  return { ...answer, data: { [listName]: shown, [total]: list.length } };
}

function holdsAll(
  answered: ReadAnswer,
  { pageNum }: Readonly<Record<string, unknown>>,
  register: Narrowing['register'],
): boolean {
  const { list, total } = givenIn(answered, register);
  return (countOf(pageNum) || 1) === 1 && total !== undefined && list.length >= total;
}

interface Whole {
  list: Given[];
  isWhole: boolean;
  /** the last of which it is made, or the refusal that ended it */
  answer: Answered;
  asOf?: string;
}

/** The answer that is the list itself. @throws CallFailed */
async function wholeAtOnce(
  answered: ReadAnswer | null,
  query: Readonly<Record<string, unknown>>,
  askOnce: Narrowing['askOnce'],
  register: RegisterDefinition | undefined,
): Promise<Whole> {
  const all = answered ?? (await askOnce(query));
  return { list: givenIn(all, register).list, isWhole: true, answer: all.answer };
}

/** A list page by page, as far as it is looked through. @throws CallFailed */
async function wholeList(
  query: Readonly<Record<string, unknown>>,
  askOnce: Narrowing['askOnce'],
  register: RegisterDefinition | undefined,
): Promise<Whole> {
  const all: Given[] = [];
  let old: { asOf?: string } = {};
  let before = '';
  for (let pageNum = 1; ; pageNum += 1) {
    const answered = await askOnce({ ...query, pageNum, pageSize: ROWS_AT_ONCE });
    const { answer } = answered;
    if (!isSuccess(answer)) return { list: all, isWhole: false, answer };
    const { list, total } = givenIn(answered, register);
    if (answered.answer.asOf !== undefined) old = { asOf: answered.answer.asOf };
    const page = JSON.stringify(list);
    // the same again: a system that does not support pages has answered all of them
    const isLast = list.length === 0 || page === before;
    if (!isLast) all.push(...list);
    const isWhole = total === undefined ? isLast : all.length >= total;
    if (isWhole || isLast || pageNum === MOST_PAGES) return { list: all, isWhole, answer, ...old };
    before = page;
  }
}
