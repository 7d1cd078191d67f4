import type { EditionAct, EditionState, EditionStep } from '#rules/edition-steps.ts';
import type { DiffLine } from '#rules/text-diff.ts';

/** What the calls of editions answer (src/server/console-api/edition-calls.ts). */
export const VIEWS = { all: '全部', mine: '我的稿件', 'to-review': '待我审核', 'after-review': '待复核', 'to-publish': '待发布', scheduled: '定时发布' } as const;
export type EditionView = keyof typeof VIEWS;
export type EditionCounts = Partial<Record<Exclude<EditionView, 'all'>, number>>;

export type Row = Record<string, string | number | null>;

export interface RegisterShape {
  register: string;
  title: string;
  fields: Record<string, { title: string }>;
}

export type DraftChange =
  | { kind: 'channel'; channel: { channelId: string; parentId: string; name: string; url: string } }
  | { kind: 'channel-retired'; channelId: string; reason: string; successor?: string }
  | { kind: 'article'; article: { articleId?: number; channelId: string; title: string; content?: string; contentTime: string } & Record<string, unknown> }
  | { kind: 'article-withdrawn'; articleId: number; reason: string; successor?: string }
  | { kind: 'register'; definition: RegisterShape; rows: Row[]; dataDate: string; department: string }
  | { kind: 'page'; page: string; document: unknown }
  | { kind: 'setting'; name: string; value: unknown };

export interface FoundEdition {
  editionId: number;
  title: string;
  state: EditionState;
  version: number;
  channelIds: string[];
  shown: { version: number; title: string; changes: DraftChange[]; savedBy: string; savedAt: string };
  versions: { version: number; savedBy: string; savedAt: string }[];
  steps: { at: string; name: string; act: EditionStep; version: number; note: string }[];
  contributors: { staffId: number; name: string }[];
  approvedBy: string;
  publishAt: string;
  publishedIn: number | null;
  emergency: { reason: string; name: string; dueAt: string; isOverdue: boolean; reviewedAt: string } | null;
  outdated: string[];
  may: Record<EditionAct, string>;
  /** of a published edition: what of it visitors can open */
  addresses?: { title: string; path: string }[];
}

export interface EditionProblem {
  change: number | null;
  message: string;
  row?: number;
}

export interface FieldDifference {
  path: string;
  before?: unknown;
  after?: unknown;
  lines?: DiffLine[];
}

export interface RowDifference {
  how: 'added' | 'changed' | 'removed';
  key: string;
  before?: Row;
  after?: Row;
  fields: string[];
}

export interface SubjectDifference {
  subject: string;
  how: 'added' | 'changed' | 'removed' | 'same';
  fields: FieldDifference[];
  rows?: { added: number; changed: number; removed: number; list: RowDifference[] };
}

export interface Comparison {
  title: { before: string | null; after: string | null };
  subjects: SubjectDifference[];
}
