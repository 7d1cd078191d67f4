import type { ArticleWords, ListedArticle, Paged } from '#wire/console-answers.ts';
import { as, optional, text } from '#page/schema-words.ts';
import { SITE_BASE } from '#wire/paths.ts';
import { pagingParams, allowedPageSize } from '../api/define-call.ts';
import { findArticlesToEdit } from '../store/articles/find-articles-to-edit.ts';
import { findSetting } from '../store/documents/find-setting.ts';
import { TAGS, tagsOf, TOPICS, topicsOf } from '../store/articles/research-words.ts';
import { reachOf } from './authorize.ts';
import { consoleCall } from './define-console-call.ts';

/** Content that an author finds and chooses from; drafts go by the calls of editions (edition-calls.ts). */
export const contentCalls = {
  /** articles of the channels for which the person has a role */
  'GET /articles': consoleCall({
    summary: '公开的文章，最新的在前',
    answer: as<Paged<ListedArticle>>(),
    params: {
      channelId: optional(text({ maxLength: 64, description: '栏目，含其下级' })),
      words: optional(text({ maxLength: 100, description: '标题中的文字' })),
      ...pagingParams,
    },
    policy: { anywhere: 'content.read' },
    handle: async ({ channelId, words, pageNum, pageSize }, context) => {
      const { db, site } = context;
      const reach = reachOf(context, 'content.read');
      const below =
        channelId === undefined
          ? null
          : [channelId, ...site.channelsBelow(channelId).map((channel) => channel.channelId)];
      const channelIds = below === null ? reach : below.filter((id) => reach === null || reach.includes(id));
      const { total, list } = await findArticlesToEdit(db, {
        channelIds,
        ...(words !== undefined && { words }),
        reach,
        pageNum,
        pageSize: allowedPageSize(pageSize),
      });
      return {
        total,
        list: list.map((article) => ({
          ...article,
          path: SITE_BASE + site.articlePath(article.channelId, article.articleId),
        })),
      };
    },
  }),
  'GET /article-words': consoleCall({
    summary: '文章可以选用的主题和标签',
    answer: as<ArticleWords>(),
    policy: { anywhere: 'content.read' },
    handle: async (_params, { db }) => {
      const [topics, tags] = await Promise.all([findSetting(db, 'now', TOPICS), findSetting(db, 'now', TAGS)]);
      return { topics: topicsOf(topics), tags: tagsOf(tags).map(({ id, name }) => ({ id, name })) };
    },
  }),
};
