import type { Article } from '#page/data-shapes.ts';
import { defineSource } from '#page/define-source.ts';
import { paths } from '#wire/paths.ts';
import { readArticle, readFrame } from './read-articles.ts';

/**
 * One research article, named by the page's path; of a restricted one its frame for those who may not read it (RK6).
 */
export const newsContent = defineSource({
  name: 'news-content',
  title: '研究文章',
  gives: 'article',
  params: { id: { type: 'string', maxLength: 200, from: 'path', title: '文章编号' } },
  load: async (params, call): Promise<Article> => {
    const { channelId: _channel, ...article } = await call.get(paths.newsContent, params).then(readArticle, readFrame);
    return article;
  },
});
