import { defineSource } from '#page/define-source.ts';
import { paths } from '#wire/paths.ts';
import { readChannels } from './read-articles.ts';

/** The channels of a section, each with its row count and date as summary (RT3). */
export const sectionOverview = defineSource({
  name: 'section-overview',
  title: '栏目总览',
  gives: 'articles',
  params: {
    channelId: { type: 'string', maxLength: 64, from: 'channel', shows: 'channels', title: '栏目编号' },
    count: { type: 'integer', minimum: 1, maximum: 200, default: 200, title: '最多显示几个' },
  },
  load: async ({ channelId, count }, call) => readChannels(await call.get(paths.sectionOverview, { channelId }), count),
});
