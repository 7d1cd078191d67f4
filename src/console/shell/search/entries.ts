import { SEARCH_GROUPS, type FoundGroup, type FoundThing, type SearchGroup } from '#wire/search-answers.ts';
import type { Command } from './commands.ts';
import { sortOf, type Sort } from './found-words.ts';

/** One line of the list that the arrows choose from. */
export type Entry = { id: string } & (
  | { kind: 'thing'; group: SearchGroup; thing: FoundThing }
  | { kind: 'more'; group: SearchGroup; total: string }
  | { kind: 'command'; command: Command }
);

export interface Section {
  group: SearchGroup | 'commands';
  entries: readonly Entry[];
}

/** Limits of the shown groups: one of them alone, and only these sorts. */
export interface Narrowing {
  only: SearchGroup | null;
  hidden: ReadonlySet<Sort>;
}

export const isShown = (group: SearchGroup, { only, hidden }: Narrowing): boolean => {
  const sort = sortOf(group);
  return (only === null || only === group) && (sort === null || !hidden.has(sort));
};

/** Groups in their order; of one that is asked for alone its longer list. */
export const inOrder = (...answers: readonly (readonly FoundGroup[])[]): FoundGroup[] =>
  SEARCH_GROUPS.flatMap(
    (name) => answers.map((groups) => groups.find(({ group }) => group === name)).findLast((one) => one) ?? [],
  );

/** CS1: the sections of the list, each with a line that leads to the rest. */
export function sectionsOf(
  groups: readonly FoundGroup[],
  commands: readonly Command[],
  narrowing: Narrowing,
  countOf: (group: FoundGroup) => string,
): Section[] {
  const found = groups
    .filter(({ group }) => isShown(group, narrowing))
    .map((one): Section => {
      const { group, list, total, more } = one;
      const things = list.map((thing): Entry => ({ kind: 'thing', id: `${group} ${thing.id}`, group, thing }));
      const rest: Entry[] =
        narrowing.only === null && (total > list.length || more)
          ? [{ kind: 'more', id: `more ${group}`, group, total: countOf(one) }]
          : [];
      return { group, entries: [...things, ...rest] };
    });
  const own = commands.map((command): Entry => ({ kind: 'command', id: `command ${command.name}`, command }));
  return [
    ...found,
    ...(own.length > 0 && narrowing.only === null ? [{ group: 'commands' as const, entries: own }] : []),
  ];
}

/** The line that a key leads to: by one, or to the next group; undefined: the key means what it otherwise does. */
export function entryAfter(
  sections: readonly Section[],
  chosen: string,
  key: string,
  isBack: boolean,
): Entry | undefined {
  const all = sections.flatMap(({ entries }) => entries);
  const at = all.findIndex(({ id }) => id === chosen);
  if (key === 'ArrowDown') return all[(at + 1) % all.length];
  if (key === 'ArrowUp') return all.at(at <= 0 ? -1 : at - 1);
  if (key !== 'Tab') return undefined;
  const section = sections.findIndex(({ entries }) => entries.some(({ id }) => id === chosen));
  const next = section + (isBack ? -1 : 1);
  return next < 0 ? undefined : sections[next]?.entries[0];
}
