import { createContext } from 'react';

/** Settings of this page's reader that the shell's mode links and the elder-friendly bar need. */
export interface Reading {
  elder: boolean;
  /** in traditional script */
  traditional: boolean;
  /** whether scripts take the page over; notices and previews stay plain HTML */
  alive: boolean;
}

export const ReadingContext = createContext<Reading>({ elder: false, traditional: false, alive: false });

/**
 * Address of the page with base and query: where a change of mode leads back to; '' where only the browser knows it. Of
 * the header alone: a change would draw anew what sleeps as HTML below it (on-use.tsx).
 */
export const ShownAt = createContext('');
