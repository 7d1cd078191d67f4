import { useId } from 'react';
import type { InputHTMLAttributes, ReactNode } from 'react';
import { withBase } from '#rules/addresses/site-address.ts';
import { useBasePath } from './base-path.ts';
import './SearchBox.css';

export interface SearchBoxProps {
  /** site path without base */
  path: string;
  /** name of the parameter in the address */
  name: string;
  words: string;
  /** words above the box: what can be typed */
  label: string;
  /** below the box */
  hint?: ReactNode;
  action: string;
  /** name of the search, for screen readers */
  title: string;
  /** parameters that a search keeps */
  kept?: readonly { name: string; value: string }[];
  autoFocus?: boolean;
  /** attributes of the field, besides its name and value */
  input?: InputHTMLAttributes<HTMLInputElement>;
  /** behind the field */
  children?: ReactNode;
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
  input,
  children,
}: SearchBoxProps) {
  const id = useId();
  const base = useBasePath();
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
        aria-describedby={hint ? `${id}-hint` : undefined}
        autoFocus={autoFocus}
        {...input}
      />
      <button type="submit" className="button button--ink">
        {action}
      </button>
      {hint && <small id={`${id}-hint`}>{hint}</small>}
      {children}
    </form>
  );
}
