import type { Db } from '../../db/tables.ts';
import type { PublishContext } from '../../editions/check-edition.ts';
import { databaseNow } from '../../editions/schedule-edition.ts';
import { publishDueDeliveries } from './publish-by-rule.ts';

/** milliseconds between two looks */
const EVERY = 1_000;

/**
 * Looks each second for deliveries whose wait is over (FD4), from the start on.
 * @param published told after something became public
 * @param failed told once of each failure, however often it comes again
 */
export function startDeliveryTimer(
  publishContext: PublishContext,
  {
    published,
    failed,
    now = databaseNow,
  }: { published: () => unknown; failed: (error: unknown) => void; now?: (db: Db) => Promise<Date> },
): { end: () => Promise<void> } {
  let ended = false;
  let lastError = '';
  let timer: NodeJS.Timeout | undefined;
  const look = async (): Promise<void> => {
    try {
      if ((await publishDueDeliveries(publishContext, await now(publishContext.db))) > 0) await published();
      lastError = '';
    } catch (error) {
      if (String(error) !== lastError) failed(error);
      lastError = String(error);
    }
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
