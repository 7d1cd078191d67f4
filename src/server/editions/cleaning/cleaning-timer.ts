import type { Db } from '../../db/tables.ts';
import { databaseNow } from '../publish/schedule-edition.ts';
import { removeLeavingFiles } from './remove-leaving-files.ts';
import { removeUnnamed, type Removed } from './remove-unnamed.ts';

/**
 * milliseconds after the start, when visitors are served, and between two looks; it is done once a day of all servers
 */
const FIRST = 10 * 60_000;
const EVERY = 3_600_000;

interface Deps {
  db: Db;
  /** DATA_DIR/files */
  dir: string;
  /** what else is removed in time, outside of the database; done at each look */
  also?: (now: Date) => Promise<unknown>;
}

export interface CleaningTimer {
  /** starts no further run and waits for the current one */
  end(): Promise<void>;
}

/** @param cleaned called when something was removed @param failed called with each error */
export function startCleaning(
  { db, dir, also }: Deps,
  {
    cleaned,
    failed,
    first = FIRST,
  }: { cleaned: (removed: Removed) => void; failed: (error: unknown) => void; first?: number },
): CleaningTimer {
  let ended = false;
  let running: Promise<void> = Promise.resolve();
  const look = async (): Promise<void> => {
    try {
      const now = await databaseNow(db);
      const removed = await removeUnnamed(db, now);
      await removeLeavingFiles(db, dir, now);
      await also?.(now);
      if (removed && Object.values(removed).some((count) => count > 0)) cleaned(removed);
    } catch (error) {
      failed(error);
    }
    if (!ended) timer = after(EVERY);
  };
  const after = (milliseconds: number): NodeJS.Timeout => setTimeout(() => (running = look()), milliseconds).unref();
  let timer = after(first);
  return {
    end: async () => {
      ended = true;
      clearTimeout(timer);
      await running;
    },
  };
}
