/** A spreadsheet file as rows of typed cells, whatever its format. */

type SheetFormat = 'xlsx' | 'csv';

/**
 * Kinds of a cell and its text. All cells of a CSV file are text or empty.
 * - number: spelt as in the file (`0.1`, `8.0021E5`; with the zeros at both ends that the cell’s format shows)
 * - percent: a number that the sheet shows times 100, `0.65` for 65 %
 * - date: `yyyy-MM-dd`, or `yyyy-MM-dd HH:mm:ss` where it has a time; `1900-02-29` exists in spreadsheets only
 * - boolean: `TRUE` or `FALSE`
 * - error: `#N/A` …
 * - formula: one without a stored result, text ''
 * - picture: one in a cell, text ''
 */
export type CellKind = 'empty' | 'text' | 'number' | 'percent' | 'date' | 'boolean' | 'error' | 'formula' | 'picture';

export interface SheetCell extends SeenOfCell {
  kind: CellKind;
  /** '' for empty cells and formulas without a result */
  text: string;
}

/** Look of a cell beside its value (EY1). */
export interface SeenOfCell {
  /**
   * code of a number format that changes more than the rounding: a unit, a scale, per mille, a date without its day
   * or year, words around a text
   */
  format?: string;
  /** the text as a spreadsheet shows it: with each `format`, and of formatted numbers in the first SHOWN_ROWS rows */
  shown?: string;
  /** EY8: letters that look otherwise, as cell-looks.ts spells their runs; absent: all are ordinary */
  looks?: string;
}

/** rows whose shown text is given whatever their formats: those that people look at */
export const SHOWN_ROWS = 600;

export interface SheetRow {
  /** number from 1, as a spreadsheet program shows it */
  number: number;
  /** hidden rows are read like others */
  hidden: boolean;
  /** cells by column from A, up to the last one that holds more than spaces */
  cells: SheetCell[];
}

/** Cells shown as one; more than one. */
export interface MergedRange {
  /** range as written, e.g. A1:C1 */
  range: string;
  /** rows, from 1 */
  top: number;
  bottom: number;
  /** columns, from 0 */
  left: number;
  right: number;
}

/** Units that a file states for all columns that have none of their own. */
export interface StatedUnits {
  /** unit of money, also of another country; '' for none */
  money: string;
  /** % or ‰; '' for none */
  percent: string;
  /** the line as written, for readers of the report */
  words: string;
  /** units of money of single columns, by their names in the line: 规模单位：亿元，费用单位：元 */
  named: readonly { name: string; unit: string; words: string }[];
  /** the same of other counted things, such as 万份 and 户; name '' for any column that may be meant */
  counted: readonly { name: string; unit: string; words: string }[];
  /** the line with a unit that is not understood, or with another one than a line before; '' for none */
  unclear: string;
}

/** Things that lie over cells, and are no part of them; conditions by which cells may be hidden or struck out. */
export interface OverCell {
  kind: 'picture' | 'shape' | 'chart' | 'comment' | 'condition';
  /** place of its upper left corner: row from 1, column from 0; 0 and -1 for none */
  line: number;
  place: number;
}

/** Facts of a sheet before its first row. */
export type SheetFacts = Pick<
  Sheet,
  'format' | 'name' | 'sheets' | 'remarks' | 'merges' | 'base1904' | 'hiddenColumns' | 'over'
>;

/** One sheet, read as its rows are requested. */
export interface Sheet {
  format: SheetFormat;
  /** the requested sheet, else the first visible one of a workbook; '' for CSV */
  name: string;
  /** visible sheets of the workbook, any of which may be requested; [] for CSV */
  sheets: string[];
  /** Chinese sentences for the importer: which sheets were not read, the encoding of a CSV file */
  remarks: string[];
  /** ranges in the order of the sheet, wherever they are; only the upper left cell of one has content */
  merges: MergedRange[];
  /** EY9: places of columns that are hidden, or too narrow to show anything */
  hiddenColumns?: readonly number[];
  /** EY10: pictures, shapes, charts and comments */
  over?: readonly OverCell[];
  /** the workbook counts its days from 1904: of numbers that are days without a date format */
  base1904: boolean;
  /** EY5: units that lines above stated which are no longer among the rows; absent: they are */
  units?: StatedUnits;
  /** the first row that is not empty; at least one of its cells has a value */
  header: SheetRow;
  /**
   * The rows below the header in batches, in the file’s order, empty rows left out. Can be read once. The worker reads
   * no further than two batches ahead; leaving the loop early ends it.
   * @throws SheetRefused where the file turns out bad further down, or the deadline has passed
   */
  batches: AsyncIterable<SheetRow[]>;
  /** ends the reading; for callers that do not read `batches` to their end */
  close(): Promise<void>;
}

export interface SheetLimits {
  /** bytes of the file */
  fileSize: number;
  /** bytes of the parts of a workbook that are read, unpacked */
  unpackedSize: number;
  /** entries of a workbook’s archive */
  entries: number;
  /** rows with a value, header aside */
  rows: number;
  columns: number;
  /** characters of one cell */
  cellLength: number;
  /** milliseconds of the reader’s own time, without the caller's work on a batch */
  deadline: number;
  /** megabytes of the worker’s heap */
  memory: number;
}

export const SHEET_LIMITS: Readonly<SheetLimits> = {
  fileSize: 64 * 1024 * 1024,
  unpackedSize: 768 * 1024 * 1024,
  entries: 2_000,
  rows: 200_000,
  columns: 200,
  cellLength: 32_767,
  deadline: 60_000,
  memory: 192,
};
