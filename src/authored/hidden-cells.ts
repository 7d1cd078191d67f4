import type { Style } from './style-sheets.ts';
import { isElement, textIn, type Element } from './tree.ts';

/** places that the cells of one table may take; a table of 20,000 cells has its own number */
const MOST_PLACES = 200_000;
const NAUGHT = /^0+(?:\.0*)?(?:px|pt|em|%)?$/;

interface Cell {
  element: Element;
  row: number;
  column: number;
  rows: number;
  columns: number;
}

/**
 * AC3: takes hidden rows and columns out of a table, as spreadsheets leave them in what is copied; the cells around
 * keep their places.
 * @returns words of each row and column that was taken out and had any
 */
export function takeHiddenCells(table: Element, styleOf: (element: Element) => Style): string[] {
  const rows = rowsOf(table);
  const isGone = (element: Element): boolean => {
    const style = styleOf(element);
    return (
      element.attribs.hidden !== undefined ||
      style.get('display') === 'none' ||
      style.get('visibility') === 'collapse' ||
      // a row without a height has that of its text
      (element.name !== 'tr' && NAUGHT.test(style.get('width') ?? element.attribs.width ?? ''))
    );
  };
  const goneRows = new Set(rows.flatMap((row, at) => (isGone(row) ? [at] : [])));
  const goneColumns = new Set<number>();
  let next = 0;
  for (const column of columnsOf(table)) {
    const last = next + span(column.attribs.span, 1_000);
    if (isGone(column)) for (let at = next; at < last; at += 1) goneColumns.add(at);
    next = last;
  }
  if (goneRows.size === 0 && goneColumns.size === 0) return [];
  const cells = placesOf(rows);
  if (!cells) return [];
  const reasons = [
    ...[...goneRows].map((at) => words(cells.filter(({ row }) => row === at))),
    ...[...goneColumns].map((at) => words(cells.filter(({ column, columns }) => column === at && columns === 1))),
  ];
  const remaining = cells.flatMap((cell) => {
    const left = visible(cell.row, cell.rows, goneRows);
    const across = visible(cell.column, cell.columns, goneColumns);
    if (left.count === 0 || across.count === 0) return [];
    setSpan(cell.element, 'rowspan', left.count);
    setSpan(cell.element, 'colspan', across.count);
    return [{ ...cell, row: left.first }];
  });
  rows.forEach((row, at) => {
    row.children = goneRows.has(at) ? [] : remaining.filter((cell) => cell.row === at).map(({ element }) => element);
    if (goneRows.has(at) && row.parent) row.parent.children = row.parent.children.filter((one) => one !== row);
  });
  for (const column of columnsOf(table))
    if (isGone(column) && column.parent)
      column.parent.children = column.parent.children.filter((one) => one !== column);
  return reasons.filter((text) => text !== '');
}

const words = (cells: readonly Cell[]): string =>
  cells
    .map(({ element }) => textIn(element))
    .filter((text) => text !== '')
    .join(' ');

/** Rows of a table itself, not of one within it. */
function rowsOf(table: Element): Element[] {
  return table.children.filter(isElement).flatMap((one) => {
    if (one.name === 'tr') return [one];
    return /^t(?:head|body|foot)$/.test(one.name)
      ? one.children.filter(isElement).filter(({ name }) => name === 'tr')
      : [];
  });
}

const columnsOf = (table: Element): Element[] =>
  table.children.filter(isElement).flatMap((one) => {
    if (one.name !== 'colgroup') return one.name === 'col' ? [one] : [];
    const inside = one.children.filter(isElement).filter(({ name }) => name === 'col');
    return inside.length > 0 ? inside : [one];
  });

function span(written: string | undefined, most: number): number {
  const count = Number(written);
  return Number.isInteger(count) && count > 1 ? Math.min(count, most) : 1;
}

function setSpan(cell: Element, name: 'colspan' | 'rowspan', count: number): void {
  if (count > 1) cell.attribs[name] = String(count);
  else delete cell.attribs[name];
}

/** Place of each cell; null for a table that is larger than any. */
function placesOf(rows: readonly Element[]): Cell[] | null {
  const cells: Cell[] = [];
  const taken = rows.map(() => new Set<number>());
  let places = 0;
  for (const [row, element] of rows.entries()) {
    let column = 0;
    for (const cell of element.children.filter(isElement)) {
      if (cell.name !== 'td' && cell.name !== 'th') continue;
      while (taken[row]!.has(column)) column += 1;
      const columns = span(cell.attribs.colspan, 1_000);
      const down = Math.min(span(cell.attribs.rowspan, rows.length), rows.length - row);
      places += columns * down;
      if (places > MOST_PLACES) return null;
      for (let below = row; below < row + down; below += 1)
        for (let at = column; at < column + columns; at += 1) taken[below]!.add(at);
      cells.push({ element: cell, row, column, rows: down, columns });
      column += columns;
    }
  }
  return cells;
}

function visible(first: number, count: number, gone: ReadonlySet<number>): { first: number; count: number } {
  const left = Array.from({ length: count }, (_, at) => first + at).filter((at) => !gone.has(at));
  return { first: left[0] ?? first, count: left.length };
}
