/**
 * The cells of a block that a spreadsheet has put on the clipboard: lines of cells with tabs between them. A cell with
 * a line break, a tab or a quotation mark at its beginning stands in quotation marks.
 */
export function pastedCells(text: string): string[][] {
  const lines: string[][] = [[]];
  let at = 0;
  while (at < text.length) {
    const quoted = quotedCell(text, at);
    const end = quoted?.end ?? endOfCell(text, at);
    lines.at(-1)!.push(quoted?.cell ?? text.slice(at, end));
    at = end;
    if (text[at] === '\t') {
      at += 1;
      // a tab at the end has an empty cell behind it
      if (at === text.length || isBreak(text[at])) lines.at(-1)!.push('');
    }
    if (isBreak(text[at])) {
      at += text.startsWith('\r\n', at) ? 2 : 1;
      // a break at the end ends the last line
      if (at < text.length) lines.push([]);
    }
  }
  return lines;
}

const isBreak = (sign: string | undefined): boolean => sign === '\n' || sign === '\r';

function endOfCell(text: string, from: number): number {
  const found = text.slice(from).search(/[\t\r\n]/);
  return found < 0 ? text.length : from + found;
}

/** null where the cell is not in quotation marks to its end */
function quotedCell(text: string, from: number): { cell: string; end: number } | null {
  const match = /^"((?:[^"]|"")*)"(?=[\t\r\n]|$)/.exec(text.slice(from));
  return match && { cell: match[1]!.replaceAll('""', '"'), end: from + match[0].length };
}

/** A cell in a form that a spreadsheet reads back. */
export const copiedCell = (text: string): string =>
  /[\t\r\n]|^"/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** The part of a pasted block that has a place, and the number of cells beyond it. */
export interface PastedBlock {
  rows: number;
  columns: number;
  rowsLeft: number;
  columnsLeft: number;
}

/** @param place rows and columns from the cell on in which the block begins */
export function pastedBlock(
  block: readonly (readonly string[])[],
  { rows, columns }: { rows: number; columns: number },
): PastedBlock {
  const width = Math.max(...block.map((line) => line.length));
  return {
    rows: Math.min(block.length, rows),
    columns: Math.min(width, columns),
    rowsLeft: Math.max(0, block.length - rows),
    columnsLeft: Math.max(0, width - columns),
  };
}

/** Cells that do not fit; 'checking' until that is known, 'failed' where nobody could tell. */
export type PasteFound = number | 'checking' | 'failed';

/** RG20: what a paste did, what the check found of it, and what of the block was left out. */
export function pasteWords({ rows, columns, rowsLeft, columnsLeft }: PastedBlock, found: PasteFound): string {
  const checked =
    found === 'checking'
      ? '正在逐格检查'
      : found === 'failed'
        ? '暂时不能检查，保存时会再检查'
        : found === 0
          ? '没有问题'
          : `有 ${found} 格需要改正`;
  const left = [
    ...(rowsLeft > 0 ? [`超出本页的 ${rowsLeft} 行`] : []),
    ...(columnsLeft > 0 ? [`超出最后一列的 ${columnsLeft} 列`] : []),
  ];
  return [
    `已粘贴 ${rows} 行 × ${columns} 列，${checked}`,
    ...(left.length > 0 ? [`${left.join('、')}没有粘贴`] : []),
  ].join('；');
}
