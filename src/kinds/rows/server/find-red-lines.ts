import { createHash } from 'node:crypto';
import { redLineFinder, type RedLines } from '#rules/registers/red-lines.ts';
import { rowKey } from '#server/store/rows/check-rows.ts';
import { compareKeyed, heldByKey } from '#server/store/rows/compare-keyed.ts';
import type { Reader } from '../../define-store.ts';
import { partsOf, rowsIn } from './compare-rows.ts';
import type { Row, RowsDocument } from '../index.ts';
import { rowRewriter } from './rewrite.ts';
import { LARGE } from './row-sets.ts';

/**
 * RD1 to RD6: the red lines between the public rows of a register and those of an edition, each with the definition under
 * which it stands. Sets of rows never change, so that the worker answers the same question once.
 * @param before null: nothing of the register is public
 */
export async function findRowRedLines(
  { db, runInWorker }: Reader,
  before: RowsDocument | null,
  after: RowsDocument,
): Promise<RedLines> {
  const [mine, theirs] = [await partsOf(db, before), await partsOf(db, after)];
  if (runInWorker && [...mine, ...theirs].reduce((sum, { count }) => sum + count, 0) > LARGE)
    return runInWorker('red-lines', { before, after }, keyOf(before, after));
  const { definition, rewrite } = after;
  const rewriter = rewrite ? rowRewriter(definition, rewrite) : (row: Row) => row;
  const finder = redLineFinder(before, after);
  await compareKeyed(
    await heldByKey(rowsIn(mine), (row) => [rowKey(definition, rewriter(row)), row]),
    rowsIn(theirs),
    (row) => rowKey(definition, row),
    ({ held, came }) => finder.see(held, came),
  );
  return finder.found();
}

/** All that the answer depends on: sets of rows never change, and few rows stand in the documents themselves. */
const keyOf = (before: RowsDocument | null, after: RowsDocument): string =>
  createHash('sha256')
    .update(JSON.stringify([before, after]))
    .digest('hex');
