import { randomUUID } from 'node:crypto';
import { text, withDefault } from '#page/schema-words.ts';
import { CHANNEL_ID, LONGEST_CHANNEL_ID } from '#rules/addresses/channel-id.ts';
import { paths } from '#wire/paths.ts';
import { searchWords } from '../search/understand.ts';

import { articlesOf } from '../store/publication/touched-things.ts';
import { countCategories, listCatalogue } from '../store/documents/list-catalogue.ts';
import { contentChannel, listItem } from './cms-calls.ts';
import { allowedPageSize, defineCall, pagingParams } from './define-call.ts';

/** One channel's articles for a page that sorts them by category and looks through them by words. */
export const catalogue = defineCall({
  path: paths.catalogue,
  ours: true,
  summary: '一个栏目的文章：按分类与文字查找，附各分类的篇数',
  params: {
    channelId: text({ minLength: 1, maxLength: LONGEST_CHANNEL_ID, pattern: CHANNEL_ID, description: '栏目编号' }),
    category: withDefault('', text({ maxLength: 20, description: '分类；缺省为全部' })),
    words: withDefault(
      '',
      text({ maxLength: 100, description: '查找的文字，多个词以空格隔开；不分繁简、大小写、全角半角' }),
    ),
    ...pagingParams,
  },
  answers:
    'logId, words, category, categories（name, total：含有这些文字的篇数），list 与 data（同 infobaselist），total, pageNum, pageSize；置顶在前',
  reads: ({ channelId }, { site }) =>
    site.isOwnChannel(channelId) ? [articlesOf(contentChannel(site, channelId))] : [],
  handle: async ({ channelId, category, words: typed, ...paging }, { db, moment, site, elsewhere }) => {
    if (!site.isOwnChannel(channelId)) {
      const words = typed.trim();
      const title = words === '' ? {} : { title: words };
      const query = { channelId, ...title, ...paging, pageSize: allowedPageSize(paging.pageSize) };
      return { ...((await elsewhere(paths.infoList, query)) as object), words, category: '', categories: [] };
    }
    const question = { channelId: contentChannel(site, channelId), category, words: searchWords(typed) };
    const pageSize = allowedPageSize(paging.pageSize);
    const [rows, categories] = await Promise.all([
      listCatalogue(db, moment, question, { pageNum: paging.pageNum, pageSize }),
      countCategories(db, moment, question),
    ]);
    const list = rows.map((row) => listItem(row, site));
    const counted = categories.filter(({ name }) => category === '' || name === category);
    const total = counted.reduce((sum, one) => sum + one.total, 0);
    return {
      logId: randomUUID(),
      words: typed.trim(),
      category,
      categories,
      list,
      data: list,
      total,
      pageNum: paging.pageNum,
      pageSize,
    };
  },
});
