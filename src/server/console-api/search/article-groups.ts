import type { FoundGroup, FoundThing } from '#wire/search-answers.ts';
import { SITE_BASE } from '#wire/paths.ts';
import { findRestrictedHolding, listRestricted } from '../../store/articles/find-restricted-holding.ts';
import { textOfHtml } from '../../store/articles/text-of-html.ts';
import { findArticles } from '../../store/search/article-search.ts';
import { excerptOf } from '../../store/search/mark-hits.ts';
import { readFound } from '../../store/search/read-found.ts';
import { reachOf, rightsFor } from '../authorize.ts';
import type { SignedIn } from '../define-console-call.ts';
import { channelNames, dayOf, fullText, groupOf, marked, placeOf, queryOf, type Looking } from './looking.ts';

interface Article {
  articleId: number;
  channelId: string;
  title: string;
  contentTime: Date;
}

/** Public articles and their attachments, by the index that visitors search; of restricted ones the text, too. */
export async function findArticleGroups(looking: Looking, wanted: (group: FoundGroup['group']) => boolean) {
  return Promise.all([
    ...(wanted('articles') ? [articles(looking)] : []),
    ...(wanted('attachments') ? [attachments(looking)] : []),
  ]);
}

const find = ({ context: { db }, terms, phrase, reach, most }: Looking, kind: 'article' | 'file') =>
  findArticles(
    db,
    { terms: terms.map((term) => [term]), phrase, preferred: [], passing: [], channelIds: reach, since: null, kind },
    { pageNum: 1, pageSize: most },
  );

async function articles(looking: Looking): Promise<FoundGroup> {
  const { context, terms } = looking;
  const { db } = context;
  const [found, restricted] = await Promise.all([find(looking, 'article'), restrictedWith(looking)]);
  const list = [
    ...(await readFound(db, found.page)),
    ...restricted.map((article) => ({ ...article, text: textOfHtml(article.content) })),
  ];
  const as = (article: (typeof list)[number]): FoundThing => ({
    ...placed(article, looking),
    id: String(article.articleId),
    title: marked(article.title, looking),
    excerpt: excerptOf(article.text, terms),
    details: fullText('正文', article.text, looking),
  });
  return groupOf('articles', looking, list, as, { total: found.total + restricted.length, more: found.more });
}

async function attachments(looking: Looking): Promise<FoundGroup> {
  const found = await find(looking, 'file');
  const list = await readFound(looking.context.db, found.page);
  const as = (one: (typeof list)[number]): FoundThing => {
    const { place, ...article } = placed(one, looking);
    return {
      ...article,
      id: `${one.articleId} ${one.file?.filepath}`,
      title: marked(one.file?.filename ?? '', looking),
      place: placeOf(`附于《${one.title}》`, place),
      excerpt: excerptOf(one.text, looking.terms),
      details: [...fullText('所在文章', one.title, looking), ...fullText('附件中的文字', one.text, looking)],
    };
  };
  return groupOf('attachments', looking, list, as, found);
}

/** CS6: public articles that hold the terms and that the person may write, by number; one more than `most` where there are more. */
export async function findReplaceableArticles(
  context: SignedIn,
  terms: readonly string[],
  most: number,
): Promise<number[]> {
  const looking = { context, terms, phrase: terms.join(''), reach: reachOf(context, 'content.write'), most: most + 1 };
  const found = await readFound(context.db, (await find(looking, 'article')).page);
  const restricted = await restrictedWith(looking);
  return [...found, ...restricted].map(({ articleId }) => articleId).slice(0, most + 1);
}

async function restrictedWith({ context: { db, site }, terms, reach, most }: Looking) {
  const rowIds = await site.remember('restricted articles', () => listRestricted(db));
  return findRestrictedHolding(db, rowIds, terms, reach, most);
}

/** Place of an article, and the screen where those who may change it. */
function placed({ articleId, channelId, title, contentTime }: Article, { context }: Looking) {
  const { site } = context;
  return {
    state: 'public' as const,
    place: placeOf(channelNames(site, channelId), dayOf(contentTime)),
    to: rightsFor(context, [channelId]).includes('content.write')
      ? `/content/${articleId}/edit`
      : `/content${queryOf({ words: title.slice(0, 100) })}`,
    sitePath: SITE_BASE + site.articlePath(channelId, articleId),
  };
}
