import { sha256OfJson } from '#server/db/sha256.ts';
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { OptionalContent } from '#kinds/define-store.ts';
import type { Actor } from '#server/people/staff/audit.ts';
import type { JobContext } from '#server/editions/worker/jobs.ts';
import { compareExport, type Compared, type ComparedExport } from './compare-export.ts';
import { environmentKey, knownPublicKey } from './environment-key.ts';
import { loadPublicSite } from '#server/site/public-site.ts';
import { findSenders } from './senders.ts';
import { programVersion } from '#server/http/program-version.ts';
import { saveImport } from './save-import.ts';
import { writeExport, type Exported } from './write-export.ts';

export interface ExportTask {
  /** path of the new file */
  path: string;
  /** name of this environment */
  name: string;
  optional: readonly OptionalContent[];
}

/** BE5: an export on behalf of a person of the console. */
export async function exportSite(
  { publishContext: { db, pagesDir, freeSpace }, filesDir }: JobContext,
  { path, name, optional }: ExportTask,
): Promise<Exported & { size: number }> {
  const site = await loadPublicSite(db, pagesDir);
  const key = environmentKey(dirname(filesDir));
  const exported = await writeExport({
    db,
    site,
    filesDir,
    key,
    name,
    program: programVersion(),
    optional,
    path,
    freeSpace,
  });
  return { ...exported, size: (await stat(path)).size };
}

/** Content of a file, without what is here already. */
export interface ImportView extends Pick<ComparedExport, 'header' | 'contents' | 'newerTaken'> {
  /** things that differ */
  things: Compared[];
  /** number of things that are the same */
  same: number;
  /** the edition of an earlier import that is neither published nor discarded */
  open: number | null;
}

/** Compares a file of another environment with what is public here. */
export const compareFile = async (jobContext: JobContext, { path }: { path: string }): Promise<ImportView> =>
  viewOf(await compared(jobContext, path));

interface SaveTask {
  path: string;
  actor: Actor;
  /** subjects */
  chosen: string[];
  /** seenHash of the things that the person saw */
  seen: string;
}

/**
 * Makes the draft of what was chosen. The file is compared once more: what was published since it was looked at is not
 * written over.
 * @returns view to be looked at anew, where a chosen thing has another state by now
 */
export async function saveFile(
  jobContext: JobContext,
  { path, actor, chosen, seen }: SaveTask,
): Promise<{ editionId: number | null } | { anew: ImportView }> {
  const { filesDir, publishContext } = jobContext;
  const { db, pagesDir } = publishContext;
  const now = await compared(jobContext, path);
  const wanted = new Set(chosen);
  const things = now.things.filter(({ subject }) => wanted.has(subject));
  if (seenHash(things) !== seen) return { anew: viewOf(now) };
  const editionId = await saveImport({
    db,
    site: await loadPublicSite(db, pagesDir),
    filesDir,
    senders: await findSenders(db),
    actor,
    path,
    compared: now,
    chosen: things,
  });
  return { editionId };
}

async function compared(
  { publishContext: { db, pagesDir }, filesDir }: JobContext,
  path: string,
): Promise<ComparedExport> {
  const receiver = {
    db,
    site: await loadPublicSite(db, pagesDir),
    senders: await findSenders(db),
    ownKey: knownPublicKey(dirname(filesDir)),
  };
  return compareExport(receiver, path);
}

function viewOf({ header, contents, things, memory, newerTaken }: ComparedExport): ImportView {
  const differing = things.filter(({ state }) => state !== 'same');
  return {
    header,
    contents,
    newerTaken,
    things: differing,
    same: things.length - differing.length,
    open: memory.pending?.edition ?? null,
  };
}

/** Hash of things as they were shown: two are equal where they have the same state against what is public here. */
export const seenHash = (things: readonly Compared[]): string =>
  sha256OfJson(things.map(({ subject, state, differences }) => [subject, state, differences]));

/** Jobs in a queue of their own: they delay no publication. */
export const transferJobs = {
  jobs: { 'export-site': exportSite, 'compare-import': compareFile, 'save-import': saveFile },
  queues: { 'export-site': 'transfer', 'compare-import': 'transfer', 'save-import': 'transfer' },
};
