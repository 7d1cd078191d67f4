import type { FileQuestion } from '#wire/register-answers.ts';
import type { StatedDate } from './data-date.ts';

/** Findings of a dry run of an import. Everything that an editor reads is Chinese. */
export interface ImportReport {
  register: string;
  title: string;
  /** name of the file as given */
  file: string;
  format: 'xlsx' | 'csv';
  /** the sheet that was read; '' for CSV */
  sheet: string;
  /** row number as a spreadsheet shows it, from 1; 0 where no header was found */
  headerRow: number;
  columns: ReportColumn[];
  /** rows below the header that hold anything */
  rowsRead: number;
  /** problems of the file as a whole: header, columns, foreign register. Rows are not read then. */
  problems: FileProblem[];
  /**
   * wrong cells by column in the file's order, duplicates under the first column of the key; all are counted, some are
   * listed
   */
  errors: ColumnErrors[];
  /** rows with at least one error */
  badRows: number;
  /** values that were repaired while reading, by column and kind */
  repairs: Repairs[];
  /** sentences that hold nothing up, but should be read */
  remarks: string[];
  /** RG43: ranges merged downwards, and sums and notes, that are errors and that a person may have mended */
  mendable: { merged: number; notes: number };
  /** EY6: questions that the file leaves open and a person may answer; each is a problem as long as it is open */
  questions: FileQuestion[];
  /** VA6: day in the file at which its rows are true */
  dataDate: StatedDate;
  /** null where the rows are not good enough to be compared */
  difference: Difference | null;
  /** a stop that only the person can lift, by confirming exactly `removed` */
  vanishing: Vanishing | null;
  /** true where no finding forbids publishing */
  publishable: boolean;
}

export interface ReportColumn {
  /** letters, as a spreadsheet shows them */
  column: string;
  header: string;
  /** null: the column is not read */
  field: string | null;
  title: string | null;
}

export interface FileProblem {
  /** C1, or '' for the whole file */
  cell: string;
  value: string;
  reason: string;
  remedy: string;
}

export interface CellError {
  /** C17 */
  cell: string;
  /** value as written in the file, cut after some characters */
  value: string;
  reason: string;
  remedy: string;
}

export interface ColumnErrors {
  column: string;
  field: string;
  title: string;
  /** number of all errors */
  count: number;
  /** all errors, while the file has no more than MOST_LISTED */
  cells: CellError[];
}

export interface Repairs {
  column: string;
  field: string;
  title: string;
  /** 补回前导零 … */
  what: string;
  count: number;
  examples: { cell: string; from: string; to: string }[];
}

export interface Difference {
  publicRows: number;
  added: number;
  removed: number;
  changed: number;
  equal: number;
  addedRows: RowName[];
  removedRows: RowName[];
  changedRows: (RowName & { fields: FieldChange[] })[];
  /** number of changed rows of each field, fields without any left out */
  changedFields: { field: string; title: string; count: number }[];
}

/** Row by its key and its name: 员工编号 800213 陈明澈. `line` in the file, null for a removed one. */
export interface RowName {
  line: number | null;
  name: string;
}

export interface FieldChange {
  field: string;
  title: string;
  /** value in words: the label of a choice, 空 for an empty cell */
  from: string;
  to: string;
}

export interface Vanishing {
  removed: number;
  publicRows: number;
  /** the person has confirmed this number */
  confirmed: boolean;
}

/**
 * errors of one file that are listed with their place (RG6); whatever is beyond is counted. Ten million wrong cells
 * must not fill the memory.
 */
export const MOST_LISTED = 100_000;
/** errors of one column that have a suggestion */
export const MOST_SUGGESTED = 200;
/** rows of each kind of difference that are listed, and examples of one repair */
export const MOST_ROWS = 100;
export const MOST_EXAMPLES = 10;
/** share of the public rows that may disappear without a confirmation */
export const MOST_VANISHING = 0.2;

/** The file cannot be published as it is; holds the whole report. */
export class ImportRefused extends Error {
  override readonly name = 'ImportRefused';
  readonly report: ImportReport;

  constructor(report: ImportReport, words: string) {
    super(words);
    this.report = report;
  }
}
