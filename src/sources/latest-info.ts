import { defineSource, forHome, pageNum, pageSize } from '#page/define-source.ts';
import { CHANNEL_IDS } from '#rules/addresses/channel-id.ts';
import { paths } from '#wire/paths.ts';
import { readArticles } from './read-articles.ts';

/** The newest articles of several channels in one list, a page at a time. */
export const latestInfo = defineSource({
  name: 'latest-info',
  title: '多个栏目的最新文章',
  gives: 'articles',
  params: {
    channelIds: {
      type: 'string',
      maxLength: 2000,
      pattern: CHANNEL_IDS,
      shows: 'articles',
      title: '栏目编号，逗号分隔',
    },
    pageNum,
    pageSize,
  },
  load: async (params, call, context) =>
    readArticles(await call.get(paths.latestInfo, { ...params, ...forHome(context) }), params),
});
