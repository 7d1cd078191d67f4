import type { Db } from '../../db/tables.ts';
import { removeEndedTokens } from '../customers/tokens.ts';
import { removeEndedLinks } from './accounts.ts';
import { carryOutDue } from './requests.ts';
import { removeEndedSessions } from './sessions.ts';

/** milliseconds between two looks; nobody waits for the second at which a role counts */
const EVERY = 60_000;

/** Gives roles whose day is over (ST5), and removes sessions, tokens and links that have ended (PD17). @param failed told each time */
export function startRequestTimer(
  db: Db,
  { failed }: { failed: (error: unknown) => void },
): { end: () => Promise<void> } {
  let ended = false;
  let timer: NodeJS.Timeout | undefined;
  const look = async (): Promise<void> => {
    for (const due of [carryOutDue, removeEndedSessions, removeEndedTokens, removeEndedLinks])
      await due(db).catch(failed);
    if (!ended) timer = setTimeout(() => (running = look()), EVERY).unref();
  };
  let running = look();
  return {
    end: async () => {
      ended = true;
      clearTimeout(timer);
      await running;
    },
  };
}
