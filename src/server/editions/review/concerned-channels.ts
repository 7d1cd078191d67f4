import type { StaffRight } from '#rules/people/staff-rights.ts';
import { writtenOf } from '#kinds/changes.ts';
import { channel } from '#kinds/channel/index.ts';
import { publicAboveWith } from '#kinds/channel/server/store.ts';
import type { ConcernedContext } from '#kinds/define-store.ts';
import { kindOf, type Change } from '#kinds/index.ts';
import { storeOf } from '#kinds/stores.ts';
import type { Db } from '../../db/tables.ts';
import type { Site } from '../../site/site.ts';

/**
 * Ids of the public channels that changes concern, '' for the whole site: who may do something there may do it with
 * these changes. Each kind says it of its own; what belongs to no channel concerns the whole site.
 */
export async function channelsConcerned(
  db: Db,
  site: ConcernedContext['site'],
  changes: readonly Change[],
): Promise<string[]> {
  const drafted = writtenOf(channel, changes).map(({ document }) => document);
  const context = { db, site, changes, publicAbove: publicAboveWith(site, drafted) };
  const concerned: string[] = [];
  for (const change of changes) concerned.push(...(await storeOf(change).concerned(change, context)));
  return [...new Set(concerned)].sort();
}

/** Rights that may be needed besides writing content. */
export function rightsNeeded(site: Pick<Site, 'registers'>, changes: readonly Change[]): StaffRight[] {
  const rights = changes.flatMap((change): StaffRight[] => {
    const { right } = kindOf(change);
    const own: StaffRight[] = right ? [right] : [];
    return change.withdraw ? own : (storeOf(change).needs?.(site, change.document) ?? own);
  });
  return [...new Set<StaffRight>(['content.write', ...rights])];
}
