import { pointerTo } from '#rules/json/pointer.ts';
import { characterProblem } from '#rules/text/damaged-text.ts';

/** A text of a document that holds what cannot be seen, or is damage. */
export interface DamagedText {
  /** RFC 6901 */
  pointer: string;
  text: string;
  message: string;
}

/** VA1: damaged texts of a document; lines may be broken. */
export function damagedTexts(value: unknown, pointer = ''): DamagedText[] {
  if (typeof value === 'string') {
    const message = characterProblem(value.replaceAll(/\r?\n/g, ' '));
    return message === null ? [] : [{ pointer, text: value, message }];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => damagedTexts(member, pointer + pointerTo(name)));
}
