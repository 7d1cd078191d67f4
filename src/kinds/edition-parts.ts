import { subjectsOf, writtenOf, type Subject } from './changes.ts';
import { kinds, type AnyKind, type Change } from './index.ts';
import { register } from './register/index.ts';
import { rows } from './rows/index.ts';

/** A part of an edition that is changed by itself: a change, or the rows of a register with their definition. */
export interface EditionPart {
  subjects: readonly Subject[];
  changes: readonly Change[];
  /** kinds in whose form it is changed; none where it has no form */
  kinds: readonly AnyKind[];
}

/** Kinds in whose form changes are shown whole. */
const kindsHolding = (changes: readonly Change[]): AnyKind[] =>
  (kinds as readonly AnyKind[]).filter(({ name, form }) => {
    const [only, ...rest] = changes;
    return form && (form.holds?.(changes) ?? (only?.kind === name && !only.withdraw && rest.length === 0));
  });

/** The kind in whose form an edition of these changes is changed; undefined where none holds them. */
export const kindOfForm = (changes: readonly Change[]): AnyKind | undefined => kindsHolding(changes)[0];

/** ED4: the parts of an edition that no form holds as a whole, in the order of its changes. */
export function partsOfEdition(changes: readonly Change[]): EditionPart[] {
  const subjects = subjectsOf(changes);
  const withRows = new Set(writtenOf(rows, changes).map(({ id }) => id));
  return changes.flatMap((change, at) => {
    const [definition] = writtenOf(register, [change]);
    // comes with its rows
    if (definition && withRows.has(definition.id)) return [];
    const [table] = writtenOf(rows, [change]);
    const own = table && writtenOf(register, changes).find(({ id }) => id === table.id);
    const places = own ? [own.at, at] : [at];
    const held = places.map((place) => changes[place]!);
    return {
      subjects: places.map((place) => subjects[place]!),
      changes: held,
      kinds: own ? [...new Set([register as AnyKind, ...kindsHolding(held)])] : kindsHolding(held),
    };
  });
}

/** Changes of an edition to some subjects. */
export const changesOfSubjects = (changes: readonly Change[], subjects: readonly Subject[]): Change[] => {
  const all = subjectsOf(changes);
  return changes.filter((_, at) => subjects.includes(all[at]!));
};

/** An edition's changes with others in the place of what it said of some subjects. */
export function withPart(changes: readonly Change[], subjects: readonly Subject[], own: readonly Change[]): Change[] {
  const all = subjectsOf(changes);
  const first = all.findIndex((subject) => subjects.includes(subject));
  return changes.flatMap((change, at) => (at === first ? own : subjects.includes(all[at]!) ? [] : [change]));
}
