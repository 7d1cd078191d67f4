import { documentIn, writtenOf } from '#kinds/changes.ts';
import { article as articleKind } from '#kinds/article/index.ts';
import type { Change } from '#kinds/index.ts';
import { rows as rowsKind } from '#kinds/rows/index.ts';
import { storeOf } from '#kinds/stores.ts';
import type { Db } from '../../db/tables.ts';
import { mapDocuments } from './draft-changes.ts';
import { getDraft, getEdition } from '../edition-row.ts';
import type { RolledBack } from '../publish/roll-back.ts';

/**
 * ED5: what a version of an edition said, as the changes of a new draft: whatever became of that edition, it stays as it
 * is. What it made public is changed by the new one, and not made a second time.
 * @throws Refused unknownEdition
 */
export async function takenUp(
  db: Db,
  { editionId, version }: { editionId: number; version: number },
): Promise<RolledBack> {
  const { published_in: no } = await getEdition(db, editionId);
  const { title, changes } = await getDraft(db, editionId, version);
  const known = no === null ? changes : withoutRewrites(await withArticleIds(db, no, changes));
  // a plan ties editions together, and this one stands alone
  const alone = known.map(({ plan: _plan, ...change }) => change as Change);
  const restored = await mapDocuments(alone, (change) => storeOf(change).history?.restored);
  return {
    title: `以第 ${editionId} 号稿件第 ${version} 版新建：${title}`.slice(0, 200).toWellFormed(),
    changes: restored,
  };
}

/** Rewrites of earlier rows by a published edition are done: its rows stand for themselves. */
const withoutRewrites = (changes: readonly Change[]): Change[] =>
  changes.map((change) => {
    const document = documentIn(rowsKind, change);
    if (!document?.rewrite) return change;
    const { rewrite: _rewrite, ...rest } = document;
    return { ...change, document: rest } as Change;
  });

/** New articles of a published edition have the ids that the publication gave them. */
async function withArticleIds(db: Db, no: number, changes: readonly Change[]): Promise<Change[]> {
  const made = await db
    .selectFrom('article')
    .select(['article_id', 'channel_id', 'title'])
    .where('opened_in', '=', no)
    .orderBy('article_id')
    .execute();
  const left = [...made];
  const ids = new Map(
    writtenOf(articleKind, changes).flatMap(({ at, document: { articleId, channelId, title } }) => {
      const place = left.findIndex((one) => one.channel_id === channelId && one.title === (title ?? '').trim());
      if (articleId !== undefined || place < 0) return [];
      return [[at, left.splice(place, 1)[0]!.article_id] as const];
    }),
  );
  return changes.map((change, at) =>
    ids.has(at)
      ? ({ ...change, document: { ...(change.document as object), articleId: ids.get(at) } } as Change)
      : change,
  );
}
