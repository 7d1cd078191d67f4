import { mendText } from '#rules/text/damaged-text.ts';
import { OF_DAY, OF_TABLE } from '../sheets/of-table.ts';
import { SheetRefused } from '../sheets/refusals.ts';
import { mergeAt } from '../sheets/merged-cells.ts';
import type { MergedRange, SheetCell, SheetRow } from '../sheets/sheet.ts';
import { trimmed, withoutApostrophe } from '../import/reading.ts';
import { withoutBinaryTails } from '../import/read-decimal.ts';
import { unitIn } from '../import/unit-words.ts';

/** rows in which titles are looked for, as imports do */
export const TOP_ROWS = 10;
const LONGEST_TITLE = 40;
/** form of a cell of data, which no title has */
const DATA = /^(?:[-+]?[\d,.]+%?|[A-Za-z]{0,4}\d{4,}|\d{4}[-/.年]\d{1,2}.*|https?:.*|0\d{2,3}-\d+)$/;

/** 填报机构：综合部; a unit behind a colon may be part of a title: 规模：万元 */
const STATED = /^\p{Script=Han}{2,8}\s*[:：]\s*(\S.*)$/u;

/** Whether a cell describes the table. @param hasGaps its row titles fewer columns than there are */
function isOfTable(text: string, hasGaps: boolean): boolean {
  const stated = hasGaps ? STATED.exec(text)?.[1] : undefined;
  return OF_TABLE.test(text) || (hasGaps && OF_DAY.test(text)) || (stated !== undefined && unitIn(stated) === '');
}

export interface TitleRow {
  row: SheetRow;
  /** lone texts in the rows above */
  above: string[];
}

/**
 * VA1, EY1: a cell as it will be read: its look-alikes and entities as plain characters, its numbers as they are
 * shown.
 */
export function textOf(cell: SheetCell | undefined): string {
  const text = trimmed(cell?.text ?? '');
  return cell?.kind === 'text' ? withoutBinaryTails(withoutApostrophe(trimmed(mendText(text)?.text ?? text))) : text;
}

const filled = (row: SheetRow): number[] => row.cells.flatMap((cell, place) => (textOf(cell) === '' ? [] : [place]));

/**
 * Row that titles the columns, where no definition names them.
 * @param rows the first ones of the sheet
 * @throws SheetRefused where there is none, or titles are in two rows or in merged cells
 */
export function findTitleRow(rows: readonly SheetRow[], merges: readonly MergedRange[]): TitleRow {
  const top = rows.slice(0, TOP_ROWS);
  const width = Math.max(0, ...rows.slice(0, 3 * TOP_ROWS).map((row) => filled(row).length));
  const at = top.findIndex((row) => isTitles(row, width));
  const row = top[at];
  if (!row) throw new SheetRefused('no-title-row', { limit: Math.min(TOP_ROWS, rows.length) });
  const merge = mergeAt(merges, row.number);
  if (merge) throw new SheetRefused('merged-header', { row: row.number, range: merge.range });
  const twin = twinTitle(row);
  if (twin !== null) throw new SheetRefused('double-title', { row: row.number, title: twin });
  const below = rows[at + 1];
  if (below && continues(row, below, rows.slice(at + 2)))
    throw new SheetRefused('two-title-rows', { first: row.number, second: below.number });
  return { row, above: top.slice(0, at).flatMap(({ cells }) => cells.map(textOf).filter((text) => text !== '')) };
}

/** Titles that occur more than once. */
function twinTitle({ cells }: SheetRow): string | null {
  const texts = cells.map(textOf).filter((text) => text !== '');
  return texts.find((text, at) => texts.indexOf(text) !== at) ?? null;
}

/** Most columns are titled, by short words that are no data. */
function isTitles(row: SheetRow, width: number): boolean {
  const texts = filled(row).map((place) => textOf(row.cells[place]));
  if (texts.length < Math.max(width > 1 ? 2 : 1, width / 2)) return false;
  if (row.cells.some(({ kind }) => !['text', 'empty'].includes(kind))) return false;
  // 产品清单, and 单位：万元 at the end of the line
  const hasGaps = texts.length < width;
  if ((hasGaps || width < 3) && texts.some((text) => isOfTable(text, hasGaps))) return false;
  return texts.every((text) => text.length <= LONGEST_TITLE && !DATA.test(text));
}

/** True for a second row of titles below gaps of the first, whose cells title groups of columns. */
function continues(first: SheetRow, second: SheetRow, rest: readonly SheetRow[]): boolean {
  const gaps = filled(second).filter((place) => textOf(first.cells[place]) === '');
  if (gaps.length === 0 || second.cells.some(({ kind }) => !['text', 'empty'].includes(kind))) return false;
  const used = rest.slice(0, TOP_ROWS).filter((row) => gaps.some((place) => textOf(row.cells[place]) !== ''));
  return (
    used.length > 0 &&
    filled(second).every(
      (place) => textOf(second.cells[place]).length <= LONGEST_TITLE && !DATA.test(textOf(second.cells[place])),
    )
  );
}
