import type { Cell } from '#page/data-shapes.ts';
import { as, object, type Word } from '#page/schema-words.ts';

/**
 * Schema words for values in a draft: of the right type, and of a length that can be stored (OL8). Length and form that
 * may be public are checked later, with a problem at each field.
 */

/** characters of a line, as a name, an address or a path */
const MOST_LINE = 500;

export const someText = (title?: string, most = MOST_LINE): Word<string> => ({
  type: 'string',
  maxLength: most,
  ...(title && { title }),
});

export const someChoice = <const C extends readonly (string | number)[]>(
  choices: C,
  title?: string,
): Word<C[number]> => ({
  enum: choices,
  ...(title && { title }),
});

/** characters of a cell */
const MOST_CELL = 4_000;

/** A cell of a register as a draft holds it. */
export const someCell = as<Cell>({ type: ['string', 'number', 'null'], maxLength: MOST_CELL });

/** Rows of a register. */
export const someRows = as<Record<string, Cell>[]>({
  type: 'array',
  items: { type: 'object', additionalProperties: someCell },
});

/** Facts about a program offered for download. */
export const release = object({ version: someText(), platform: someText(), date: someText(), note: someText() });
