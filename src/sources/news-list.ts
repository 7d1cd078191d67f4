import { firstShownPage, spanOf } from '#rules/addresses/appended-pages.ts';
import type { Articles } from '#page/data-shapes.ts';
import { defineSource, forHome, pageNum, pageSize, type Call, type Param, type ParamsOf } from '#page/define-source.ts';
import { optional } from '#page/schema-words.ts';
import { CHANNEL_IDS } from '#rules/addresses/channel-id.ts';
import { paths } from '#wire/paths.ts';
import { readNews } from './read-articles.ts';

const described = {
  columnId: optional({
    type: 'string',
    maxLength: 400,
    pattern: CHANNEL_IDS,
    shows: 'articles',
    title: '栏目编号或代码（如 gfwz-rd），逗号分隔；缺省为全部研究栏目',
  }),
  code: optional({ type: 'string', maxLength: 40, title: '主题代码' }),
  tagId: optional({ type: 'string', maxLength: 40, title: '标签' }),
  articleId: optional({ type: 'integer', minimum: 1, title: '文章编号：列出相关文章' }),
  isAdd: { type: 'boolean', default: false, title: '后续页追加在后' },
  pageNum,
  pageSize,
} as const satisfies Record<string, Param<unknown>>;

/** Research articles of columns, of a topic or a tag, or related to one. With isAdd further pages append (RL1). */
export const newsList = defineSource({
  name: 'news-list',
  title: '研究文章列表',
  gives: 'articles',
  needs: 'research',
  params: described,
  load: async ({ isAdd, ...params }, call, context) =>
    isAdd
      ? appended(params, call)
      : readNews(await call.post(paths.newsList, { ...params, ...forHome(context) }), params),
});

async function appended(params: Omit<ParamsOf<typeof described>, 'isAdd'>, call: Call): Promise<Articles> {
  const { pageNum, pageSize, ...question } = params;
  const firstPage = firstShownPage(pageNum, pageSize);
  const { asks, skip, count } = spanOf(firstPage, pageNum, pageSize);
  const answers = await Promise.all(
    asks.map(async (paging) => readNews(await call.post(paths.newsList, { ...question, ...paging }), paging)),
  );
  const items = answers.flatMap((answer) => answer.items).slice(skip, skip + count);
  const { total, untold, title, summary } = answers[0]!;
  const shown = (firstPage - 1) * pageSize + items.length;
  return {
    items,
    // after a full page of a list of which nobody told how long it is, there may be more
    total: untold ? shown : Math.max(total, shown),
    pageNum,
    pageSize,
    firstPage,
    end: items.length < count || (!untold && shown >= total),
    ...(untold && { untold }),
    ...(title !== undefined && { title, summary }),
  };
}
