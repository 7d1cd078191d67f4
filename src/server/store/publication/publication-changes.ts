import { idOf } from '#kinds/changes.ts';
import { kinds, type Change, type KindName } from '#kinds/index.ts';
import { storeOf } from '#kinds/stores.ts';
import type { Db } from '../../db/tables.ts';

/** One thing that a publication made public, made otherwise, or took away. */
export interface PublicationChange {
  kind: KindName;
  how: 'added' | 'changed' | 'withdrew';
  /** channel or article id, name of the page, setting or register */
  id: string;
  /** name of the channel, title of the article; '' for the others */
  name: string;
  /** differences by column; empty unless `changed` */
  fields: { field: string; before: unknown; after: unknown }[];
  /** rows of a register that came, became others and left, and those that a new definition rewrote (RG23) */
  rows?: { added: number; changed: number; withdrew: number; rewritten: number };
  /** site path without the base; '' where the thing has none of its own */
  path: string;
}

/**
 * Changes of publication `no`, read from the rows that it opened and closed: within its transaction before it is
 * public, or afterwards.
 * @param given its changes; rows of registers that none of them names are not looked through
 */
export async function listPublicationChanges(
  db: Db,
  no: number,
  given: readonly Change[],
): Promise<PublicationChange[]> {
  const found: PublicationChange[] = [];
  for (const { name: kind } of kinds) {
    const ids = given.flatMap((change) => (change.kind === kind ? (idOf(change) ?? []) : []));
    found.push(...(await storeOf({ kind }).changesOf(db, no, ids)));
  }
  return found;
}
