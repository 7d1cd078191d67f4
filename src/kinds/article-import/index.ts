import { as, integer, list, object, optional, type ValueOf } from '#page/schema-words.ts';
import { article, type ArticleDocument } from '../article/index.ts';
import { defineKind } from '../define-kind.ts';
import { someText } from '../outer-words.ts';
import { words } from './words.ts';

/** An article of an import, as it is stored: with the address that it had on the site that it comes from. */
export interface SetArticle {
  document: ArticleDocument;
  /** path with query, as links of the other articles lead there; '' for none */
  oldAddress: string;
  /** BE8: of one that has an `articleId` here already, the revision of what was public of it; '' where it was withdrawn */
  replaces?: string;
}

/** articles of one import at most */
export const MOST_ARTICLES = 20_000;

const setArticle = object({ document: as<ArticleDocument>(article.schema), oldAddress: someText('旧地址') });

const articleSet = object({
  hash: as<string>({ type: 'string', pattern: '^[0-9a-f]{64}$' }),
  count: integer(),
  /** characters of all texts; set by the server */
  characters: optional(integer()),
  /** numbers of articles by channel, in their order; set by the server */
  channels: optional(list(object({ channelId: someText(), count: integer() }), { maxItems: MOST_ARTICLES })),
});

/** Articles that are stored apart from their edition, which names them all by one hash. */
export type ArticleSetRef = ValueOf<typeof articleSet>;

const schema = object({
  title: someText('名称'),
  /** their origin, in words */
  source: optional(someText('来源')),
  articles: optional(list(setArticle, { title: '文章', maxItems: MOST_ARTICLES })),
  articleSet: optional(articleSet),
});

/**
 * ED7: articles that come together: the new ones of a former site, or those of another environment (BE8). A draft has `articles` or names those that are
 * stored by `articleSet`. What is published says in `done` how many of the set are public; the articles are published
 * beside it, as articles.
 */
export type ArticleImport = ValueOf<typeof schema> & { done?: number };

/** New articles, up to 20,000, published in steps. */
export const articleImport = defineKind({
  name: 'article-import',
  title: '迁入文章',
  schema: as<ArticleImport>(schema),
  id: /^[a-z0-9][a-z0-9-]{0,63}$/,
  tables: { article_import: { identity: ['name'], content: ['name', 'document'], reasoned: false } },
  comparedBy: 'field',
  sizeOf: ({ articles = [], articleSet: set }) => ({
    characters: articles.reduce((sum, { document }) => sum + (document.content ?? '').length, 0),
    apart: set?.characters ?? 0,
  }),
  words,
});
