import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The file in DATA_DIR that tells a running server of the last backup, and of those before. It is no part of a backup itself. */
const LAST_BACKUP = 'last-backup.json';

/** backups that are named; a nightly one for over a year */
const MOST_NAMED = 400;

/** A backup that was made with this DATA_DIR. Whether it still is where it was written, nobody knows. */
export interface NamedBackup {
  /** the moment whose store it holds */
  at: string;
  /** '': it was made before paths were noted */
  path: string;
}

/** Notes that the store as of a moment is in a backup. */
export async function noteBackup(dataDir: string, { at, path }: NamedBackup): Promise<void> {
  const earlier = (await listBackups(dataDir)).slice(0, MOST_NAMED - 1);
  const file = join(dataDir, LAST_BACKUP);
  // written beside it first: a full disk or a kill leaves the list whole
  await writeFile(`${file}.new`, `${JSON.stringify({ at, path, earlier })}\n`, { flush: true });
  await rename(`${file}.new`, file);
}

/** RE5: the backups that were made with this DATA_DIR, newest first. */
export async function listBackups(dataDir: string): Promise<NamedBackup[]> {
  const text = await readFile(join(dataDir, LAST_BACKUP), 'utf8').catch(() => '{}');
  try {
    const { earlier = [], ...last } = JSON.parse(text) as NamedBackup & {
      earlier?: NamedBackup[];
    };
    return [last, ...earlier].flatMap(({ at, path = '' }) =>
      Number.isNaN(Date.parse(at)) ? [] : [{ at, path: String(path) }],
    );
  } catch {
    return [];
  }
}

/** Moment of the last backup that was made with this DATA_DIR; undefined: none is known. */
export async function readLastBackup(dataDir: string): Promise<Date | undefined> {
  const [last] = await listBackups(dataDir);
  return last && new Date(last.at);
}
