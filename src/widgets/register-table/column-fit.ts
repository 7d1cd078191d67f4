import type { RegisterView } from '#page/register-schema.ts';
import { formatCell } from '#rules/registers/format-cell.ts';
import { widthOf } from '#rules/text/text-width.ts';
import type { Row } from '#ui/register-columns.ts';

type Column = RegisterView['columns'][number];

/** em; a column whose longest text fits keeps every cell on one line, so that no word of it is broken */
const ONE_LINE = 9;
/** a row is known by its name, so names get more room: that of a person is never broken, and no code or number is */
const LEAD_LINE = 13;
/** em; shorter words stay on their line on tablets, too */
const WRAPS = 4;
/** em; a sentence gets this much, so that one row is not as high as ten */
const SENTENCE = { from: 36, width: 20 };
/** em of the column of links to single rows */
const LINK = 2;
/** em of space beside each column */
const GAP = 1.5;
const CHINESE = /[\u2e80-\uffef]/;
/** em of room: the text column beside a section menu, and the least one in which a table is a table */
const ROOM = { desktop: 60, tablet: 47 };
/** em of room in the smaller letters of a table with folded columns */
const ROOM_FOLDED = 65;

export interface ColumnFit {
  /**
   * class of each field's cells: '' on one line, wraps: so, but where a narrow window has no room, no name, code or date; long;
   * long sentence
   */
  looks: ReadonlyMap<string, string>;
  /** RG33: minor columns, where the table has no room for all */
  folded: readonly Column[];
  /** wide: scrolls sideways everywhere; snug: only on tablets */
  extent: '' | 'snug' | 'wide';
}

/**
 * Layout of a table, chosen by the texts that it shows: the same on the server and in the browser, and nothing is
 * measured.
 */
export function fitColumns(
  columns: readonly Column[],
  rows: readonly Row[],
  lead: Column | undefined,
  linked: boolean,
): ColumnFit {
  const looks = new Map<string, string>();
  const widths = new Map<Column, number>();
  for (const column of columns) {
    // pictures and files do not show their address
    const texts =
      column.type === 'image' || column.type === 'file' ? [] : rows.map((row) => formatCell(row[column.field], column));
    const breaks = column !== lead && texts.some((text) => CHINESE.test(text));
    const most = breaks ? ONE_LINE : LEAD_LINE;
    const width = Math.max(widthOf(column.title), ...texts.map(widthOf));
    const isSentence = width > SENTENCE.from;
    const isLong = width > most;
    looks.set(column.field, isSentence ? 'long sentence' : isLong ? 'long' : breaks && width > WRAPS ? 'wraps' : '');
    widths.set(column, (isSentence ? SENTENCE.width : Math.min(width, most)) + GAP);
  }
  const needOf = (some: readonly Column[]): number =>
    some.reduce((sum, column) => sum + widths.get(column)!, linked ? LINK + GAP : 0);
  const folded = needOf(columns) > ROOM.desktop ? columns.filter((column) => column.minor && column !== lead) : [];
  const need = needOf(columns.filter((column) => !folded.includes(column)));
  const room = folded.length > 0 ? ROOM_FOLDED : ROOM.desktop;
  return { looks, folded, extent: need > room ? 'wide' : need > ROOM.tablet ? 'snug' : '' };
}
