import type { EditionState } from '#rules/edition-steps.ts';
import type { DiffLine } from '#rules/text-diff.ts';

/** What the calls of editions answer (src/server/console-api/edition-calls.ts), as both ends know it. */

/** An edition as part of a plan: a start and an end, or more steps, each a publication of its own. */
export interface PlannedEdition {
  editionId: number;
  title: string;
  state: EditionState;
  version: number;
  /** when it is meant to become public; '' as soon as it is approved */
  at: string;
  /** when it will; '' while nobody has scheduled it */
  publishAt: string;
  publishedIn: number | null;
  after: number | null;
}

export interface EditionProblem {
  /** place in the edition's changes, from 0; null: of the edition itself */
  change: number | null;
  message: string;
  /** of a register's row: its place from 1, and the field */
  row?: number;
  field?: string | null;
  /** of a page: where in its document */
  pointer?: string;
  code?: string;
}

/** What the check of persons or products will say of rows of a register, as visitors read it (RG9). */
export interface VerifyExamples {
  register: string;
  title: string;
  kind: 'staff' | 'product';
  rows: number;
  /** how many of them are told to have left or ended */
  endedRows: number;
  /** what tells so, e.g. 状态 and 离岗; null: nothing does */
  mark: { title: string; values: string[] } | null;
  /** of standing rows and of each value that tells an end, as they come in the register */
  examples: VerifyExample[];
}

export interface VerifyExample {
  /** as the check answers them (api/found-row.ts) */
  facts: { field: string; title: string; text: string }[];
  ended: { state: string; words: string } | null;
}

/** A field that differs; `before` or `after` is absent where there is none on that side. */
export interface FieldDifference {
  /** RFC 6901 in the change */
  path: string;
  before?: unknown;
  after?: unknown;
  /** of a text of an article: its lines */
  lines?: DiffLine[];
}

type Row = Record<string, string | number | null>;

export interface RowDifference {
  how: 'added' | 'changed' | 'removed';
  key: string;
  before?: Row;
  after?: Row;
  /** names of the fields that differ */
  fields: string[];
}

export interface RowsDifference {
  added: number;
  changed: number;
  removed: number;
  /** the first of them */
  list: RowDifference[];
}

export interface SubjectDifference {
  subject: string;
  how: 'added' | 'changed' | 'removed' | 'same';
  /** what each side makes of it; null: it has nothing of it */
  before: 'written' | 'withdrawn' | null;
  after: 'written' | 'withdrawn' | null;
  fields: FieldDifference[];
  /** of kinds that are told so: each side as a whole, where they differ */
  documents?: { before?: unknown; after?: unknown };
  /** of a register: how many rows came, became others and left, and the first of them */
  rows?: RowsDifference;
}

export interface Comparison {
  title: { before: string | null; after: string | null };
  subjects: SubjectDifference[];
}
