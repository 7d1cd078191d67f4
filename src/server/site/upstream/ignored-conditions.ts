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
export interface Told {
  answer: Answered;
  given: unknown;
}

interface Narrowing {
  askOnce: (sent: Record<string, unknown>) => Promise<Told>;
  register: RegisterDefinition | undefined;
  note: NoteField;
  before: IgnoredBefore;
  /** by which conditions are remembered, and for how many milliseconds */
  call: string;
  keep: number;
}

/**
 * US5, US13: a question with conditions. The calls without each of them are under way beside it, and tell whether it is
 * ignored; a system that was just seen to ignore them is asked for its whole list alone.
 * @returns what was told, or what fits of all that there is as it would have been given, or a refusal in words
 */
export async function narrowed(
  conditions: readonly Condition[],
  asked: Readonly<Record<string, unknown>>,
  narrowing: Narrowing,
): Promise<Told | Answered> {
  const { askOnce, register, before, call } = narrowing;
  if (conditions.every(({ name }) => before.has(call, name)))
    return (await fitting(conditions, asked, null, narrowing))!;
  const [told, ...plain] = await Promise.all([
    askOnce(asked),
    ...conditions.map((condition) => askOnce(without(asked, [condition])).catch(() => null)),
  ]);
  if (!isSuccess(told.answer)) return told;
  const ignored = conditions.filter((condition, at) => isIgnored(condition, told, plain[at] ?? null, register));
  if (ignored.length === 0) return told;
  // what is the same without its conditions may be all that there is
  const isAll = plain.every((one) => one !== null) && holdsAll(told, asked, register);
  return (await fitting(ignored, asked, told, narrowing, isAll)) ?? told;
}

/** The same question without these conditions. */
const without = (asked: Readonly<Record<string, unknown>>, conditions: readonly Condition[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(asked).filter(([name]) => !conditions.some((one) => one.name === name)));

/** The list of what was given; [] where there is none. */
function givenIn({ given }: Told, register: RegisterDefinition | undefined): { list: Given[]; total?: number } {
  const { list = [], total } = listOf(given, register?.answer) ?? {};
  return { list: list.filter(isObject), ...(total !== undefined && { total }) };
}

/** Whether a system answers the same without a condition; of answers of two moments only what they hold tells. */
function isIgnored(
  { fits }: Condition,
  told: Told,
  plain: Told | null,
  register: RegisterDefinition | undefined,
): boolean {
  const given = givenIn(told, register);
  if (!plain || told.answer.asOf !== undefined || plain.answer.asOf !== undefined || !isSuccess(plain.answer))
    return !given.list.every(fits);
  return JSON.stringify(given) === JSON.stringify(givenIn(plain, register));
}

/**
 * US5: a system that does not know a condition answers as it does without it. The whole list is gone through here then, so
 * that nothing is shown as found that was not looked for.
 * @param ignored conditions without which the same is told @param told null: nothing was asked with them; `isAll`: it is the whole list
 * @returns null where what was told stands; else what fits, as it would have been given, or a refusal in words where
 *   that cannot be known
 */
async function fitting(
  ignored: readonly Condition[],
  asked: Readonly<Record<string, unknown>>,
  told: Told | null,
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
    ? await wholeAtOnce(told, without(asked, ignored), askOnce, register)
    : await wholeList(without(asked, ignored), askOnce, register);
  if (!isSuccess(of)) return of;
  const list = all.filter((item) => ignored.every(({ fits }) => fits(item)));
  // all that there is may fit
  if (list.length === all.length && told) return null;
  if (list.length < all.length)
    for (const { name } of ignored) {
      before.remember(call, name, asOf === undefined ? keep : 0);
      note(name, asked[name]);
    }
  if (!isWhole || !ignored.every(({ isTold }) => all.some(isTold))) {
    const titles = [...new Set(ignored.map(({ title }) => `“${title}”`))].join('、');
    const msg = `提供这部分内容的系统没有按${titles}筛选，无法显示符合的内容`;
    return { code: errors.upstreamFailed.code, msg, data: null };
  }
  const answer = { ...of, ...(asOf !== undefined && { asOf }) };
  if (bare) return { ...answer, data: list };
  const [pageNum, pageSize] = [countOf(asked.pageNum) || 1, countOf(asked.pageSize) || 10];
  const shown = list.slice((pageNum - 1) * pageSize, pageNum * pageSize);
  return { ...answer, data: { [listName]: shown, [total]: list.length } };
}

function holdsAll(
  told: Told,
  { pageNum }: Readonly<Record<string, unknown>>,
  register: Narrowing['register'],
): boolean {
  const { list, total } = givenIn(told, register);
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
  told: Told | null,
  asked: Readonly<Record<string, unknown>>,
  askOnce: Narrowing['askOnce'],
  register: RegisterDefinition | undefined,
): Promise<Whole> {
  const all = told ?? (await askOnce(asked));
  return { list: givenIn(all, register).list, isWhole: true, answer: all.answer };
}

/** A list page by page, as far as it is looked through. @throws CallFailed */
async function wholeList(
  asked: Readonly<Record<string, unknown>>,
  askOnce: Narrowing['askOnce'],
  register: RegisterDefinition | undefined,
): Promise<Whole> {
  const all: Given[] = [];
  let old: { asOf?: string } = {};
  let before = '';
  for (let pageNum = 1; ; pageNum += 1) {
    const told = await askOnce({ ...asked, pageNum, pageSize: ROWS_AT_ONCE });
    const { answer } = told;
    if (!isSuccess(answer)) return { list: all, isWhole: false, answer };
    const { list, total } = givenIn(told, register);
    if (told.answer.asOf !== undefined) old = { asOf: told.answer.asOf };
    const page = JSON.stringify(list);
    // the same again: a system that does not know pages has answered all of them
    const isLast = list.length === 0 || page === before;
    if (!isLast) all.push(...list);
    const isWhole = total === undefined ? isLast : all.length >= total;
    if (isWhole || isLast || pageNum === MOST_PAGES) return { list: all, isWhole, answer, ...old };
    before = page;
  }
}
