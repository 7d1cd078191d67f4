import { createContext } from 'react';
import type { ComponentType } from 'react';

/** What a form of the site is told by the page that shows it. */
export interface VisitorFormProps {
  /** what has to be read and ticked before sending, a paragraph each */
  notices: readonly string[];
  /** service number, '' where none is known */
  hotline: string;
}

/**
 * The forms that send something, by name. The site hands them in; widgets only place them, because a widget neither
 * fetches nor sends. On the server there are none.
 */
export const VisitorForms = createContext<Readonly<Record<string, ComponentType<VisitorFormProps>>>>({});
