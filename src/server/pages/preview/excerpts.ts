import type { Change } from '../../store/acts.ts';
import { PartUnfit } from '../../store/publish-register-part.ts';
import { findStanding } from '../../store/register-standing.ts';
import type { Db } from '../../db/tables.ts';
import { differingRows } from '../../editions/differing-rows.ts';
import { changesOf, type DraftChange } from '../../editions/draft-changes.ts';
import { firstRows } from '../../editions/public-rows.ts';

/** rows of a register that a preview shows, where it does not show what differs */
export const MOST_ROWS = 1_000;

/**
 * Does something with changes as `publish` takes them, without going through a large register to look at one page of
 * it:
 * with the rows that differ from what is public, else with the first rows among those that are public, else with these
 * alone.
 */
export async function withExcerpts<T>(
  db: Db,
  changes: readonly DraftChange[],
  work: (changes: Change[]) => Promise<T>,
): Promise<T> {
  const differing = await differingRows(db, changes);
  const first = await firstOnly(db, changes);
  for (const given of [differing && [differing], await besidePublic(db, first)]) {
    if (!given) continue;
    try {
      return await work(given);
    } catch (error) {
      if (!(error instanceof PartUnfit)) throw error;
    }
  }
  return work(first);
}

async function firstOnly(db: Db, changes: readonly DraftChange[]): Promise<Change[]> {
  const short: DraftChange[] = [];
  for (const change of changes) {
    if (change.kind !== 'register') {
      short.push(change);
      continue;
    }
    const { rowSet, rows = [], ...facts } = change;
    short.push({
      ...facts,
      rows: rowSet ? await firstRows(db, facts.definition.register, rowSet, MOST_ROWS) : rows.slice(0, MOST_ROWS),
    });
  }
  return changesOf(db, short);
}

/** Large registers keep the rows that are public beside these; null where there is none. */
async function besidePublic(db: Db, changes: readonly Change[]): Promise<Change[] | null> {
  const beside: Change[] = [];
  for (const change of changes) {
    const { no, rows } =
      change.kind === 'register' ? await findStanding(db, change.definition.register) : { no: null, rows: 0 };
    beside.push(
      change.kind === 'register' && no !== null && rows > MOST_ROWS
        ? { ...change, part: { no, gone: [], count: null } }
        : change,
    );
  }
  return beside.some((change) => change.kind === 'register' && change.part) ? beside : null;
}
