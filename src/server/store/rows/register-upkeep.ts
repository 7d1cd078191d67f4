import { isDeepStrictEqual } from 'node:util';
import type { RegisterDefinition } from '#page/register-schema.ts';
import type { Database } from '../../db/connect.ts';
import { deriveRegisters } from './register-derived.ts';
import { indexRegisters } from './register-indexes.ts';
import { findMisfits } from './register-misfits.ts';

/**
 * Maintains the data that reads of registers need, as the definitions say, outside of publications. Tells where a
 * definition no longer fits the public rows.
 */
export function createUpkeep(
  database: Pick<Database, 'db' | 'connectAsOwner'>,
  onMisfit: (sentence: string) => void,
): (definitions: readonly RegisterDefinition[]) => Promise<void> {
  /** definitions that were compared with the public rows, by register */
  const looked = new Map<string, RegisterDefinition>();

  /** Once a definition: rows that are published later were checked against it. */
  const tellMisfits = async (definitions: readonly RegisterDefinition[]): Promise<void> => {
    const fresh = definitions.filter((definition) => !isDeepStrictEqual(looked.get(definition.register), definition));
    for (const sentence of await findMisfits(database.db, fresh)) onMisfit(sentence);
    for (const definition of fresh) looked.set(definition.register, definition);
  };

  return async (definitions) => {
    await deriveRegisters(database.db, definitions);
    await indexRegisters(database, definitions);
    await tellMisfits(definitions);
  };
}
