/** What the console's calls of registers answer (src/server/console-api/register-calls.ts), as both ends know it. */

export type Cell = string | number | null;
export type RegisterRow = Record<string, Cell>;

export interface RegisterLine {
  register: string;
  title: string;
  /** yyyy-mm-dd, '' before the first publication */
  dataDate: string;
  /** days from the data date until today in Shanghai; null without a data date */
  age: number | null;
  rows: number;
  department: string;
  /** channels that show it */
  channelIds: string[];
  /** an open edition that changes it, the newest one */
  edition: { editionId: number; title: string; version: number; state: string } | null;
}

/** A public row; key: the values that name it */
export interface ListedRow {
  key: string[];
  row: RegisterRow;
}

export interface RegisterField {
  title: string;
  type: string;
  required?: boolean;
  patternHint?: string;
  example?: string;
  choices?: Record<string, string>;
  unit?: string;
  note?: string;
  scale?: number;
  fraction?: boolean;
  reference?: { register: string; label: string };
  restricted?: boolean;
  export?: boolean;
}

export interface RegisterFilter {
  name: string;
  title: string;
  kind: 'text' | 'choice' | 'fuzzy' | 'date' | 'number';
  choices?: Record<string, string>;
}

/** One register, as its screen needs it. */
export interface RegisterFacts extends RegisterLine {
  key: string[];
  fields: Record<string, RegisterField>;
  columns: string[];
  restrictedBy?: string;
  verify?: { show: string[] };
  filters: RegisterFilter[];
  countWord: string;
  /** where visitors see it, without the base; '' nowhere */
  path: string;
  /** revision of the public rows, for an edition that starts from them */
  mark: string;
}

export interface ImportReportView {
  file: string;
  sheet: string;
  headerRow: number;
  columns: { column: string; header: string; field: string | null; title: string | null }[];
  rowsRead: number;
  problems: { cell: string; value: string; reason: string; remedy: string }[];
  errors: {
    column: string;
    field: string;
    title: string;
    count: number;
    cells: { cell: string; value: string; reason: string; remedy: string }[];
  }[];
  badRows: number;
  repairs: {
    column: string;
    field: string;
    title: string;
    what: string;
    count: number;
    examples: { cell: string; from: string; to: string }[];
  }[];
  remarks: string[];
  difference: {
    publicRows: number;
    added: number;
    removed: number;
    changed: number;
    equal: number;
    addedRows: NamedRow[];
    removedRows: NamedRow[];
    changedRows: (NamedRow & { fields: { field: string; title: string; from: string; to: string }[] })[];
    changedFields: { field: string; title: string; count: number }[];
  } | null;
  /** more than a fifth of the public rows would go: the number has to be confirmed */
  vanishing: { removed: number; publicRows: number } | null;
  publishable: boolean;
}

export interface NamedRow {
  line: number | null;
  name: string;
}

export interface FoundImport {
  importId: number;
  register: string;
  filename: string;
  state: 'running' | 'done' | 'failed';
  rowsRead: number;
  /** why it failed */
  problem: string;
  report: ImportReportView | null;
  /** what it became */
  editionId: number | null;
  /** the register was published otherwise since it was compared */
  isOutdated: boolean;
}

/** One change of a row: `key` names the public row that it concerns, absent for a new one; `row` absent: it goes. */
export interface RowChange {
  key?: string[];
  row?: RegisterRow;
}

/** Whether changes fit. */
export interface RowCheck {
  problems: RowProblemView[];
  /** each as it would be stored; null: it goes, or does not fit */
  rows: (RegisterRow | null)[];
}

export interface RowProblemView {
  /** place in the changes, from 0 */
  change: number;
  /** '' for the row as a whole */
  field: string;
  message: string;
}
