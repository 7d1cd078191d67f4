import type { Change } from '#kinds/index.ts';
import type { EditionAct, EditionState, EditionStep } from '#rules/edition-steps.ts';
import type { StaffAct } from '#rules/staff-rights.ts';
import type { EditionFile } from '#wire/console-answers.ts';
import type { PlannedEdition } from '#wire/edition-answers.ts';

/** What the calls of editions answer (src/server/console-api/edition-calls.ts). */
export const VIEWS = {
  all: '全部',
  mine: '我的稿件',
  'to-review': '待我审核',
  'after-review': '待复核',
  'to-publish': '待发布',
  scheduled: '定时发布',
} as const;
export type EditionView = keyof typeof VIEWS;
export type EditionCounts = Partial<Record<Exclude<EditionView, 'all'>, number>>;

export interface FoundEdition {
  editionId: number;
  title: string;
  state: EditionState;
  version: number;
  channelIds: string[];
  shown: { version: number; title: string; changes: Change[]; savedBy: string; savedAt: string };
  versions: { version: number; savedBy: string; savedAt: string }[];
  steps: { at: string; name: string; act: EditionStep; version: number; note: string }[];
  contributors: { staffId: number; name: string }[];
  approvedBy: string;
  publishAt: string;
  publishedIn: number | null;
  emergency: { reason: string; name: string; dueAt: string; isOverdue: boolean; reviewedAt: string } | null;
  /** the plan that it is part of, in order; [] for none */
  plan: PlannedEdition[];
  outdated: string[];
  may: Record<EditionAct, string>;
  /** of a published edition: what of it visitors can open */
  addresses?: { title: string; path: string }[];
  /** stored files that its articles name, by filepath */
  files: Record<string, EditionFile>;
  /** of articles and channels that it takes from the public, by subject */
  titles: Record<string, string>;
  /** the wizard of new channels made it as it is */
  inWizard: boolean;
  /** what whoever asks may do with it by role */
  rights: StaffAct[];
}
