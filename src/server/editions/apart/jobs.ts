import type { RegisterDefinition } from '#page/register-schema.ts';
import { checkEdition, type PublishContext } from '../check-edition.ts';
import { compareRows } from '#kinds/rows/compare-rows.ts';
import { compareTexts } from '#kinds/article/compare-texts.ts';
import type { RowsDocument } from '#kinds/rows/index.ts';
import type { Draft } from '../draft-changes.ts';
import type { Asked } from '../edition-row.ts';
import { keepPublicRows } from '#kinds/rows/public-rows.ts';
import { emergencyPublish, publishEdition } from '../publish-edition.ts';
import { checkFile, type FileTask } from '../../registers/editions/check-file.ts';
import type { Doer } from '../../people/staff/audit.ts';

/**
 * The folder `server/editions/apart` runs what goes through all rows of a large register, or much text, in a thread of
 * its own, with connections of
 * its own, so that visitors are answered meanwhile. A job is a function that the rest of the server calls by itself
 * where
 * few rows are concerned (draft-changes.ts isLarge); what goes in and comes out can be sent from thread to thread.
 */
export interface Bench {
  publishContext: PublishContext;
  /** DATA_DIR/files */
  filesDir: string;
}

export const jobs = {
  check: ({ publishContext }: Bench, draft: Draft) => checkEdition(publishContext, draft),
  publish: ({ publishContext }: Bench, { doer, asked, dueBy }: { doer: Doer; asked: Asked; dueBy?: Date }) =>
    publishEdition(publishContext, doer, asked, dueBy ? { dueBy } : {}),
  emergency: ({ publishContext }: Bench, { doer, asked }: { doer: Doer; asked: Asked & { note?: string } }) =>
    emergencyPublish(publishContext, doer, asked),
  'public-rows': (
    { publishContext }: Bench,
    { definition, after }: { definition: RegisterDefinition; after?: number },
  ) => keepPublicRows(publishContext, definition, after),
  'compare-rows': (
    { publishContext }: Bench,
    { before, after }: { before: RowsDocument | null; after: RowsDocument | null },
  ) => compareRows(publishContext, before, after),
  'compare-texts': (_bench: Bench, { before, after }: { before: string; after: string }) =>
    compareTexts({}, before, after),
  'check-file': ({ publishContext, filesDir }: Bench, task: FileTask) => checkFile(publishContext.db, filesDir, task),
};

export type JobName = keyof typeof jobs;
type JobInput<N extends JobName> = Parameters<(typeof jobs)[N]>[1];
type JobOutput<N extends JobName> = Awaited<ReturnType<(typeof jobs)[N]>>;

/**
 * Runs a job apart and answers what it answers.
 * @param key of a question whose answer is the same as long as the key is; such a one is not worked out twice
 * @throws what the job throws, as the same class; Refused internal where its thread ended, storeAway where the server
 * does
 */
export type Apart = <N extends JobName>(name: N, input: JobInput<N>, key?: string) => Promise<JobOutput<N>>;

/**
 * What somebody runs apart, in a line that is fair between persons.
 * @param who a person's id, or a name of what works by itself
 * @param gone of a question that nobody waits for any more: its jobs leave the line, unless they run. Never of what was
 * asked to be done.
 */
export type ApartBy = (who: number | string, gone?: AbortSignal) => Apart;
