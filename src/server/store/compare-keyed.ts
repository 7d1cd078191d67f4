import { setImmediate } from 'node:timers/promises';

/** rows after which other requests have their turn */
const TURN = 2_000;

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
  let looked = 0;
  for await (const part of parts)
    for (const row of part) {
      if (++looked % TURN === 0) await setImmediate();
      const key = keyOf(row);
      met(row, held.get(key), key);
      held.delete(key);
    }
  return held;
}
