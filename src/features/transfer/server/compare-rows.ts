import { sha256OfJson } from '#server/db/sha256.ts';
import { createHash } from 'node:crypto';
import { canonicalJson } from '#rules/json/canonical-json.ts';
import type { Db } from '#server/db/tables.ts';
import { compareKeyed, heldByKey } from '#server/store/rows/compare-keyed.ts';
import { withFilepaths, type Line, type Row, type Thing } from './format.ts';
import { travelOf, type Named } from './travelling.ts';

/** The rows of a thing that was just read, in parts; those that follow it are read on. */
export async function* rowsOf({ kind, document }: Thing, lines: AsyncGenerator<Line>): AsyncGenerator<readonly Row[]> {
  const travel = travelOf(kind)!.rows!;
  yield travel.inline(document);
  for (let left = travel.following(document); left > 0;) {
    const { value } = await lines.next();
    const { rows } = value as { rows: readonly Row[] };
    left -= rows.length;
    yield rows;
  }
}

export interface ComparedRows {
  added: number;
  changed: number;
  removed: number;
  /** marks of the rows of each side that both know; null: nothing is public here */
  marks: { here: string | null; there: string };
}

/**
 * Compares the rows of a file with those that are public here, by key. Of each row only its hash is in memory.
 * @param present what is public here; null: nothing
 */
export async function compareRows(
  db: Db,
  { kind, id, document }: Named & { document: unknown },
  there: AsyncIterable<readonly Row[]>,
  present: unknown,
): Promise<ComparedRows> {
  const travel = travelOf(kind)!.rows!;
  const keyOf = travel.keyOf(document);
  const here = await heldByKey(present === null ? [] : travel.read(db, id), (row) => [keyOf(row), hashOf(row)]);
  const own = present === null ? null : markOfRows(travel.facts(present), [...here.values()]);
  const hashes: string[] = [];
  const found = { added: 0, changed: 0, removed: 0 };
  await compareKeyed(here, there, keyOf, ({ held: was, came: row }) => {
    if (!row) return void found.removed++;
    const hash = hashOf(row);
    if (was === undefined) found.added++;
    else if (was !== hash) found.changed++;
    hashes.push(hash);
  });
  return { ...found, marks: { here: own, there: markOfRows(travel.facts(document), hashes) } };
}

/** Hash of a row as both sides have it: without empty cells, and without the month in which each has stored a file. */
const hashOf = (row: Row): string =>
  createHash('sha256')
    .update(
      canonicalJson(
        withFilepaths(
          Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null && value !== '')),
          (_path, name) => name,
        ),
      ),
    )
    .digest('base64url');

/** Mark of rows; their order has no meaning. */
const markOfRows = (facts: Readonly<Record<string, string>>, hashes: readonly string[]): string =>
  sha256OfJson([facts, hashes.toSorted()]);
