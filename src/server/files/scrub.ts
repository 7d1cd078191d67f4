import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../db/tables.ts';
import type { Damage, StoredBytes } from './stored-bytes.ts';

/** milliseconds after the start, and after the end of a pass, until all files are read again */
const FIRST = 60_000;
const EVERY = 24 * 3_600_000;
/** so many times the time that a file took are waited before the next one: visitors do not notice */
const REST = 20;
/** milliseconds that are waited at least */
const SHORTEST_REST = 20;
/** filepaths that are asked for at once */
const BATCH = 1_000;

/** Where stored files lie, with the table that names them. */
export interface StoredFolder {
  table: 'file' | 'pro_material';
  bytes: StoredBytes;
}

interface DamagedFile extends Pick<StoredFolder, 'table'> {
  filepath: string;
  damage: Damage;
}

export interface Scrub {
  /** what is damaged as far as this server knows, by its checks and by openings */
  damaged(): DamagedFile[];
  /** Checks those that are damaged again, when they have been put back. */
  checkDamaged(): Promise<void>;
  /** the last whole pass of this server; null before its end */
  readonly last: { endedAt: Date; files: number } | null;
  /** begins nothing more and waits for the file that is being read */
  end(): Promise<void>;
}

/**
 * PD5: reads every stored file anew, slowly, one after the other, so that one which a disk or a person changed is known
 * before somebody needs it. What is found stands in `bytes.damaged`. Each server looks with its own eyes.
 * @param found told of each damaged file @param pause waits so many milliseconds; tests have their own
 */
export function startScrub(
  db: Db,
  folders: readonly StoredFolder[],
  {
    found,
    failed,
    pause = (milliseconds, signal) => sleep(milliseconds, undefined, { signal, ref: false }),
  }: {
    found: (filepath: string, damage: Damage) => void;
    failed: (error: unknown) => void;
    pause?: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
  },
): Scrub {
  const ending = new AbortController();
  const { signal } = ending;
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

  const pass = async (): Promise<void> => {
    let files = 0;
    for (const folder of folders) {
      for await (const filepath of filepathsOf(db, folder.table)) {
        const began = performance.now();
        const damage = await checkNamed(db, folder, filepath);
        if (damage) found(filepath, damage);
        files += 1;
        await pause(Math.max(SHORTEST_REST, REST * (performance.now() - began)), signal);
      }
    }
    last = { endedAt: new Date(), files };
  };
  const run = async (): Promise<void> => {
    await pause(FIRST, signal);
    while (!signal.aborted) {
      await pass().catch((error: unknown) => {
        if (!signal.aborted) failed(error);
      });
      await pause(EVERY, signal);
    }
  };
  // only the signal ends it
  const running = run().catch(() => {});
  return {
    damaged,
    checkDamaged: () => (checking ??= checkDamaged().finally(() => (checking = null))),
    get last() {
      return last;
    },
    end: async () => {
      ending.abort();
      await running;
    },
  };
}

/** Checks one file; what was cleaned away since it was listed is no damage. */
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
