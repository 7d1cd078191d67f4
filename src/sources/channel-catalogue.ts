import { defineSource, pageNum, pageSize } from '#page/define-source.ts';
import { paths } from '#wire/paths.ts';
import { readCatalogue } from './read-articles.ts';

/** A channel's articles, of one category or all, that hold the words. */
export const channelCatalogue = defineSource({
  name: 'channel-catalogue',
  title: '栏目文章，按分类与文字查找',
  gives: 'catalogue',
  params: {
    channelId: { type: 'string', maxLength: 64, from: 'channel', shows: 'articles', title: '栏目编号' },
    category: { type: 'string', maxLength: 20, from: 'address', condition: '分类', title: '分类' },
    q: { type: 'string', maxLength: 100, from: 'address', condition: '查找的文字', title: '查找的文字' },
    pageNum,
    pageSize,
  },
  load: async ({ q, ...paging }, call) =>
    readCatalogue(await call.get(paths.catalogue, { ...paging, ...(q && { words: q }) }), paging),
});
