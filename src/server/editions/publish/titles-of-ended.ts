import type { Change } from '#kinds/index.ts';
import { storeOf } from '#kinds/stores.ts';
import type { Db } from '../../db/tables.ts';

/** Last titles of things that a draft takes from the public, by subject: the change has only their ids. */
export async function titlesOfEnded(db: Db, changes: readonly Change[]): Promise<Record<string, string>> {
  const ended = Map.groupBy(
    changes.filter((change) => change.withdraw !== undefined),
    ({ kind }) => kind,
  );
  const found: [subject: string, title: string][] = [];
  for (const [kind, list] of ended) {
    const titles = await storeOf({ kind }).history?.titles?.(
      db,
      list.map(({ id }) => id!),
    );
    titles?.forEach((title, id) => found.push([`${kind}:${id}`, title]));
  }
  return Object.fromEntries(found);
}
