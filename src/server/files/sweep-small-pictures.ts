import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '../db/tables.ts';

const HOUR = 3_600_000;
/** milliseconds after which a picture that could not be made is tried again */
const TRIED_AGAIN = 24 * HOUR;
/** share of the most that is left where there was too much: the next pictures need no sweep each */
const LEFT = 0.9;

/**
 * ML1, ML3: takes away what was made another way or of originals that are gone, what was left half made, and the oldest
 * where there is too much.
 * @param dir DATA_DIR/small-pictures @param recipe name of the folder in use @param most bytes
 * @returns bytes that are left
 */
export async function sweepSmallPictures(db: Db, dir: string, recipe: string, most: number): Promise<number> {
  for (const name of await readdir(dir).catch(() => []))
    if (name !== recipe) await rm(join(dir, name), { recursive: true, force: true });
  const folder = join(dir, recipe);
  await removeHalfMade(folder);
  const found = await filesBelow(folder);
  const stored = await storedAmong(db, [...new Set(found.map(({ sha256 }) => sha256))]);
  const limit = found.reduce((sum, one) => sum + one.size, 0) > most ? most * LEFT : most;
  let left = 0;
  // the newest first: what was asked for last stays
  for (const one of found.toSorted((a, b) => b.usedAt - a.usedAt)) {
    const isOld = one.size === 0 && Date.now() - one.usedAt > TRIED_AGAIN;
    if (stored.has(one.sha256) && left + one.size <= limit && !isOld) left += one.size;
    else await rm(one.path, { force: true });
  }
  return left;
}

/** Files that a process which was ended has left; one that is being made is seconds old. */
async function removeHalfMade(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const stats = name.endsWith('.part') && (await stat(path).catch(() => null));
    if (stats && Date.now() - stats.mtimeMs > HOUR) await rm(path, { force: true });
  }
}

interface Found {
  path: string;
  sha256: string;
  size: number;
  usedAt: number;
}

async function filesBelow(folder: string): Promise<Found[]> {
  const found: Found[] = [];
  for (const part of await readdir(folder).catch(() => [])) {
    if (!/^[0-9a-f]{2}$/.test(part)) continue;
    for (const name of await readdir(join(folder, part)).catch(() => [])) {
      const path = join(folder, part, name);
      const stats = await stat(path).catch(() => null);
      if (stats) found.push({ path, sha256: name.slice(0, 64), size: stats.size, usedAt: stats.mtimeMs });
    }
  }
  return found;
}

/** hashes of one query */
const BATCH = 5_000;

/** Hashes among these whose file is stored and not removed. */
async function storedAmong(db: Db, hashes: readonly string[]): Promise<ReadonlySet<string>> {
  const stored = new Set<string>();
  for (let at = 0; at < hashes.length; at += BATCH) {
    const rows = await db
      .selectFrom('file')
      .select('sha256')
      .distinct()
      .where('sha256', 'in', hashes.slice(at, at + BATCH))
      .where('sha256', 'not in', (of) => of.selectFrom('removed_file').select('sha256'))
      .execute();
    for (const { sha256 } of rows) stored.add(sha256);
  }
  return stored;
}

/** Whether nothing stored has this hash any more. */
export const isGone = async (db: Db, sha256: string): Promise<boolean> =>
  !(await storedAmong(db, [sha256])).has(sha256);
