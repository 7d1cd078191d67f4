import type { Cell } from '#page/data-shapes.ts';
import { object, type Word } from '#page/schema-words.ts';

/** Schema words of what a draft holds: of the right type; length and form are checked later, with a problem at each field. */

export const someText = (title?: string): Word<string> => ({ type: 'string', ...(title && { title }) });

export const someChoice = <const C extends readonly (string | number)[]>(
  choices: C,
  title?: string,
): Word<C[number]> => ({
  enum: choices,
  ...(title && { title }),
});

/** A text whose content is checked elsewhere, or made by code. */
export const as = <T>(word: object): Word<T> => word as Word<T>;

/** Rows of a register. */
export const someRows = as<Record<string, Cell>[]>({
  type: 'array',
  items: { type: 'object', additionalProperties: { type: ['string', 'number', 'null'] } },
});

/** Facts about a program offered for download. */
export const release = object({ version: someText(), platform: someText(), date: someText(), note: someText() });
