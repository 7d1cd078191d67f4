import type { ElementType, Key, ReactElement } from 'react';

/** React's way of making an element. */
type Create = (type: ElementType, props: object, key?: Key) => ReactElement;

/** Another script than the one that everything is written in (LG3). */
export interface Script {
  /** a text without markup */
  text: (text: string) => string;
  /** sanitised HTML */
  html: (html: string) => string;
  /** an element with the words that it says itself */
  element: (create: Create, type: ElementType, props: object, key?: Key) => ReactElement;
}

/** The script in which elements are made just now; null: as written. */
export let activeScript: Script | null = null;

/** Sets the script as long as the document lives: a browser reads one script. Call before anything is drawn. */
export function readIn(script: Script): void {
  activeScript = script;
}

/**
 * Draws in a script, or as written; for the server, which draws for everybody. @param draw synchronous, or another
 * visitor's page would be drawn meanwhile
 */
export function drawIn<T>(script: Script | null, draw: () => T): T {
  activeScript = script;
  try {
    return draw();
  } finally {
    activeScript = null;
  }
}

/** Words that pass through no element of their own: what a component returns bare, a document's title. */
export const inScript = (text: string): string => (activeScript === null ? text : activeScript.text(text));

/** Sanitised HTML as the visitor reads it. */
export const htmlInScript = (html: string): string => (activeScript === null ? html : activeScript.html(html));

/** Private-use characters, never part of a text. Text between the two is not converted. */
export const VERBATIM = ['\ue000', '\ue001'] as const;

/**
 * A part of a text that stays as it is written (LG4), for attributes and other texts that are put together:
 * `${verbatim(name)} 的链接`. An element of its own says translate="no" instead.
 */
export const verbatim = (part: string): string => (activeScript === null ? part : VERBATIM[0] + part + VERBATIM[1]);
