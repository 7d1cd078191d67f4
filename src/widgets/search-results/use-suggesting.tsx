import { lazy, Suspense, use, useState, useSyncExternalStore } from 'react';
import type { InputHTMLAttributes, ReactNode } from 'react';
import { Suggesting } from '#ui/suggesting.ts';

/** comes with the first letter that is typed */
const Suggestions = lazy(() => import('#ui/Suggestions.tsx').then((file) => ({ default: file.Suggestions })));

/** SE8: a search field whose list is closed, or has not come yet. */
const COMBOBOX = {
  role: 'combobox',
  'aria-autocomplete': 'list',
  'aria-haspopup': 'listbox',
  'aria-expanded': false,
} as const;

/**
 * SE6, SE8: makes a search field suggest while somebody types. As the server draws it, and without scripts, it is a plain
 * search field.
 * @param pathOf site path of a search for these words
 * @returns `field` for the input, `list` to stand behind it in its form
 */
export function useSuggesting(pathOf: (words: string) => string): {
  field: InputHTMLAttributes<HTMLInputElement>;
  list: ReactNode;
} {
  const ask = use(Suggesting);
  const isHydrated = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
  const [typing, setTyping] = useState<HTMLInputElement>();
  if (!ask) return { field: {}, list: null };
  return {
    field: { ...(isHydrated && COMBOBOX), onInput: (event) => setTyping(event.currentTarget) },
    list: typing && (
      <Suspense>
        <Suggestions input={typing} ask={ask} pathOf={pathOf} />
      </Suspense>
    ),
  };
}
