import { featureJobs } from '#features/jobs.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { checkEdition, type CheckedDraft, type PublishContext } from '../review/check-edition.ts';
import { compareRows } from '#kinds/rows/server/compare-rows.ts';
import { findRowRedLines } from '#kinds/rows/server/find-red-lines.ts';
import { compareTexts } from '#kinds/article/server/compare-texts.ts';
import type { RowsDocument } from '#kinds/rows/index.ts';
import type { StepInput } from '../edition-row.ts';
import { storePublicRows } from '#kinds/rows/server/public-rows.ts';
import { rewriteRows, type RewriteTask } from '#kinds/rows/server/rewrite-rows.ts';
import { findPersonal } from '../review/personal-findings.ts';
import { continueImport } from '../publish/publish-import.ts';
import { emergencyPublish, publishEdition, type EmergencyInput } from '../publish/publish-edition.ts';
import { checkFile, type FileTask } from '../../registers/editions/check-file.ts';
import { checkRecord, type CheckedStore } from '../../record/check-record.ts';
import type { Actor } from '../../people/staff/audit.ts';

/**
 * What a job of the worker is given. The worker (this folder) runs what reads all rows of a large register, or much text, in a
 * thread of its own with database connections of its own, so that the server goes on answering visitors. Each job is a
 * function that the server calls directly where few rows are concerned (isLarge in draft-changes.ts); its input and its
 * result can be copied between threads.
 */
export interface JobContext {
  publishContext: PublishContext;
  /** DATA_DIR/files */
  filesDir: string;
}

/** For a check of the record, which alone works as the owner of the tables, too (RC7). */
export interface CheckContext extends JobContext {
  database: CheckedStore['database'];
}

export const jobs = {
  check: ({ publishContext }: JobContext, draft: CheckedDraft) => checkEdition(publishContext, draft),
  'personal-numbers': ({ publishContext, filesDir }: JobContext, draft: CheckedDraft) =>
    findPersonal({ ...publishContext, filesDir }, draft),
  publish: (
    { publishContext }: JobContext,
    { actor, input, dueBy }: { actor: Actor; input: StepInput; dueBy?: Date },
  ) => publishEdition(publishContext, actor, input, dueBy ? { dueBy } : {}),
  emergency: (
    { publishContext }: JobContext,
    { actor, input }: { actor: Actor; input: EmergencyInput & { seen?: string } },
  ) => emergencyPublish(publishContext, actor, input),
  'import-step': ({ publishContext }: JobContext, { editionId }: { editionId: number }) =>
    continueImport(publishContext, editionId),
  'public-rows': (
    { publishContext }: JobContext,
    { definition, after }: { definition: RegisterDefinition; after?: number },
  ) => storePublicRows(publishContext, definition, after),
  'rewrite-rows': ({ publishContext }: JobContext, task: RewriteTask) => rewriteRows(publishContext, task),
  'compare-rows': (
    { publishContext }: JobContext,
    { before, after }: { before: RowsDocument | null; after: RowsDocument | null },
  ) => compareRows(publishContext, before, after),
  'red-lines': (
    { publishContext }: JobContext,
    { before, after }: { before: RowsDocument | null; after: RowsDocument },
  ) => findRowRedLines(publishContext, before, after),
  'compare-texts': (_jobContext: JobContext, { before, after }: { before: string; after: string }) =>
    compareTexts({}, before, after),
  'check-file': ({ publishContext, filesDir }: JobContext, task: FileTask) =>
    checkFile(publishContext.db, filesDir, task),
  ...featureJobs,
  'check-record': async (
    { publishContext: { pagesDir }, filesDir, database }: CheckContext,
    { headsFile }: { headsFile: string },
  ) => (await checkRecord({ database, pagesDir, filesDir, headsFile })).check,
};

export type JobName = keyof typeof jobs;
type JobInput<N extends JobName> = Parameters<(typeof jobs)[N]>[1];
type JobOutput<N extends JobName> = Awaited<ReturnType<(typeof jobs)[N]>>;

/**
 * Runs a job in the worker thread and resolves to its result.
 * @param key the result of a job depends on its key alone: two jobs of one name and key are computed once
 * @throws what the job throws, as the same class; Refused internal where its thread ended, storeAway where the server
 * stops
 */
export type RunInWorker = <N extends JobName>(name: N, input: JobInput<N>, key?: string) => Promise<JobOutput<N>>;

/**
 * Runs jobs for one person, in a queue that is fair between people.
 * @param who a person's id, or a name of what works by itself
 * @param gone aborted when nobody waits for the answer any more: jobs that have not begun leave the queue. Only for jobs
 * that read; what changes something is never given one.
 */
export type RunInWorkerFor = (who: number | string, gone?: AbortSignal) => RunInWorker;
