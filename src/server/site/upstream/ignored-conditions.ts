import type { RegisterDefinition } from '#page/register-schema.ts';
import { isObject } from '#rules/json.ts';
import { isSuccess } from '#wire/envelope.ts';
import { errors } from '../../errors.ts';
import type { Answered } from '../../http/gateway.ts';
import { countOf, listOf, type Given, type NoteField } from './accepted-forms.ts';
import type { Condition } from './conditions.ts';

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
}

/** The same question without these conditions. */
export const without = (
  asked: Readonly<Record<string, unknown>>,
  conditions: readonly Condition[],
): Record<string, unknown> =>
  Object.fromEntries(Object.entries(asked).filter(([name]) => !conditions.some((one) => one.name === name)));

/** The list of what was given; [] where there is none. */
function givenIn({ given }: Told, register: RegisterDefinition | undefined): { list: Given[]; total?: number } {
  const { list = [], total } = listOf(given, register?.answer) ?? {};
  return { list: list.filter(isObject), ...(total !== undefined && { total }) };
}

/** Whether a system answers the same without a condition; of answers of two moments only what they hold tells. */
export function isIgnored(
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
 * @param ignored conditions without which the same is told
 * @returns null where what was told stands; else what fits, as it would have been given, or a refusal in words where
 *   that cannot be known
 */
export async function fitting(
  ignored: readonly Condition[],
  asked: Readonly<Record<string, unknown>>,
  told: Told,
  { askOnce, register, note }: Narrowing,
): Promise<Answered | null> {
  const { bare = false, list: listName = 'list', total = 'total' } = register?.answer ?? {};
  const {
    list: all,
    isWhole,
    asOf = told.answer.asOf,
  } = bare
    ? { list: givenIn(told, register).list, isWhole: true }
    : await wholeList(without(asked, ignored), askOnce, register);
  const list = all.filter((item) => ignored.every(({ fits }) => fits(item)));
  // all that there is may fit
  if (list.length === all.length) return null;
  for (const { name } of ignored) note(name, asked[name]);
  if (!isWhole || !ignored.every(({ isTold }) => all.some(isTold))) {
    const titles = [...new Set(ignored.map(({ title }) => `“${title}”`))].join('、');
    const msg = `提供这部分内容的系统没有按${titles}筛选，无法显示符合的内容`;
    return { code: errors.upstreamFailed.code, msg, data: null };
  }
  const answer = { ...told.answer, ...(asOf !== undefined && { asOf }) };
  if (bare) return { ...answer, data: list };
  const [pageNum, pageSize] = [countOf(asked.pageNum) || 1, countOf(asked.pageSize) || 10];
  const shown = list.slice((pageNum - 1) * pageSize, pageNum * pageSize);
  return { ...answer, data: { [listName]: shown, [total]: list.length } };
}

/** A list page by page, as far as it is looked through. @throws CallFailed */
async function wholeList(
  asked: Readonly<Record<string, unknown>>,
  askOnce: Narrowing['askOnce'],
  register: RegisterDefinition | undefined,
): Promise<{ list: Given[]; isWhole: boolean; asOf?: string }> {
  const all: Given[] = [];
  let old: { asOf?: string } = {};
  let before = '';
  for (let pageNum = 1; pageNum <= MOST_PAGES; pageNum += 1) {
    const told = await askOnce({ ...asked, pageNum, pageSize: ROWS_AT_ONCE });
    const { list, total } = givenIn(told, register);
    if (told.answer.asOf !== undefined) old = { asOf: told.answer.asOf };
    const page = JSON.stringify(list);
    // the same again: a system that does not know pages has answered all of them
    const isLast = list.length === 0 || page === before;
    if (!isLast) all.push(...list);
    if (total === undefined ? isLast : all.length >= total) return { list: all, isWhole: true, ...old };
    if (isLast) break;
    before = page;
  }
  return { list: all, isWhole: false, ...old };
}
