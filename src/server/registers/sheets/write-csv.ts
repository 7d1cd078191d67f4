import { Readable } from 'node:stream';
import { guardFormula } from './formula-guard.ts';
import { plainCell, type WrittenCell, type WrittenSheet } from './written-sheet.ts';

/** characters handed on at once */
const PIECE = 32_768;

/**
 * CSV in UTF-8 with byte order mark and CRLF, written while it is read. Text that a program could take for a formula
 * gets an apostrophe in front (RG5); numbers and dates never do. An error of `rows` destroys the stream.
 */
export function writeCsv(sheet: Pick<WrittenSheet, 'columns' | 'rows'>): Readable {
  return Readable.from(csvPieces(sheet), { objectMode: false });
}

async function* csvPieces({ columns, rows }: Pick<WrittenSheet, 'columns' | 'rows'>): AsyncGenerator<string> {
  let piece = `\ufeff${line(columns.map(({ title }) => title))}`;
  for await (const row of rows) {
    piece += line(row);
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

const line = (cells: readonly WrittenCell[]): string => `${cells.map(csvCell).join(',')}\r\n`;

function csvCell(cell: WrittenCell): string {
  const plain = plainCell(cell);
  if (!plain) return '';
  const text = plain.kind === 'text' ? guardFormula(plain.text) : plain.text;
  return /[",;|\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
