import { setImmediate } from 'node:timers/promises';

/** milliseconds after which other requests have their turn: rows of many numbers take a tenth of one each */
const HELD = 10;

/** Rows of one side, of which no more than one part is in memory. */
type Parts<Row> = AsyncIterable<Iterable<Row>> | Iterable<Iterable<Row>>;

/** The rows of one key on two sides, at least one of which has it. */
export interface Pair<Held, Row> {
  key: string;
  held?: Held;
  came?: Row;
}

/** Rows of one side by key. @param entryOf key of a row, and what is held of it */
export async function heldByKey<Row, Held>(
  parts: Parts<Row>,
  entryOf: (row: Row) => [key: string, held: Held],
): Promise<Map<string, Held>> {
  const held = new Map<string, Held>();
  await forEachRow(parts, (row) => held.set(...entryOf(row)));
  return held;
}

/**
 * Compares two sides by key. One is held; the other comes in parts, of which no more than one is in memory.
 * @param held emptied while its rows are met
 * @param tell called once for each key: in the order of the rows that come, then for what none came for
 */
export async function compareKeyed<Held, Row>(
  held: Map<string, Held>,
  parts: Parts<Row>,
  keyOf: (row: Row) => string,
  tell: (pair: Pair<Held, Row>) => void,
): Promise<void> {
  await forEachRow(parts, (came) => {
    const key = keyOf(came);
    const known = held.get(key);
    tell(known === undefined ? { key, came } : { key, held: known, came });
    held.delete(key);
  });
  await forEachRow([held], ([key, left]) => tell({ key, held: left }));
}

/** Visits each row; other requests have their turn in between. */
async function forEachRow<Row>(parts: Parts<Row>, visit: (row: Row) => void): Promise<void> {
  let since = performance.now();
  for await (const part of parts)
    for (const row of part) {
      visit(row);
      if (performance.now() - since < HELD) continue;
      await setImmediate();
      since = performance.now();
    }
}
