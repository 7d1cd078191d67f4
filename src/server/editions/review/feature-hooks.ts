import { editionHooks } from '#features/edition-hooks.ts';
import type { EditionNews } from '#features/server-feature.ts';
import type { Db } from '../../db/tables.ts';
import { Refused } from '../../errors.ts';

/** In words, why editions cannot be approved as they are, although their content could be, by number. */
export async function holdsOf(db: Db, editionIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const found = new Map<number, string>();
  if (editionIds.length === 0) return found;
  for (const { holds } of Object.values(editionHooks))
    for (const [id, words] of (await holds?.(db, editionIds)) ?? [])
      found.set(id, [found.get(id), words].filter(Boolean).join('；'));
  return found;
}

/** '' where nothing holds an edition up. */
export const heldBecause = async (db: Db, editionId: number): Promise<string> =>
  (await holdsOf(db, [editionId])).get(editionId) ?? '';

/** RM4: @throws Refused editionHeld */
export async function assertNotHeld(db: Db, editionId: number): Promise<void> {
  const words = await heldBecause(db, editionId);
  if (words !== '') throw new Refused('editionHeld', `${words}，不能同意：请先解决，或退回修改`);
}

/** News of features about editions that nobody has a notice of yet. @param most of each feature */
export async function editionNews(db: Db, most: number): Promise<EditionNews[]> {
  const news: EditionNews[] = [];
  for (const hooks of Object.values(editionHooks)) news.push(...((await hooks.news?.(db, most)) ?? []));
  return news;
}
