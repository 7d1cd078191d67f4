import { as, optional, type Word } from '#page/schema-words.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { conditionRule, filterKind, filterViews, sortableFields, type RegisterFacts } from '#page/register-view.ts';
import { readConditions, readDay, type ConditionProblem, type ConditionRule } from '#rules/registers/read-condition.ts';
import { readPermalink } from '#rules/registers/row-permalink.ts';
import { withoutFormat } from '#rules/text/without-format.ts';
import type { Moment } from '../store/publication/new-publication.ts';
import { findPublishedMoment } from '../store/publication/find-published-moment.ts';
import type { RegisterQuestion } from '../store/rows/register-question.ts';
import type { Db } from '../db/tables.ts';
import { Refused } from '../errors.ts';

type Params = Readonly<Record<string, unknown>>;

const text = (description: string, maxLength?: number) =>
  optional(as<string>({ type: 'string', ...(maxLength !== undefined && { maxLength }), description }));

/** Query params of a register call besides paging, for the API document and for reading them. */
export function questionParams(definition: RegisterDefinition): Record<string, Word<string>> {
  return {
    ...Object.fromEntries(definition.filters.flatMap((filter) => filterParams(definition, filter))),
    ...(sortableFields(definition).length > 0 && {
      sort: text(`排序：${sortableFields(definition).join('、')} 之一，前加 - 为降序`, 41),
    }),
    row: text('只取一行：主键各列的值以 ~ 相连', 600),
    ...(definition.history && { asOf: text('公布日期，如 2026-11-20；缺省为现行名单', 40) }),
  };
}

function filterParams(
  { fields }: RegisterDefinition,
  filter: RegisterDefinition['filters'][number],
): [string, Word<string>][] {
  if ('fuzzy' in filter) return [[filter.name, text(filter.title)]];
  const field = fields[filter.field];
  if (!field) return [];
  const named: [string, Word<string>] = [filter.field, text(field.title)];
  const kind = filterKind(field);
  if (kind === 'choice' || kind === 'text') return [named];
  return [
    named,
    [`${filter.field}From`, text(`${field.title}（起）`)],
    [`${filter.field}To`, text(`${field.title}（止）`)],
  ];
}

const refuse = (name: string, right: string) => new Refused('badParameter', `参数 ${name} ${right}`);

/**
 * Query of the params about a register.
 * @throws Refused badParameter naming each param and what would be right, with `problems` as data (RG7)
 */
export function readQuestion(definition: RegisterDefinition, params: Params, facts: RegisterFacts): RegisterQuestion {
  const { values: filters, problems } = readConditions(conditionRules(definition, facts), params);
  if (problems.length > 0) throw new Refused('badParameter', inWords(problems), { problems });
  const [sort, row] = [params.sort, params.row].map((value) =>
    value === undefined ? undefined : withoutFormat(String(value)),
  );
  if (sort !== undefined && !sortableFields(definition).includes(sort.replace(/^-/, '')))
    throw refuse('sort', `应为可排序的列：${sortableFields(definition).join('、') || '本表没有'}`);
  // a value that names no row is a row that is not there
  const named = row === undefined ? undefined : (readPermalink(row) ?? []);
  return { filters, ...(sort !== undefined && { sort }), ...(named && { row: named }) };
}

/** Rules by parameter name; a date or a number is searched as a range and, by its own name, as one value. */
function conditionRules(definition: RegisterDefinition, facts: RegisterFacts): [string, ConditionRule][] {
  return filterViews(definition, facts).flatMap((view): [string, ConditionRule][] => {
    const rule = conditionRule(view);
    const field = rule.format && /^(.+)From$/.exec(view.name)?.[1];
    if (field) {
      const { title = view.title, words } = definition.fields[field] ?? {};
      return [
        [field, { ...rule, title, ...(words && { words }) }],
        [view.name, rule],
      ];
    }
    // the words of a date are asked for by its own name, too
    return definition.fields[view.name]?.words ? [] : [[view.name, rule]];
  });
}

export const inWords = (problems: readonly ConditionProblem[]): string =>
  problems
    .map(
      ({ name, title, message, choices }) =>
        `参数 ${name}（${title}）${choices ? `应为 ${choices.join('、')} 之一` : message}`,
    )
    .join('；');

/**
 * Restriction of a past list to rows that are still public: the list of today has none.
 * @param own of today, or of the past page that is read
 */
export const stillPublic = (
  { history }: RegisterDefinition,
  moment: Moment,
  own: Moment,
): Pick<RegisterQuestion, 'stillAt'> => (history?.hideEnded && moment !== own ? { stillAt: own } : {});

/** A published date as it is typed: ２０２６/1/5 is read; what is no date is said to be none by momentOf. */
export const readAsOf = (typed: unknown): string | undefined =>
  typed === undefined ? undefined : (readDay(withoutFormat(String(typed))) ?? String(typed));

/** When the list of a published date is read. @throws Refused badParameter for a date that the register never stated */
export async function momentOf(
  db: Db,
  definition: RegisterDefinition,
  name: string,
  date: string,
  moment: Moment,
): Promise<Moment> {
  const day = definition.history ? readDay(date) : null;
  const found = day === null ? undefined : await findPublishedMoment(db, definition.register, day, moment);
  if (found === undefined) throw refuse(name, definition.history ? '应为已公布的日期' : '不适用：本表不按日期保存');
  return found;
}
