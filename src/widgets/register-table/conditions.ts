import type { ViewBlock } from '#page/define-widget.ts';
import type { FilterView, RegisterView } from '#page/register-schema.ts';
import { verbatim } from '#ui/script/active-script.ts';

/** One condition of the form: a filter, or both ends of a range (a date, a number). */
export type Condition = readonly [FilterView, FilterView?];

/** RG3: the parameters {field}From and {field}To are one condition. */
export function conditionsOf(filters: readonly FilterView[]): Condition[] {
  const found: Condition[] = [];
  for (const filter of filters) {
    const before = found.at(-1);
    if (before && !before[1] && `${before[0].name}|${filter.name}`.match(/^(.+)From\|\1To$/))
      found[found.length - 1] = [before[0], filter];
    else found.push([filter]);
  }
  return found;
}

export const titleOf = ([from, to]: Condition): string => (to ? from.title.replace(/（起）$/, '') : from.title);

/** The visitor's condition in words: '' where there is none. What was typed stays as it was typed. */
export function wordsOf([from, to]: Condition, { address }: ViewBlock): string {
  const first = address[from.name] ?? '';
  const last = to && address[to.name];
  if (first && last) return `${first} 至 ${last}`;
  if (last) return `至 ${last}`;
  if (to && first) return `${first} 起`;
  return from.choices?.[first] ?? (first && verbatim(first));
}

/** Changes of the address that take conditions out of it; the answer starts at page 1. */
export const without = (conditions: readonly Condition[]): Record<string, string> =>
  Object.fromEntries([...conditions.flat().map((filter) => [filter!.name, '']), ['pageNum', '']]);

/** The same page without any of the register's filters. */
export const clearedHref = (register: RegisterView, block: ViewBlock): string =>
  block.href(without(conditionsOf(register.filters)));
