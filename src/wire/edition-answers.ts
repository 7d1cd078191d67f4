import type { Change } from '#kinds/index.ts';
import type { EditionAction, EditionState, EditionStep } from '#rules/editions/edition-steps.ts';
import type { StaffRight } from '#rules/people/staff-rights.ts';
import type { DiffLine } from '#rules/text/text-diff.ts';
import type { EditionFile } from './console-answers.ts';
import type { PersonalNumberKind } from '#rules/people/personal-numbers.ts';

/** What the calls of editions answer (src/server/console-api/edition-calls.ts), as both ends know it. */

/**
 * all: every edition that the person may see. mine: they wrote at, and it is neither public nor discarded. returned:
 * those of these that were returned. to-review: in review, and not their own. to-publish: approved and without a moment. scheduled: approved with one. after-review:
 * published in an emergency by others, and not confirmed yet. approval-ended: those that they wrote at, or had approved, whose
 * approval the program ended (ED12).
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
] as const;
export type EditionView = (typeof EDITION_VIEWS)[number];
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
  /** of the version asked for */
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
   * for each act '' where its state and the four eyes allow it to whoever asks, else why not; rights are a matter of
   * their own
   */
  may: Record<EditionAction, string>;
  /** of a published edition: what of it visitors can open */
  addresses: { title: string; path: string }[];
  /** stored files that its articles name, by filepath */
  files: Record<string, EditionFile>;
  /** of articles and channels that it takes from the public, by subject */
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
  /** of one that is or was public here already; null: it is new */
  articleId: number | null;
  /** of its text, with tags */
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

/** What typed changes would look like. */
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

/** PV1: a number of a person that would become public. */
export interface PersonalFinding {
  /** by which a reason or a consent names it */
  key: string;
  /** place in the edition's changes, from 0 */
  change: number;
  /** '登记表“…”的“备注”', '文章“…”的正文' */
  place: string;
  kind: PersonalNumberKind;
  /** masked */
  shown: string;
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
  /** number of rows marked as left or ended */
  endedRows: number;
  /** column and values that mark them, e.g. 状态 and 离岗; null without such a column */
  mark: { title: string; values: string[] } | null;
  /** numbers of active rows and of each ended value, in the order of the register */
  examples: VerifyExample[];
}

export interface VerifyExample {
  /** as the check answers them (api/found-row.ts) */
  facts: { field: string; title: string; text: string }[];
  ended: { state: string; words: string } | null;
}

/** A field that differs; `before` or `after` is absent when the field is missing on that side. */
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
  /** rows that a new definition rewrites and nobody changed (RG23); absent: it rewrites none */
  rewritten?: number;
  /** the first of those that are added, changed and removed */
  list: RowDifference[];
}

export interface SubjectDifference {
  subject: string;
  how: 'added' | 'changed' | 'removed' | 'same';
  /** what each side makes of it; null: it has nothing of it */
  before: 'written' | 'withdrawn' | null;
  after: 'written' | 'withdrawn' | null;
  fields: FieldDifference[];
  /** both versions as a whole, of kinds that are compared as a whole or told by what their difference does */
  documents?: { before?: unknown; after?: unknown };
  /** of a register: how many rows came, became others and left, and the first of them */
  rows?: RowsDifference;
}

export interface Comparison {
  title: { before: string | null; after: string | null };
  subjects: SubjectDifference[];
}
