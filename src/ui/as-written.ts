import { formatCell } from '#rules/registers/format-cell.ts';
import { isBlank } from './register-columns.ts';
import type { Column } from './register-columns.ts';
import { activeScript, verbatim } from './script/active-script.ts';

type Value = string | number | null | undefined;

/** Fields of these types show words of ours, whatever value they hold. */
const WORDED = new Set(['url', 'image', 'file']);

/**
 * LG4: the attribute `translate` of the element around a CellText whose value is a name, a code or a number. Absent
 * where
 * nothing is converted: those pages stay as light as they are.
 */
export const translateOf = (value: Value, { convert, type }: Pick<Column, 'convert' | 'type'>): 'no' | undefined =>
  activeScript !== null && convert === false && !isBlank(value) && !WORDED.has(type) ? 'no' : undefined;

/** A value as formatCell writes it, for a text that is put together. */
export const cellWords = (value: Value, column: Column): string =>
  verbatimIf(translateOf(value, column) === 'no', formatCell(value, column));

/** Words of an answer about a row. */
export const factWords = ({ text, convert }: { text: string; convert: boolean }): string => verbatimIf(!convert, text);

const verbatimIf = (isVerbatim: boolean, text: string): string => (isVerbatim ? verbatim(text) : text);
