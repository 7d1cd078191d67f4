import type { Db } from '../db/tables.ts';
import type { Draft, DraftChange } from './draft-changes.ts';
import { keepPublicRows } from './public-rows.ts';
import { getSet, inParts, keepRows, MOST_INLINE } from './row-sets.ts';

/**
 * A draft as it is stored: rows of a large register stand apart, and the draft names them by their hash, so that its
 * versions stay small and its own hash still stands for every row.
 * @throws Refused unfitInput where rows are named that are not there
 */
export async function shelveRows(db: Db, { title, changes }: Draft): Promise<Draft> {
  const shelved: DraftChange[] = [];
  for (const change of changes) shelved.push(change.kind === 'register' ? await registerShelved(db, change) : change);
  return { title, changes: shelved };
}

type RegisterDraft = Extract<DraftChange, { kind: 'register' }>;

async function registerShelved(db: Db, { rows, rowSet, ...change }: RegisterDraft): Promise<RegisterDraft> {
  const { register } = change.definition;
  if (rowSet?.hash === 'public') return { ...change, rowSet: await keepPublicRows({ db }, change.definition) };
  if (rowSet)
    return { ...change, rowSet: { hash: rowSet.hash, count: (await getSet(db, rowSet.hash, register)).count } };
  if (!rows || rows.length <= MOST_INLINE) return { ...change, rows: rows ?? [] };
  return { ...change, rowSet: await keepRows(db, register, inParts(rows)) };
}
