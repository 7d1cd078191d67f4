import type { EditionFile } from '#wire/console-answers.ts';
import type { Change } from '#kinds/index.ts';
import { storeOf } from '#kinds/stores.ts';
import type { Db } from '../../db/tables.ts';

/** The stored files that a draft attaches or shows in lists, by filepath. */
export async function filesOfChanges(db: Db, changes: readonly Change[]): Promise<Record<string, EditionFile>> {
  const named = changes
    .flatMap((change) => (change.withdraw ? [] : (storeOf(change).files?.(change.document) ?? [])))
    .filter((filepath) => filepath !== '');
  if (named.length === 0) return {};
  const stored = await db
    .selectFrom('file')
    .select(['filepath', 'size', 'media_type'])
    .where('filepath', 'in', named)
    .execute();
  return Object.fromEntries(
    stored.map(({ filepath, size, media_type }) => [filepath, { bytes: size, mediaType: media_type }]),
  );
}
