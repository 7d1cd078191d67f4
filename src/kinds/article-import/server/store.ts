import { openAfter } from '#server/store/rows/register-publication.ts';
import { cleanHtml } from '#server/store/articles/clean-html.ts';
import { articleStore } from '../../article/server/store.ts';
import type { KindStore, Prepared } from '../../define-store.ts';
import { documentStore, type Named } from '../../document-store.ts';
import { getArticleSet, listReplacedChannels, storeArticles, storeArticleSet } from './article-sets.ts';
import { articleImport, type ArticleImport } from '../index.ts';

const documents = documentStore<ArticleImport>({
  kind: articleImport.name,
  table: 'article_import',
  columns: articleImport.tables.article_import!,
  column: 'document',
  title: articleImport.title,
  names: articleImport.id,
});

/** articles that a draft may hold itself, as an edition may hold changes; more are stored by `import-articles` */
const MOST_INLINE = 200;
/** characters of title and source */
const LONGEST = 200;

type Public = ArticleImport & { done: number };

export const articleImportStore: KindStore<ArticleImport> = {
  ...documents,
  find: async (reader, site, id, options) => {
    const found = (await documents.find(reader, site, id, options)) as Public | null;
    if (!found) return null;
    const { done: _done, ...document } = found;
    return document;
  },
  history: {
    titles: async (db, ids) => {
      const rows = await db
        .selectFrom('article_import')
        .select(['name', 'document'])
        .where('name', 'in', [...ids])
        .orderBy('row_id')
        .execute();
      return new Map(rows.map(({ name, document }) => [name, (document as Public).title]));
    },
  },
  draft: {
    problems: ({ title, source = '', articles, articleSet }) => [
      ...(title.trim() === '' || title.length > LONGEST
        ? [{ pointer: '/title', message: `的名称应有 1 至 ${LONGEST} 字` }]
        : []),
      ...(source.length > LONGEST ? [{ pointer: '/source', message: `的来源超过 ${LONGEST} 字` }] : []),
      ...((articles === undefined) === (articleSet === undefined)
        ? [{ pointer: '', message: '应有文章（articles 或 articleSet 之一）' }]
        : []),
      ...(articles && (articles.length === 0 || articles.length > MOST_INLINE)
        ? [{ pointer: '/articles', message: `应有 1 至 ${MOST_INLINE} 篇文章` }]
        : []),
      ...(articles ?? []).flatMap(({ document }, at) => [
        ...(document.articleId === undefined
          ? []
          : [{ pointer: `/articles/${at}/document/articleId`, message: `的第 ${at + 1} 篇应为新文章` }]),
        ...articleStore.draft!.problems!(document).map((one) => ({
          pointer: `/articles/${at}/document${one.pointer}`,
          message: `的第 ${at + 1} 篇${one.message.replace(/^的/, '')}`,
        })),
      ]),
    ],
    cleaned: async ({ articles, ...facts }) => {
      if (!articles) return facts;
      const cleaned: typeof articles = [];
      for (const { document, oldAddress } of articles)
        cleaned.push({
          document: { ...document, content: (await cleanHtml(document.content ?? '')).html },
          oldAddress,
        });
      return { ...facts, articles: cleaned };
    },
    stored: async (db, { articles, articleSet, ...facts }) => ({
      ...facts,
      articleSet: articles
        ? await storeArticleSet(db, await storeArticles(db, articles))
        : await getArticleSet(db, articleSet!.hash),
    }),
  },

  // channels that a draft gives for its set are not used
  concerned: async ({ document }, { db, publicAbove }) => {
    const { articles = [], articleSet } = document as ArticleImport;
    const channels = articleSet ? (await getArticleSet(db, articleSet.hash)).channels! : [];
    const before = articleSet ? await listReplacedChannels(db, articleSet.hash) : [];
    return [...[...channels, ...articles.map((one) => one.document)].map(({ channelId }) => channelId), ...before].map(
      publicAbove,
    );
  },
  preview: {
    rank: 4,
    // path of the first article: a preview publishes the first few in its place
    path: (site, { articleSet, articles }, { newId }) => {
      const channelId = articleSet?.channels?.[0]?.channelId ?? articles?.[0]?.document.channelId;
      return channelId === undefined || newId === null ? undefined : site.articlePath(channelId, newId);
    },
  },
  compare: {
    fields: ({ articleSet, articles: _articles, done: _done, ...facts }) => ({
      ...facts,
      ...(articleSet && {
        articles: `${articleSet.count.toLocaleString('zh-CN')} 篇，校验值 ${articleSet.hash.slice(0, 16)}`,
      }),
    }),
  },

  prepare: (findings, change, position) => {
    if (change.document.done !== undefined) return documents.prepare(findings, change, position);
    findings.problems.push({
      change: position,
      message: '迁入的文章由稿件分批发布，一份稿件只能有一批',
    });
    return undefined;
  },
  check: async (publication, changes) => {
    for (const { position, value } of changes.written(articleImport) as readonly Prepared<Named>[]) {
      const wrong = await whyNot(await publicNow(publication, value.id), value.document as Public);
      if (wrong !== null) publication.problems.push({ change: position, message: `迁入文章“${value.id}”${wrong}` });
    }
  },
  // the articles have their own files
  write: async (publication, changes) => {
    await documents.write(publication, changes);
    return new Map();
  },
};

async function publicNow({ trx }: { trx: Parameters<typeof getArticleSet>[0] }, name: string): Promise<Public | null> {
  const found = await trx
    .selectFrom('article_import')
    .select('document')
    .where('name', '=', name)
    .where(openAfter(undefined))
    .executeTakeFirst();
  return (found?.document as Public | undefined) ?? null;
}

/** Articles of a set come once: after the first step only the rest of them, and afterwards what is said of them. */
function whyNot(present: Public | null, { articleSet, done }: Public): string | null {
  if (!present) return null;
  if (present.articleSet!.hash !== articleSet!.hash) return '已经发布过其他文章，再次迁入请另起名称';
  return done < present.done ? `已经发布到第 ${present.done} 篇` : null;
}
