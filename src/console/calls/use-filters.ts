import { useSearchParams } from 'react-router-dom';

/** The key of `known` named by an address; undefined for an unknown one. */
export const keyIn = <Key extends string>(known: Readonly<Record<Key, unknown>>, text: string): Key | undefined =>
  Object.hasOwn(known, text) ? (text as Key) : undefined;

/** A condition of a list: its name in the address and in the call, and the control that sets it. */
export type FilterField<Name extends string = string> = { name: Name; label: string } & (
  | { kind: 'text' | 'day' | 'channel' }
  | {
      kind: 'choice';
      choices: readonly { value: string; label: string }[];
      /** label of no choice; absent: 全部 */
      all?: string;
    }
);

/** Conditions with their controls, as FilterBar draws them. */
export interface Filters {
  fields: readonly FilterField[];
  values: Readonly<Record<string, string>>;
  isFiltered: boolean;
  filter: (values: Record<string, string | undefined>) => void;
}

/**
 * Filters and page of a list, which live in the address: a list can be shared and Back works. Empty values are left
 * out, and other filters begin on the first page.
 * @param others further names of the address, set by other controls than fields: a filter leaves them as they are unless it names them
 */
export function useFilters<N extends string = never, O extends string = never>(
  fields: readonly FilterField<N>[],
  others: readonly O[] = [],
) {
  const [search, setSearch] = useSearchParams();
  const names: readonly (N | O)[] = [...fields.map(({ name }) => name), ...others];
  const values = Object.fromEntries(names.map((name) => [name, search.get(name) ?? ''])) as Record<N | O, string>;
  const page = Math.max(1, Math.floor(Number(search.get('page')) || 1));
  const write = (next: Partial<Record<N | O, string | undefined>>, nextPage = 1): void => {
    const given = names.flatMap((name) => {
      const value = next[name]?.trim() ?? '';
      return value === '' ? [] : [[name, value] as [string, string]];
    });
    setSearch(nextPage > 1 ? [...given, ['page', String(nextPage)]] : given);
  };
  return {
    fields,
    values,
    page,
    isFiltered: fields.some(({ name }) => values[name] !== ''),
    filter: (next: Partial<Record<N | O, string | undefined>>) =>
      write({ ...Object.fromEntries(others.map((name) => [name, values[name]])), ...next }),
    turn: (to: number) => write(values, to),
  };
}
