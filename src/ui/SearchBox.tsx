import { lazy, Suspense, use, useId, useState } from 'react';
import { withBase, writeQuery } from '#rules/site-address.ts';
import { useBasePath } from './base-path.ts';
import { Suggesting } from './suggesting.ts';
import './SearchBox.css';

/** comes with the first letter that is typed */
const Suggestions = lazy(() => import('./Suggestions.tsx').then((file) => ({ default: file.Suggestions })));

interface SearchBoxProps {
  /** site path without base */
  path: string;
  /** name of the parameter in the address */
  name: string;
  words: string;
  /** what can be typed, above the box */
  label: string;
  /** below the box */
  hint?: string;
  action: string;
  /** what the search is, for screen readers */
  title: string;
  /** parameters that a search keeps */
  kept?: readonly { name: string; value: string }[];
  autoFocus?: boolean;
  /** SE6: the box of the site's search, which suggests while somebody types */
  suggests?: boolean;
}

/** One box to type in, as a GET form: every search has an address. */
export function SearchBox({
  path,
  name,
  words,
  label,
  hint,
  action,
  title,
  kept = [],
  autoFocus,
  suggests = false,
}: SearchBoxProps) {
  const id = useId();
  const base = useBasePath();
  const ask = use(Suggesting);
  const [typing, setTyping] = useState<HTMLInputElement>();
  return (
    <form className="searchbox" method="get" action={withBase(base, path)} role="search" aria-label={title}>
      {kept.map((one) => (
        <input key={one.name} type="hidden" name={one.name} value={one.value} />
      ))}
      <label htmlFor={id}>{label}</label>
      <input
        key={words}
        id={id}
        type="search"
        name={name}
        defaultValue={words}
        maxLength={100}
        autoComplete="off"
        aria-describedby={hint && `${id}-hint`}
        autoFocus={autoFocus}
        aria-keyshortcuts={suggests ? '/' : undefined}
        {...(suggests &&
          ask && { onInput: (event: React.InputEvent<HTMLInputElement>) => setTyping(event.currentTarget) })}
      />
      <button type="submit" className="button button--ink">
        {action}
      </button>
      {hint && <small id={`${id}-hint`}>{hint}</small>}
      {typing && ask && (
        <Suspense>
          <Suggestions input={typing} ask={ask} pathOf={(searched) => path + writeQuery({ [name]: searched })} />
        </Suspense>
      )}
    </form>
  );
}
