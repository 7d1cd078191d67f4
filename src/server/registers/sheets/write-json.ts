import { Readable } from 'node:stream';
import { plainCell, type WrittenCell } from './written-sheet.ts';

/** characters handed on at once */
const PIECE = 32_768;

/**
 * JSON in UTF-8, written while it is read (RG34): the members of `head`, then `rows`, an object of names each. Numbers
 * are written digit by digit as they are stored; one that programs could not hold exactly is a text, and an empty cell
 * is null. An error of `rows` destroys the stream.
 */
export function writeJson(
  head: Readonly<Record<string, unknown>>,
  names: readonly string[],
  rows: AsyncIterable<readonly WrittenCell[]>,
): Readable {
  return Readable.from(pieces(head, names, rows), { objectMode: false });
}

async function* pieces(
  head: Readonly<Record<string, unknown>>,
  names: readonly string[],
  rows: AsyncIterable<readonly WrittenCell[]>,
): AsyncGenerator<string> {
  const titles = names.map((name) => `${JSON.stringify(name)}:`);
  let piece = `${JSON.stringify(head).slice(0, -1)},"rows":[`;
  let between = '\n';
  for await (const row of rows) {
    piece += `${between}{${row.map((cell, at) => titles[at]! + jsonCell(cell)).join(',')}}`;
    between = ',\n';
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  yield `${piece}\n]}\n`;
}

function jsonCell(cell: WrittenCell): string {
  const plain = plainCell(cell);
  if (!plain) return 'null';
  return plain.kind === 'number' || plain.kind === 'percent' ? plain.text : JSON.stringify(plain.text);
}
