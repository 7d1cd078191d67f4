import type { Db } from '../../db/tables.ts';
import { removeEndedTokens } from '../customers/tokens.ts';
import { removeEndedLinks } from './accounts.ts';
import { carryOutDue } from './requests.ts';
import { removeEndedSessions } from './sessions.ts';
import { endPastSubstitutions } from './substitutions.ts';

/**
 * Gives roles whose day is over (ST5), closes stand-ins after their last day (SI3), and removes sessions, tokens and links that have ended (PD17).
 * @throws the first error; one that fails keeps none of the others from it
 */
export async function carryOutEnds(db: Db): Promise<void> {
  const errors: unknown[] = [];
  for (const due of [carryOutDue, endPastSubstitutions, removeEndedSessions, removeEndedTokens, removeEndedLinks])
    await due(db).catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw errors[0];
}
