import { endsAfter, type ArticleEnds } from '#rules/editions/article-ends.ts';
import { shanghaiDate } from '#rules/time/shanghai-date.ts';
import { channelPath } from '#rules/addresses/channel-tree.ts';
import type { Db } from '#server/db/tables.ts';
import { indexArticles } from '#server/store/articles/article-index.ts';
import { openAfter } from '#server/store/rows/register-publication.ts';
import { cleanHtml } from '#server/store/articles/clean-html.ts';
import { htmlProblem } from '#server/store/articles/html-limits.ts';
import { channelPlan } from '../../channel/server/store.ts';
import { changesIn, lastPublicationIn, openedIn, rowsTouched } from '../../dated-table.ts';
import type { KindStore, PreparedChanges } from '../../define-store.ts';
import { checkResearchWords } from './check-research-words.ts';
import { comparedLines, compareTexts } from './compare-texts.ts';
import { article, type ArticleDocument } from '../index.ts';
import { pairing } from './pairing.ts';
import {
  placeArticles,
  prepareArticle,
  publishArticles,
  withdrawArticles,
  withdrawChannelArticles,
  type ArticleChange,
} from './publish-articles.ts';

/** place of the text in a change */
const TEXT = '/document/content';

const table = { table: 'article', columns: article.tables.article! };

const given = (changes: PreparedChanges): ArticleChange[] =>
  changes.written(article).map(({ value }) => value as ArticleChange);

export const articleStore: KindStore<ArticleDocument> = {
  find: async ({ db }, _site, id, { after }) => {
    const row = await db
      .selectFrom('article')
      .selectAll()
      .where('article_id', '=', Number(id))
      .where(openAfter(after))
      .executeTakeFirst();
    if (!row) return null;
    const { channel_id, title, summary, content, source, image, risk_level, attachments, topic, tags, category } = row;
    return {
      articleId: Number(id),
      channelId: channel_id,
      title,
      summary,
      content,
      source,
      contentTime: row.content_time.toISOString(),
      topFlag: row.top_flag as ArticleDocument['topFlag'],
      image,
      ...(risk_level !== null && { riskLevel: risk_level }),
      attachments,
      topic,
      tags,
      category,
      ...(row.off_home && { offHome: true }),
      ...(row.ends !== null && { ends: row.ends }),
    } as ArticleDocument;
  },
  revision: (db, id, before) => openedIn(db, table, Number(id), before),
  lastPublication: (db, id) => lastPublicationIn(db, table, Number(id)),
  history: {
    titles: async (db, ids) => {
      const rows = await db
        .selectFrom('article')
        .select(['article_id', 'title'])
        .where('article_id', 'in', ids.map(Number))
        .orderBy('opened_in')
        .execute();
      return new Map(rows.map(({ article_id, title }) => [String(article_id), title]));
    },
    // TP1: a day that is over ends nothing again
    restored: ({ ends: former, ...document }) => {
      const ends = endsAfter(former as ArticleEnds | undefined, shanghaiDate(Date.now()));
      return { ...document, ...(ends && { ends }) };
    },
    past: { shownOn: ({ articles }) => articles(), table: 'article', identity: 'article_id', title: 'title' },
  },

  travels: {
    rank: 6,
    onlyWith: 'articles',
    list: async (db) => {
      const rows = await db
        .selectFrom('article')
        .select('article_id')
        .where(openAfter(undefined))
        .orderBy('article_id')
        .execute();
      return rows.map(({ article_id }) => String(article_id));
    },
    pairing,
  },
  draft: {
    problems: ({ content = '' }) => {
      const problem = htmlProblem(content);
      return problem ? [{ pointer: '/content', message: `的正文${problem}` }] : [];
    },
    cleaned: async (document) =>
      document.content ? { ...document, content: (await cleanHtml(document.content)).html } : document,
  },
  files: ({ attachments = [], image = '' }) => [...attachments.map(({ filepath }) => filepath), image],

  concerned: async (change, { db, publicAbove }) => {
    const document = change.withdraw ? undefined : (change.document as ArticleDocument);
    const id = change.withdraw ? Number(change.id) : document?.articleId;
    return [
      ...(document ? [publicAbove(document.channelId)] : []),
      ...(id === undefined ? [] : [publicAbove(await lastPlaceOf(db, id))]),
    ];
  },
  preview: {
    rank: 6,
    path: (site, { channelId }, { newId }) => site.articlePath(channelId, newId!),
    withdrawnPath: async (db, id) => {
      const channelId = await lastPlaceOf(db, Number(id));
      const url = (await channelUrls(db, [{ channel_id: channelId }])).get(channelId);
      return url === undefined ? undefined : `${channelPath(url)}/detail/${id}`;
    },
  },
  compare: {
    linesOf: (pointer, value) => (pointer === TEXT ? comparedLines(typeof value === 'string' ? value : '') : undefined),
    detail: async (reader, field) => {
      if (field.path === TEXT) field.lines = await compareTexts(reader, field.before, field.after);
    },
  },

  prepare: (findings, { document }, position) => prepareArticle(findings, document, position),
  check: async (publication, changes) => {
    const plan = await channelPlan(publication, changes);
    if (!plan) return;
    const articles = given(changes);
    await checkResearchWords(publication, articles, changes);
    for (const [position, id] of await placeArticles(publication, articles, plan)) publication.ids.set(position, id);
  },
  write: async (publication, changes) => {
    const plan = await channelPlan(publication, changes);
    if (!plan) return new Map();
    const uses = await withdrawArticles(publication, changes.withdrawn(article), plan);
    for (const { channel, because } of plan.retired)
      (await withdrawChannelArticles(publication, channel.channel_id, because)).forEach((list, usedBy) =>
        uses.set(usedBy, list),
      );
    const published = await publishArticles(publication, given(changes), publication.ids, plan);
    published.forEach((list, usedBy) => uses.set(usedBy, list));
    return uses;
  },
  finish: async (publication, changes) => {
    if (publication.writesRows && (await channelPlan(publication, changes)))
      await indexArticles(publication.trx, publication.no);
  },
  changesOf: async (db, no) => {
    const rows = await rowsTouched(db, table, no);
    const urls = await channelUrls(db, rows);
    return changesIn(table, rows, no, {
      kind: article.name,
      nameOf: ({ title }) => String(title ?? ''),
      pathOf: ({ channel_id, article_id }) => {
        const url = urls.get(String(channel_id));
        return url === undefined ? '' : `${channelPath(url)}/detail/${String(article_id)}`;
      },
    });
  },
};

/** The channel in which an article is, or was last; '' for none. */
async function lastPlaceOf(db: Db, articleId: number): Promise<string> {
  const row = await db
    .selectFrom('article')
    .select('channel_id')
    .where('article_id', '=', articleId)
    .orderBy('public_from', 'desc')
    .orderBy('row_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.channel_id ?? '';
}

/** The newest address of each article's channel: a retired one has it, too. */
async function channelUrls(
  db: Db,
  articles: readonly Readonly<Record<string, unknown>>[],
): Promise<Map<string, string>> {
  const ids = [...new Set(articles.map((row) => String(row.channel_id)))];
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('channel')
    .select(['channel_id', 'url'])
    .where('channel_id', 'in', ids)
    .orderBy('row_id')
    .execute();
  return new Map(rows.map(({ channel_id, url }) => [channel_id, url]));
}
