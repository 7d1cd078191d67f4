import { defineSource, forHome } from '#page/define-source.ts';
import { HOME_NEWS, orderHomeNews } from '#rules/addresses/home-news.ts';
import { paths } from '#wire/paths.ts';
import { readArticles } from './read-articles.ts';

/** The few items of a news list that the home page shows, in its order (HN1–HN3). */
export const homeNews = defineSource({
  name: 'home-news',
  title: '首页新闻',
  gives: 'articles',
  params: { channelId: { type: 'string', maxLength: 64, from: 'channel', shows: 'articles', title: '栏目编号' } },
  load: async ({ channelId }, call, context) => {
    const params = { channelId, ...HOME_NEWS, ...forHome(context) };
    const answer = readArticles(await call.get(paths.infoList, params), HOME_NEWS);
    return { ...answer, items: orderHomeNews(answer.items).slice(0, HOME_NEWS.pageSize) };
  },
});
