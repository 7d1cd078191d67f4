import type { RegisterDefinition } from '#page/register-schema.ts';

/** Answers of the console's calls of registers (src/server/console-api/register-calls.ts), as both ends know them. */

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
  /** SU24: marked as one of a business that the firm does not have, and without public rows */
  isAbsent: boolean;
  department: string;
  /** channels that show it */
  channelIds: string[];
  /** an open edition that changes it, the newest one */
  edition: { editionId: number; title: string; version: number; state: string } | null;
}

/** A public row with all that is stored of it; key: the values that name it */
export interface ListedRow {
  key: string[];
  row: RegisterRow;
  /** ISO 8601: since when it has been as it is */
  changedAt: string;
  /** problems of values that no longer fit the definition; field: '' for the row as a whole */
  problems: { field: string; message: string }[];
}

/** The history of one row. */
export interface RowHistory {
  /** the row as it is public now; null: it is public no more */
  row: RegisterRow | null;
  events: RowHistoryEvent[];
  /** there are older ones */
  more: boolean;
}

/** Effect of one publication on a row. */
export interface RowHistoryEvent {
  /** number of the publication */
  no: number;
  /** ISO 8601 */
  at: string;
  title: string;
  writtenBy: string;
  approvedBy: string;
  /** the edition that was published; null: a program published it */
  editionId: number | null;
  /** rewritten: by a new definition, and nobody changed it (RG23) */
  how: 'added' | 'changed' | 'removed' | 'rewritten';
  /** null: the row was not there */
  before: RegisterRow | null;
  after: RegisterRow | null;
}

export interface RegisterField {
  title: string;
  type: string;
  required?: boolean;
  patternHint?: string;
  example?: string;
  choices?: Record<string, string>;
  /** VA5 */
  words?: string[];
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
  /** address for visitors, without the base; '' for none */
  path: string;
  /** revision of the public rows, for an edition that starts from them */
  mark: string;
}

/** RG43: what a check does to what it reads because a person asked for it. The file itself stays as it is. */
export interface FileMends {
  /** each cell of a range merged downwards gets what its uppermost holds */
  fillMerged?: boolean;
  /** sums and notes below the rows are no rows */
  leaveNotes?: boolean;
  /** answers by the keys of FileQuestion (EY6) */
  answers?: Record<string, string>;
}

/** EY6: what nobody can tell from a file. An answer goes with FileMends, and the file is read by it. */
export interface FileQuestion {
  key: string;
  words: string;
  choices: { answer: string; words: string }[];
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
  /** VA6: what the file says of the day that its rows are true at, '' where it says none; absent in reports of earlier checks */
  dataDate?: { value: string; reason: string };
  /** numbers of faults that FileMends would mend; absent in reports of earlier checks */
  mendable?: { merged: number; notes: number };
  /** open ones; absent in reports of earlier checks */
  questions?: FileQuestion[];
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

/** Additions to the public definition that a file is checked against (RG26): choices and columns. */
export interface Amendment extends FileMends {
  /** begun from the definition that this edition brings, whose rows the file replaces (ED4) */
  editionId?: number;
  /** choices by choice field */
  choices?: Record<string, string[]>;
  columns?: { title: string; isPublic: boolean }[];
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
  /** additions to the definition, so that the file could be checked */
  amendment: Amendment | null;
  /** the edition that was made of it */
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

/** A cell that a new definition does not take, or a row whose key it would double. */
export interface MisfitCell {
  /** key of the row as it is now */
  key: string;
  value: string;
  message: string;
}

/** Result of a new definition for the public rows. */
export interface RewrittenRows {
  rows: number;
  /** rows that would say something otherwise: values that were renamed, merged, filled in, or read as another type */
  rewritten: number;
  /** rows that would have another key */
  rekeyed: number;
  /**
   * columns by field as it is now: cells with something in them, and the number of each value; null: more than 30
   * values
   */
  fields: Record<string, { filled: number; values: [value: string, count: number][] | null }>;
  /**
   * EY7: cells that visitors would read otherwise, by field, for its type, digits or unit; `count`: all, more than are
   * listed
   */
  reread: { field: string; count: number; cells: { key: string; before: string; after: string }[] }[];
  /** unfit cells by field; `count`: all of them, more than are listed */
  unfit: { field: string; title: string; count: number; cells: MisfitCell[] }[];
}

/** Rules by which a new definition makes other rows of the public ones; see Rewrite in kinds/rows. */
export interface RewriteRules {
  fill: Record<string, Cell>;
  values: Record<string, Record<string, string>>;
  /** VA9: by field, choices of the former definition that count as marked, where those are not the ones that are public */
  ended?: Record<string, string[]>;
}

export interface DefinitionPlan {
  /** problems of the document, by pointer */
  problems: { pointer: string; message: string }[];
  /** null where the document is too wrong to read rows by it */
  rows: RewrittenRows | null;
}

/** The definition of a register as it is public, with what its form needs beside it. */
export interface DefinitionFacts {
  document: RegisterDefinition;
  /** marks by subject, for the edition that begins from it */
  base: Record<string, string>;
  /** '' before the first publication */
  dataDate: string;
  department: string;
  /** duty of freshness of each channel that shows it; '' for none */
  freshness: { channelId: string; freshness: string }[];
}
