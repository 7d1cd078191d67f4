import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The file in DATA_DIR that tells a running server of the last backup. It is no part of a backup itself. */
const LAST_BACKUP = 'last-backup.json';

/** Notes that the store as of a moment is in a backup. */
export function noteBackup(dataDir: string, at: string): void {
  writeFileSync(join(dataDir, LAST_BACKUP), `${JSON.stringify({ at })}\n`);
}

/** Moment of the last backup that was made with this DATA_DIR; undefined: none is known. */
export async function readLastBackup(dataDir: string): Promise<Date | undefined> {
  const text = await readFile(join(dataDir, LAST_BACKUP), 'utf8').catch(() => '{}');
  try {
    const at = new Date((JSON.parse(text) as { at: string }).at);
    return Number.isNaN(at.getTime()) ? undefined : at;
  } catch {
    return undefined;
  }
}
