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
import { findFindings } from '../checks/find-findings.ts';
import { continueImport } from '../publish/publish-import.ts';
import { emergencyPublish, publishEdition, type EmergencyInput } from '../publish/publish-edition.ts';
import { checkFile, type FileTask } from '../../registers/editions/check-file.ts';
import { checkRecord, type CheckedStore } from '../../record/check-record.ts';
import type { Database } from '../../db/connect.ts';
import type { Actor } from '../../people/staff/audit.ts';

/**
 * Context of a job of the worker. The worker (this folder) runs jobs that read all rows of a large register, or much
 * text. It has a thread and database connections of its own, so that the server goes on answering visitors. Each job
 * is a function that the server calls directly where few rows are concerned (isLarge in draft-changes.ts). Its input
 * and its result can be copied between threads.
 */
export interface JobContext {
  publishContext: PublishContext;
  /** DATA_DIR/files */
  filesDir: string;
}

/** Reports the progress of a job. */
export type OnProgress = (done: number, of: number) => void;

/** The context of jobs that always run in a thread. A check of the record alone works as the owner of the tables, too (RC7). */
export interface ThreadContext extends JobContext {
  database: CheckedStore['database'] & Pick<Database, 'connect'>;
  onProgress: OnProgress;
}

export const jobs = {
  check: ({ publishContext }: JobContext, draft: CheckedDraft) => checkEdition(publishContext, draft),
  findings: ({ publishContext, filesDir }: JobContext, draft: CheckedDraft) =>
    findFindings({ ...publishContext, filesDir }, draft),
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
    { publishContext: { pagesDir }, filesDir, database }: ThreadContext,
    { headsFile }: { headsFile: string },
  ) => (await checkRecord({ database, pagesDir, filesDir, headsFile })).check,
};

export type JobName = keyof typeof jobs;
type JobInput<N extends JobName> = Parameters<(typeof jobs)[N]>[1];
type JobOutput<N extends JobName> = Awaited<ReturnType<(typeof jobs)[N]>>;

/**
 * Runs a job in the worker thread and resolves to its result.
 * @param key the result of a job depends on its key alone: two jobs of one name and key are computed once
 * @throws errors of the job, as the same class; ThreadRefused where its thread ended; Refused storeAway where the
 * server stops
 */
export type RunInWorker = <N extends JobName>(name: N, input: JobInput<N>, key?: string) => Promise<JobOutput<N>>;

/**
 * Runs jobs for one person, in a queue that is fair between people.
 * @param who a person's id, or the name of a part that works by itself
 * @param gone aborted when nobody waits for the answer any more: jobs that have not begun leave the queue. Only for
 * jobs that read; one that changes data never gets it.
 */
export type RunInWorkerFor = (who: number | string, gone?: AbortSignal, watch?: Watch) => RunInWorker;

/** View of a job, and control over it, for somebody who waits for it. Not for jobs with a key. */
export interface Watch {
  onProgress?: OnProgress;
  /** ends it, also while it runs; the database rolls back an uncommitted part */
  stop?: AbortSignal;
}
