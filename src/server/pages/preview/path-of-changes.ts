import { idOf } from '#kinds/changes.ts';
import type { Change } from '#kinds/index.ts';
import { storeOf } from '#kinds/stores.ts';
import type { Site } from '../../site/site.ts';
import type { Published } from '../../store/new-publication.ts';

/**
 * Site path at which visitors would read a draft: what tells best where it is read comes first, so that a wizard's
 * edition is looked at in its channel.
 * @param site as it would be
 */
export function pathOfChanges(
  site: Site,
  changes: readonly Change[],
  { articleIds }: Pick<Published, 'articleIds'>,
): string {
  const ranked = changes.map((change, at) => ({ change, at, rank: change.withdraw ? 0 : storeOf(change).previewRank }));
  const [best] = ranked.toSorted((one, other) => other.rank - one.rank);
  if (!best || best.change.withdraw) return '/';
  const place = { id: idOf(best.change), newId: articleIds[best.at] ?? null };
  return storeOf(best.change).previewPath?.(site, best.change.document, place) ?? '/';
}
