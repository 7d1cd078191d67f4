import type { Db } from '../../db/tables.ts';
import { carryOutDue } from './requests.ts';

/** milliseconds between two looks; nobody waits for the second at which a role counts */
const EVERY = 60_000;

/** Gives roles whose day is over (ST5). @param failed told each time */
export function startRequestTimer(
  db: Db,
  { failed }: { failed: (error: unknown) => void },
): { end: () => Promise<void> } {
  let ended = false;
  let timer: NodeJS.Timeout | undefined;
  const look = async (): Promise<void> => {
    await carryOutDue(db).catch(failed);
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
