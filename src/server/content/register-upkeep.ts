import type { RegisterDefinition } from '#page/register-schema.ts';
import type { Database } from '../db/connect.ts';
import { deriveRegisters } from './register-derived.ts';
import { indexRegisters } from './register-indexes.ts';

/**
 * Keeps what reads of registers stand on as the definitions say, outside of publications: at the start and after each,
 * one at a time, and of several that come meanwhile the last.
 */
export function createUpkeep(database: Pick<Database, 'db' | 'connect'>, onFailure: (error: unknown) => void) {
  let wanted: readonly RegisterDefinition[] | null = null;
  let last: Promise<void> = Promise.resolve();

  const run = async (): Promise<void> => {
    const definitions = wanted;
    wanted = null;
    if (definitions === null) return;
    try {
      await deriveRegisters(database.db, definitions);
      await indexRegisters(database, definitions);
    } catch (error) {
      onFailure(error);
    }
  };

  return {
    start: (definitions: readonly RegisterDefinition[]): void => {
      wanted = definitions;
      last = last.then(run);
    },
    /** waits for what is under way and begins nothing more */
    end: async (): Promise<void> => {
      wanted = null;
      await last;
    },
  };
}
