import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../db/tables.ts';
import type { Damage, StoredBytes } from './stored-bytes.ts';

/** factor by which the pause is longer than the reading of a file before it: visitors do not notice */
const REST = 20;
/** milliseconds that are waited at least */
const SHORTEST_REST = 20;
/** filepaths of one query */
const BATCH = 1_000;

/** Folder of stored files, with the table that names them. */
export interface StoredFolder {
  table: 'file' | 'pro_material';
  bytes: StoredBytes;
}

interface DamagedFile extends Pick<StoredFolder, 'table'> {
  filepath: string;
  damage: Damage;
}

export interface Scrub {
  /** damaged files that this server knows, by its checks and by openings */
  damaged(): DamagedFile[];
  /** Checks those that are damaged again, when they have been put back. */
  checkDamaged(): Promise<void>;
  /** the last whole pass of this server; null before its end */
  readonly last: { endedAt: Date; files: number } | null;
  /** Reads all files once. @throws AbortError where `ending` is aborted, after the file that is being read */
  pass(ending: AbortSignal): Promise<void>;
}

/**
 * PD5: reads every stored file anew, slowly, one after the other, so that one which a disk or a person changed is
 * known before somebody needs it. Damage is recorded in `bytes.damaged`. Each server checks by itself.
 * @param found called with each damaged file @param pause waits so many milliseconds; tests have their own
 */
export function createScrub(
  db: Db,
  folders: readonly StoredFolder[],
  {
    found,
    pause = (milliseconds, signal) => sleep(milliseconds, undefined, { signal, ref: false }),
  }: {
    found: (filepath: string, damage: Damage) => void;
    pause?: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
  },
): Scrub {
  let last: Scrub['last'] = null;

  const damaged = (): DamagedFile[] =>
    folders.flatMap(({ table, bytes }) =>
      [...bytes.damaged].map(([filepath, damage]) => ({ table, filepath, damage })),
    );
  let checking: Promise<void> | null = null;
  const checkDamaged = async (): Promise<void> => {
    for (const folder of folders)
      for (const filepath of folder.bytes.damaged.keys()) await checkNamed(db, folder, filepath);
  };

  const pass = async (ending: AbortSignal): Promise<void> => {
    let files = 0;
    for (const folder of folders) {
      for await (const filepath of filepathsOf(db, folder.table)) {
        const began = performance.now();
        const damage = await checkNamed(db, folder, filepath);
        if (damage) found(filepath, damage);
        files += 1;
        await pause(Math.max(SHORTEST_REST, REST * (performance.now() - began)), ending);
      }
    }
    last = { endedAt: new Date(), files };
  };
  return {
    damaged,
    checkDamaged: () => (checking ??= checkDamaged().finally(() => (checking = null))),
    get last() {
      return last;
    },
    pass,
  };
}

/** Checks one file; one that was cleaned away since it was listed is no damage. */
async function checkNamed(db: Db, { table, bytes }: StoredFolder, filepath: string): Promise<Damage | null> {
  const damage = await bytes.check(filepath);
  if (!damage) return null;
  const named = await db.selectFrom(table).select('filepath').where('filepath', '=', filepath).executeTakeFirst();
  if (named) return damage;
  bytes.forget(filepath);
  return null;
}

async function* filepathsOf(db: Db, table: StoredFolder['table']): AsyncGenerator<string> {
  for (let after = ''; ;) {
    const batch = await db
      .selectFrom(table)
      .select('filepath')
      .distinct()
      .where('filepath', '>', after)
      .orderBy('filepath')
      .limit(BATCH)
      .execute();
    for (const { filepath } of batch) yield filepath;
    if (batch.length < BATCH) return;
    after = batch.at(-1)!.filepath;
  }
}
