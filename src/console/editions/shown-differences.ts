import { comesWithRows, kindOfSubject } from '#kinds/change-words.ts';
import { writtenOf } from '#kinds/changes.ts';
import type { AnyKind, Change } from '#kinds/index.ts';
import { register } from '#kinds/register/index.ts';
import { rows as rowsKind } from '#kinds/rows/index.ts';
import type { Comparison, FieldDifference, SubjectDifference } from '#wire/edition-answers.ts';

/** parts of rows that repeat the definition beside them; among its rules the values for empty cells do not */
const SHOWN_BY_DEFINITION = ['/document/definition/', '/document/rewrite/values/'];

/**
 * Differences without what would stand there twice. A definition comes by itself and with its rows: of a new one the
 * rows tell it, of another its own change.
 */
export function withoutRepeats(
  subjects: readonly SubjectDifference[],
  changes: readonly Change[],
): SubjectDifference[] {
  const twice = new Set(
    writtenOf(register, changes).flatMap(({ change, id }) => (comesWithRows(change, changes) ? [id] : [])),
  );
  const added = new Set(subjects.flatMap(({ subject, how }) => (how === 'added' ? [subject] : [])));
  return subjects.flatMap((one) => {
    const name = one.subject.slice(one.subject.indexOf(':') + 1);
    if (!twice.has(name)) return [one];
    const isNew = added.has(`${register.name}:${name}`) && added.has(`${rowsKind.name}:${name}`);
    if (kindOfSubject(one.subject) === register) return isNew ? [] : [one];
    const isRepeated = (path: string) => SHOWN_BY_DEFINITION.some((part) => path.startsWith(part));
    return [isNew ? one : { ...one, fields: one.fields.filter(({ path }) => !isRepeated(path)) }];
  });
}

/** Whether the title of the edition itself is another one. */
export const isRenamed = ({ title: { before, after } }: Pick<Comparison, 'title'>): boolean =>
  before !== null && after !== null && before !== after;

/** Whether a difference is told by what it does, where its kind has a view for that and both sides are there. */
export const hasEffects = ({ documents }: SubjectDifference, kind: AnyKind | undefined): boolean =>
  kind?.hasEffects === true && documents?.before !== undefined && documents.after !== undefined;

/** ED13: places of a difference, as the tab counts them: each field, each changed paragraph, each row. */
export const countPlaces = (comparison: Comparison, changes: readonly Change[]): number =>
  withoutRepeats(comparison.subjects, changes).reduce(
    (sum, one) => sum + placesOf(one, kindOfSubject(one.subject)),
    isRenamed(comparison) ? 1 : 0,
  );

function placesOf(one: SubjectDifference, kind: AnyKind | undefined): number {
  const { how, before, after, fields, documents, rows } = one;
  const ofKind = before !== null && after !== null && before !== after ? 1 : 0;
  const ofRows = rows ? rows.added + rows.changed + rows.removed : 0;
  const ofDocument = documents && kind?.comparedBy === 'document' ? 1 : 0;
  const ofFields = hasEffects(one, kind) ? 1 : fields.reduce((sum, field) => sum + placesIn(field), 0);
  const all = ofKind + ofRows + ofDocument + ofFields;
  // a thing that comes or goes without any field is a place itself
  return all === 0 && how !== 'same' ? 1 : all;
}

const placesIn = ({ lines }: FieldDifference): number => (lines ? lines.filter(({ how }) => how !== 'same').length : 1);
