import { defineSource, forHome, pageNum, pageSize } from '#page/define-source.ts';
import { paths, PUBLIC } from '#wire/paths.ts';
import { readArticles } from './read-articles.ts';

/** A channel's published articles, a page at a time; 3 puts pinned ones first. */
export const infoList = defineSource({
  name: 'info-list',
  title: '栏目文章列表',
  gives: 'articles',
  params: {
    channelId: { type: 'string', maxLength: 64, from: 'channel', shows: 'articles', title: '栏目编号' },
    topFlag: { type: 'integer', enum: [0, 1, 3], default: 3, title: '置顶：0 普通，1 置顶，3 不限且置顶在前' },
    pageNum,
    pageSize,
  },
  load: async (params, call, context) =>
    readArticles(await call.get(paths.infoList, { ...params, status: PUBLIC, ...forHome(context) }), params),
});
