import type { RegisterDefinition } from '#page/register-schema.ts';
import type { RewriteRules } from '#wire/register-answers.ts';

type Marked = Pick<RegisterDefinition, 'fields' | 'verify'>;

/** Choices that become one, where some mean that somebody has left or something has ended, and some do not. */
export interface MixedMerge {
  field: string;
  /** the choice that they become, by its stored value */
  into: string;
  /** stored values */
  marked: string[];
  others: string[];
}

const marksOf = ({ verify }: Marked, field: string): readonly string[] =>
  verify?.ended?.field === field ? verify.ended.values : [];

/**
 * VA9: merges that would move the mark of departure: of the choices that become one, all are marked or none is. The
 * form checks it before a merge, every check of a definition afterwards.
 * @param definition whose choices are merged
 * @param ended by field, the choices of it that count as marked; default: those that are
 */
export function mixedMerges(
  definition: Marked,
  values: RewriteRules['values'],
  ended: RewriteRules['ended'] = {},
): MixedMerge[] {
  return Object.entries(values).flatMap(([field, renamed]) => {
    const all = Object.keys(definition.fields[field]?.choices ?? {});
    const marks = ended[field] ?? marksOf(definition, field);
    const groups = Map.groupBy(all, (value) => renamed[value] ?? value);
    return [...groups].flatMap(([into, of]): MixedMerge[] => {
      const marked = of.filter((value) => marks.includes(value));
      const others = of.filter((value) => !marks.includes(value));
      return marked.length > 0 && others.length > 0 ? [{ field, into, marked, others }] : [];
    });
  });
}

/** VA9: choices of the public definition that count as marked in a draft, where these are not the public ones. */
export function endedInDraft(
  from: Marked,
  { document, values }: RewriteRules & { document: Marked },
): Pick<RewriteRules, 'ended'> {
  const named = [from, document].flatMap(({ verify }) => verify?.ended?.field ?? []);
  const ended = Object.fromEntries(
    [...new Set(named)].flatMap((field) => {
      const all = Object.keys(from.fields[field]?.choices ?? {});
      const now = all.filter((value) => marksOf(document, field).includes(values[field]?.[value] ?? value));
      const before = marksOf(from, field).filter((value) => all.includes(value));
      return now.length === before.length && now.every((value) => before.includes(value)) ? [] : [[field, now]];
    }),
  );
  return Object.keys(ended).length > 0 ? { ended } : {};
}

/** @param definition whose choices are merged */
export function mixedMergeWords({ field, into, marked, others }: MixedMerge, { fields }: Marked): string {
  const { title = field, choices = {} } = fields[field] ?? {};
  const named = (values: readonly string[]): string => values.map((value) => `“${choices[value] ?? value}”`).join('、');
  return `“${title}”的${named(marked)}有离岗或结束的标记，${named(others)}没有，不能合并为“${choices[into] ?? into}”，请先改标记`;
}
