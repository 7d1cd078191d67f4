import { createContext } from 'react';
import type { ComponentType } from 'react';

/** Props that the page gives to a form of the site. */
export interface VisitorFormProps {
  /** statements to be read and ticked before sending, a paragraph each */
  notices: readonly string[];
  /** service number, '' where none is known */
  hotline: string;
}

/**
 * The forms that send something, by name. The site hands them in; widgets only place them, because a widget neither
 * fetches nor sends. On the server there are none.
 */
export const VisitorForms = createContext<Readonly<Record<string, ComponentType<VisitorFormProps>>>>({});
