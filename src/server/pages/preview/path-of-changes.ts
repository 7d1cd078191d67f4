import { idOf } from '#kinds/changes.ts';
import type { Change } from '#kinds/index.ts';
import { storeOf } from '#kinds/stores.ts';
import type { Site } from '../../site/site.ts';
import type { Db } from '../../db/tables.ts';
import type { Published } from '../../store/publication/new-publication.ts';

/**
 * Site path at which visitors would read a draft. The change with the clearest place comes first, so that a wizard's
 * edition is shown in its channel. ED1: of rows the page of the table that holds the first changed one.
 * @param trx of the publication @param site as it would be
 */
export async function pathOfChanges(
  trx: Db,
  site: Site,
  changes: readonly Change[],
  { no, articleIds }: Pick<Published, 'no' | 'articleIds'>,
): Promise<string> {
  const ranked = changes.map((change, at) => ({
    change,
    at,
    rank: change.withdraw ? 0 : (storeOf(change).preview?.rank ?? 0),
  }));
  const [best] = ranked.toSorted((one, other) => other.rank - one.rank);
  if (!best) return '/';
  if (best.change.withdraw) return (await storeOf(best.change).preview?.withdrawnPath?.(trx, best.change.id)) ?? '/';
  const place = { id: idOf(best.change), newId: articleIds[best.at] ?? null };
  const path = storeOf(best.change).preview?.path?.(site, best.change.document, place) ?? '/';
  for (const change of changes) {
    const found = change.withdraw
      ? path
      : await storeOf(change).preview?.changedPlace?.(trx, site, change.document, path, no);
    if (found !== undefined && found !== path) return found;
  }
  return path;
}

/** A page that a draft changes. */
export interface ChangedPlace {
  path: string;
  change: Change;
}

/** pages of a draft that are named one by one */
const MOST_PLACES = 50;

/** SH1: each page on which visitors would read a change of a draft, once. @param given the changes as they were published */
export async function placesOfChanges(
  trx: Db,
  site: Site,
  given: readonly Change[],
  published: Pick<Published, 'no' | 'articleIds'>,
): Promise<ChangedPlace[]> {
  const places: ChangedPlace[] = [];
  for (const [at, change] of given.entries()) {
    if (places.length === MOST_PLACES) break;
    const articleIds = [published.articleIds[at] ?? null];
    const path = await pathOfChanges(trx, site, [change], { ...published, articleIds });
    if (!places.some((one) => one.path === path)) places.push({ path, change });
  }
  return places;
}
