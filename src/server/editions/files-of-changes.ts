import type { EditionFile } from '#wire/console-answers.ts';
import type { Db } from '../db/tables.ts';
import type { DraftChange } from './draft-changes.ts';

/** The stored files that articles of a draft attach or show in lists, by filepath. */
export async function filesOfChanges(db: Db, changes: readonly DraftChange[]): Promise<Record<string, EditionFile>> {
  const named = changes
    .flatMap((change) =>
      change.kind === 'article'
        ? [...(change.article.attachments ?? []).map(({ filepath }) => filepath), change.article.image ?? '']
        : [],
    )
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
