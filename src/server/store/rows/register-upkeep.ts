import { isDeepStrictEqual } from 'node:util';
import type { RegisterDefinition } from '#page/register-schema.ts';
import type { Database } from '../../db/connect.ts';
import { deriveRegisters } from './register-derived.ts';
import { indexRegisters } from './register-indexes.ts';
import { findMisfits } from './register-misfits.ts';

/**
 * Keeps what reads of registers stand on as the definitions say, outside of publications: at the start and after each,
 * one at a time, and of several that come meanwhile the last. Tells where a definition no longer fits the public rows.
 */
export function createUpkeep(
  database: Pick<Database, 'db' | 'connectAsOwner'>,
  { onFailure, onMisfit }: { onFailure: (error: unknown) => void; onMisfit: (sentence: string) => void },
) {
  /** definitions that were compared with the public rows, by register */
  const looked = new Map<string, RegisterDefinition>();
  let wanted: readonly RegisterDefinition[] | null = null;
  let last: Promise<void> = Promise.resolve();

  /** Once a definition: rows that are published later were checked against it. */
  const tellMisfits = async (definitions: readonly RegisterDefinition[]): Promise<void> => {
    const fresh = definitions.filter((definition) => !isDeepStrictEqual(looked.get(definition.register), definition));
    for (const sentence of await findMisfits(database.db, fresh)) onMisfit(sentence);
    for (const definition of fresh) looked.set(definition.register, definition);
  };

  const run = async (): Promise<void> => {
    const definitions = wanted;
    wanted = null;
    if (definitions === null) return;
    try {
      await deriveRegisters(database.db, definitions);
      await indexRegisters(database, definitions);
      await tellMisfits(definitions);
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
