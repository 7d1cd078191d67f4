import { defineSource } from '#page/define-source.ts';
import type { ArticleItem } from '#page/data-shapes.ts';
import { paths, PUBLIC } from '#wire/paths.ts';
import { readArticle, readArticles } from './read-articles.ts';

/**
 * A list of yearly reports is short; of a longer one only the newest are asked for their files, the others open as
 * articles.
 */
const MOST_FILES = 60;

/** FO6: a whole list, each item with the first of its attachments. One that cannot be read has none. */
export const firstFiles = defineSource({
  name: 'first-files',
  title: '栏目文章及其首个附件',
  gives: 'articles',
  params: {
    channelId: { type: 'string', maxLength: 64, from: 'channel', shows: 'articles', title: '栏目编号' },
    pageNum: { type: 'integer', minimum: 1, default: 1, title: '页码' },
    pageSize: { type: 'integer', minimum: 1, maximum: 9999, default: 9999, title: '条数' },
  },
  load: async (params, call) => {
    const articles = readArticles(await call.get(paths.infoList, { ...params, topFlag: 3, status: PUBLIC }), params);
    const fileOf = async ({ id }: ArticleItem) => {
      try {
        return readArticle(await call.get(paths.infoContent, { id })).files[0] ?? null;
      } catch {
        return null;
      }
    };
    const files = await Promise.all(articles.items.slice(0, MOST_FILES).map(fileOf));
    return {
      ...articles,
      items: articles.items.map((item, place) => (place < files.length ? { ...item, file: files[place]! } : item)),
    };
  },
});
