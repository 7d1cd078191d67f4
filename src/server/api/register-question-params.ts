import type { RegisterDefinition } from '#page/register-schema.ts';
import { filterKind, filterViews, sortableFields, type RegisterFacts } from '#page/register-view.ts';
import { readPermalink } from '#rules/row-permalink.ts';
import type { Moment } from '../content/acts.ts';
import { isDate } from '../content/check-rows.ts';
import { findPublishedMoment } from '../content/find-published-moment.ts';
import type { RegisterQuestion } from '../content/register-question.ts';
import type { Db } from '../db/tables.ts';
import { Refused } from '../errors.ts';

type Params = Readonly<Record<string, unknown>>;

const text = (description: string, maxLength = 200) => ({ type: 'string', maxLength, description });

/** Query params of a register call besides paging, for the API document and for reading them. */
export function questionParams(definition: RegisterDefinition): Record<string, object> {
  return {
    ...Object.fromEntries(definition.filters.flatMap((filter) => filterParams(definition, filter))),
    ...(sortableFields(definition).length > 0 && {
      sort: text(`排序：${sortableFields(definition).join('、')} 之一，前加 - 为降序`, 41),
    }),
    row: text('只取一行：主键各列的值以 ~ 相连', 600),
    ...(definition.history && { asOf: text('公布日期，如 2026-11-20；缺省为现行名单', 10) }),
  };
}

function filterParams(
  { fields }: RegisterDefinition,
  filter: RegisterDefinition['filters'][number],
): [string, object][] {
  if ('fuzzy' in filter) return [[filter.name, text(filter.title)]];
  const field = fields[filter.field];
  if (!field) return [];
  const named: [string, object] = [filter.field, text(field.title)];
  const kind = filterKind(field);
  if (kind === 'choice' || kind === 'text') return [named];
  return [
    named,
    [`${filter.field}From`, text(`${field.title}（起）`)],
    [`${filter.field}To`, text(`${field.title}（止）`)],
  ];
}

const refuse = (name: string, right: string) => new Refused('badParameter', `参数 ${name} ${right}`);

/** What the params ask of a register. @throws Refused badParameter naming the param and what would be right */
export function readQuestion(definition: RegisterDefinition, params: Params, facts: RegisterFacts): RegisterQuestion {
  const filters = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));
  assertFilters(definition, filters, facts);
  const { sort, row } = filters;
  if (sort !== undefined && !sortableFields(definition).includes(sort.replace(/^-/, '')))
    throw refuse('sort', `应为可排序的列：${sortableFields(definition).join('、') || '本表没有'}`);
  // what names no row is a row that is not there
  const named = row === undefined ? undefined : (readPermalink(row, definition.key.length) ?? []);
  return { filters, ...(sort !== undefined && { sort }), ...(named && { row: named }) };
}

function assertFilters(
  definition: RegisterDefinition,
  filters: Readonly<Record<string, string>>,
  facts: RegisterFacts,
): void {
  for (const { name, kind, choices } of filterViews(definition, facts)) {
    const value = filters[name];
    if (value === undefined) continue;
    if (kind === 'choice' && choices && !Object.hasOwn(choices, value))
      throw refuse(name, `应为 ${Object.keys(choices).join('、')} 之一`);
    if (kind === 'date' && !isDate(value)) throw refuse(name, '应为日期，如 2026-11-20');
    if (kind === 'number' && !/^[+-]?\d{1,15}(\.\d{1,10})?$/.test(value)) throw refuse(name, '应为数字');
  }
}

/** When the list of a published date is read. @throws Refused badParameter for a date that the register never stated */
export async function momentOf(
  db: Db,
  definition: RegisterDefinition,
  name: string,
  date: string,
  moment: Moment,
): Promise<Moment> {
  const found =
    definition.history && isDate(date) ? await findPublishedMoment(db, definition.register, date, moment) : undefined;
  if (found === undefined) throw refuse(name, definition.history ? '应为已公布的日期' : '不适用：本表不按日期保存');
  return found;
}
