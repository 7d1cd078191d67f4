import { useSearchParams } from 'react-router-dom';

/** The key of `known` named by an address; undefined for an unknown one. */
export const keyIn = <Key extends string>(known: Readonly<Record<Key, unknown>>, text: string): Key | undefined =>
  Object.hasOwn(known, text) ? (text as Key) : undefined;

/**
 * Filters and page of a list, which live in the address: a list can be shared and Back works. Empty values are left
 * out,
 * and other filters begin on the first page.
 */
export function useFilters<N extends string>(names: readonly N[]) {
  const [search, setSearch] = useSearchParams();
  const values = Object.fromEntries(names.map((name) => [name, search.get(name) ?? ''])) as Record<N, string>;
  const page = Math.max(1, Math.floor(Number(search.get('page')) || 1));
  const write = (next: Partial<Record<N, string | undefined>>, nextPage = 1): void => {
    const given = names.flatMap((name) => {
      const value = next[name]?.trim() ?? '';
      return value === '' ? [] : [[name, value] as [string, string]];
    });
    setSearch(nextPage > 1 ? [...given, ['page', String(nextPage)]] : given);
  };
  return {
    values,
    page,
    isFiltered: names.some((name) => values[name] !== ''),
    filter: (next: Partial<Record<N, string | undefined>>) => write(next),
    turn: (to: number) => write(values, to),
  };
}
