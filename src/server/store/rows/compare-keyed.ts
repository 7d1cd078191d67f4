import { setImmediate } from 'node:timers/promises';

/** milliseconds after which other requests have their turn: rows of many numbers take a tenth of one each */
const HELD = 10;

/** Asked after each row: a turn of the others that is due, to be waited for. */
export function turns(): () => Promise<void> | undefined {
  let since = performance.now();
  return () =>
    performance.now() - since < HELD ? undefined : setImmediate().then(() => void (since = performance.now()));
}

/**
 * Compares two sides of rows by key. One is held; the other comes in parts, of which no more than one is held.
 * @param held by key; each row that comes takes its own away
 * @param met called for each row that comes, with what was held of its key
 * @returns `held` with what no row came for
 */
export async function compareKeyed<Held, Row>(
  held: Map<string, Held>,
  parts: AsyncIterable<Iterable<Row>> | Iterable<Iterable<Row>>,
  keyOf: (row: Row) => string,
  met: (row: Row, held: Held | undefined, key: string) => void,
): Promise<Map<string, Held>> {
  const turn = turns();
  for await (const part of parts)
    for (const row of part) {
      const key = keyOf(row);
      met(row, held.get(key), key);
      held.delete(key);
      const due = turn();
      if (due) await due;
    }
  return held;
}
