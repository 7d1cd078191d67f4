import type { ImportedArticle, SubjectDifference } from '#wire/edition-answers.ts';
import type { EditionFile, Paged } from '#wire/console-answers.ts';
import { type ArticleDocument, article } from '#kinds/article/index.ts';
import { as, integer, optional } from '#page/schema-words.ts';
import type { Change } from '#kinds/index.ts';
import { getSetArticles, listSetLines } from '#kinds/article-import/server/article-sets.ts';
import { pagingParams } from '../api/define-call.ts';
import type { Db } from '../db/tables.ts';
import { getDraft, getEdition } from '../editions/edition-row.ts';
import { publicChange } from '../editions/review/public-change.ts';
import { differenceOf } from '../editions/review/compare-editions.ts';
import { filesOfChanges } from '../editions/draft/files-of-changes.ts';
import { importIn, type FoundImport } from '../editions/draft/import-steps.ts';
import { Refused } from '../errors.ts';
import { consoleCall } from './define-console-call.ts';
import { editionId, ofVersion, version } from './edition-rights.ts';

const MOST = 100;

/** @throws Refused badParameter where the edition is no import */
async function importOf(db: Db, id: number, shown: number | undefined): Promise<FoundImport> {
  const { changes } = await getDraft(db, id, shown ?? (await getEdition(db, id)).version);
  const found = importIn(changes);
  if (!found) throw new Refused('badParameter', '这份稿件不是迁入的文章');
  return found;
}

/** ED7: the articles of an import, page by page: ten thousand do not travel at once. */
export const importCalls = {
  'GET /editions/:editionId/articles': consoleCall({
    summary: '稿件中迁入的文章',
    answer: as<Paged<ImportedArticle>>(),
    params: { editionId, version: optional(version), ...pagingParams },
    policy: { right: 'content.read', of: ofVersion },
    handle: async ({ editionId: id, version: shown, pageNum, pageSize }, { db }) => {
      const { hash, total } = await importOf(db, id, shown);
      const size = Math.min(pageSize, MOST);
      return { total, list: await listSetLines(db, hash, { from: (pageNum - 1) * size, size }) };
    },
  }),
  /** at: its place, from 0 */
  'GET /editions/:editionId/articles/:at': consoleCall({
    summary: '稿件中迁入的一篇文章',
    answer: as<{
      document: ArticleDocument;
      files: Record<string, EditionFile>;
      /** its difference from the public content; null: it is new */
      difference: SubjectDifference | null;
    }>(),
    params: {
      editionId,
      version: optional(version),
      at: integer({ minimum: 0, maximum: 1_000_000, description: '第几篇，从 0 开始' }),
    },
    policy: { right: 'content.read', of: ofVersion },
    handle: async ({ editionId: id, version: shown, at }, { db, site, publishContext }) => {
      const { hash } = await importOf(db, id, shown);
      const [found] = await getSetArticles(db, hash, { from: at, size: 1 });
      if (!found) throw new Refused('badParameter', '没有这一篇');
      const { document } = found;
      const change: Change = { kind: article.name, document };
      const subject = `${article.name}:${document.articleId}`;
      const difference =
        document.articleId === undefined
          ? null
          : await differenceOf(publishContext, subject, await publicChange({ db }, site, subject), change);
      return { document, files: await filesOfChanges(db, [change]), difference };
    },
  }),
};
