/**
 * The cells of a block that a spreadsheet has put on the clipboard: lines of cells with tabs between them; a cell with a
 * line break, a tab or a quotation mark at its beginning stands in quotation marks.
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

/** As a spreadsheet reads it back. */
export const copiedCell = (text: string): string =>
  /[\t\r\n]|^"/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
