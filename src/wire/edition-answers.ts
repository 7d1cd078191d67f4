import type { Change } from '#kinds/index.ts';
import type { EditionAction, EditionState, EditionStep } from '#rules/editions/edition-steps.ts';
import type { StaffRight } from '#rules/people/staff-rights.ts';
import type { DiffLine } from '#rules/text/text-diff.ts';
import type { EditionFile } from './console-answers.ts';
import type { CheckId, Severity } from '#rules/checks/checks.ts';
import type { FoundPlace } from '#rules/checks/findings.ts';

/** Answers of the calls of editions (src/server/console-api/edition-calls.ts), as both ends know them. */

/**
 * Views of the list. All: every edition that the person may see. Mine: they wrote at it, and it is neither public nor
 * discarded. Returned: the returned ones among these. To-review: in review, and not their own. To-publish: approved and
 * without a moment. Scheduled: approved with one. After-review: published in an emergency by others, and not confirmed
 * yet. Approval-ended: the program ended the approval of one that they wrote at, or had approved (ED12). Open: every one that is
 * neither public nor discarded (WB3). Failed: approved, and its moment passed in vain (WB5).
 */
export const EDITION_VIEWS = [
  'all',
  'mine',
  'returned',
  'to-review',
  'to-publish',
  'scheduled',
  'after-review',
  'approval-ended',
  'open',
  'failed',
] as const;
export type EditionView = (typeof EDITION_VIEWS)[number];

/** Orders of the list: the newest change first, or (RV1) what has waited longest. */
export const EDITION_ORDERS = ['changed', 'waiting'] as const;
export type EditionOrder = (typeof EDITION_ORDERS)[number];

export type EditionCounts = Partial<Record<EditionView, number>>;

/** An edition that a call has made. */
export interface MadeEdition {
  editionId: number;
  version: number;
}

/** One edition with its history, from the caller's point of view. */
export interface FoundEdition {
  editionId: number;
  title: string;
  state: EditionState;
  /** the newest */
  version: number;
  hash: string;
  channelIds: string[];
  /** the requested version */
  shown: { version: number; title: string; changes: Change[]; savedBy: string; savedAt: string };
  versions: { version: number; savedBy: string; savedAt: string }[];
  steps: { at: string; name: string; act: EditionStep; version: number; note: string }[];
  contributors: { staffId: number; name: string }[];
  approvedBy: string;
  /** '' for none */
  publishAt: string;
  publishedIn: number | null;
  /** ED8: of one that is being published in steps: articles that are public, and why it does not go on, or '' */
  progress: { done: number; total: number; halted: string } | null;
  /**
   * published in an emergency: why, by whom, and until when a second person looks at it; reviewedAt '' while nobody has
   */
  emergency: { reason: string; name: string; dueAt: string; isOverdue: boolean; reviewedAt: string } | null;
  /** the plan that it is part of, in order; [] for none */
  plan: PlannedEdition[];
  /** subjects that were published otherwise since the edition was started; they block its publication */
  outdated: string[];
  /**
   * reason for each act why it is not allowed to the caller by its state and the four eyes, '' where it is; rights are
   * a matter of their own
   */
  may: Record<EditionAction, string>;
  /** addresses of a published edition that visitors can open */
  addresses: { title: string; path: string }[];
  /** stored files that its articles name, by filepath */
  files: Record<string, EditionFile>;
  /** titles of articles and channels that it takes from the public, by subject */
  titles: Record<string, string>;
  /** the wizard of new channels made it as it is */
  inWizard: boolean;
  /** acts that the caller's roles allow */
  rights: StaffRight[];
}

/** An article of an import, as a list shows it. */
export interface ImportedArticle {
  title: string;
  channelId: string;
  contentTime: string;
  /** '' for none */
  oldAddress: string;
  /** number of an article that is or was public here already; null: it is new */
  articleId: number | null;
  /** length of its text, with tags */
  characters: number;
}

/** The public version of a subject. */
export interface PublicContent {
  /** null: nothing */
  change: Change | null;
  mark: string;
  /** the newest edition that changes it already */
  open: { editionId: number; title: string; version: number; state: EditionState } | null;
}

/** articleIds: by place in the changes, null for other changes */
export interface PublishedEdition {
  no: number;
  at: string;
  articleIds: (number | null)[];
}

/** Preview of typed changes. */
export interface DrawnPreview {
  /** names it for the frame's links */
  previewId: string;
  /** null: the problems leave nothing to draw */
  page: string | null;
  /** address of the page below the site's base, with its query; '' without a page */
  path: string;
  problems: EditionProblem[];
}

/** An edition as part of a plan: a start and an end, or more steps, each a publication of its own. */
export interface PlannedEdition {
  editionId: number;
  title: string;
  state: EditionState;
  version: number;
  /** when it is meant to become public; '' as soon as it is approved */
  at: string;
  /** scheduled time of publication; '' while not scheduled */
  publishAt: string;
  publishedIn: number | null;
  after: number | null;
}

/** CK3: something that a check found in an edition. */
export interface Finding extends FoundPlace {
  /** key by which a reason or a consent names it */
  key: string;
  /** place in the edition's changes, from 0 */
  change: number;
  severity: Exclude<Severity, 'off'>;
}

/** CK4: outcome of all checks; the red lines among them have an answer of their own (RD7). */
export interface Findings {
  findings: Finding[];
  /** checks that looked and found nothing */
  passed: CheckId[];
}

export interface EditionProblem {
  /** place in the edition's changes, from 0; null: of the edition itself */
  change: number | null;
  message: string;
  /** place of a register's row, from 1, and the field */
  row?: number;
  field?: string | null;
  /** place in the document of a page */
  pointer?: string;
  code?: string;
}

/** Answers of the check of persons or products about rows of a register, as visitors read them (RG9). */
export interface VerifyExamples {
  register: string;
  title: string;
  kind: 'staff' | 'product';
  rows: number;
  /** number of rows marked as left or ended */
  endedRows: number;
  /** column and values that mark them, e.g. 状态 and 离岗; null without such a column */
  mark: { title: string; values: string[] } | null;
  /** numbers of active rows and of each ended value, in the order of the register */
  examples: VerifyExample[];
}

export interface VerifyExample {
  /** facts as the check answers them (api/found-row.ts) */
  facts: { field: string; title: string; text: string }[];
  ended: { state: string; words: string } | null;
}

/** A field that differs; `before` or `after` is absent when the field is missing on that side. */
export interface FieldDifference {
  /** RFC 6901 in the change */
  path: string;
  before?: unknown;
  after?: unknown;
  /** lines of an article's text */
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
  /** rows that a new definition rewrites and nobody changed (RG23); absent: it rewrites none */
  rewritten?: number;
  /** rows that stay as they are; absent: not counted */
  same?: number;
  /** the first 2,000 each of those that are added, changed and removed */
  list: RowDifference[];
}

export interface SubjectDifference {
  subject: string;
  how: 'added' | 'changed' | 'removed' | 'same';
  /** the form on each side; null: it is not there */
  before: 'written' | 'withdrawn' | null;
  after: 'written' | 'withdrawn' | null;
  fields: FieldDifference[];
  /** both versions as a whole, of kinds that are compared as a whole or told by what their difference does */
  documents?: { before?: unknown; after?: unknown };
  /** rows of a register: how many came, became others and left, and the first of them */
  rows?: RowsDifference;
}

export interface Comparison {
  title: { before: string | null; after: string | null };
  subjects: SubjectDifference[];
}
