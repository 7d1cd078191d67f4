import { randomUUID } from 'node:crypto';
import { integer, optional, text, withDefault } from '#page/schema-words.ts';
import { inMenus } from '#page/site-map.ts';
import { CHANNEL_IDS } from '#rules/addresses/channel-id.ts';
import { paths } from '#wire/paths.ts';
import { findArticle } from '../store/articles/find-article.ts';
import { findSetting } from '../store/documents/find-setting.ts';
import {
  countArticles,
  countArticleWords,
  listArticles,
  listRelatedArticles,
  type ArticleQuestion,
  type ArticleRow,
} from '../store/articles/list-articles.ts';
import type { ChannelRow } from '../store/documents/list-channels.ts';
import { TAGS, tagsOf, TOPICS, topicsOf, type ArticleTag, type Topic } from '../store/articles/research-words.ts';
import { countArticlesByChannel } from '../store/articles/section-overview.ts';
import { Refused } from '../errors.ts';
import type { Site } from '../site/site.ts';
import { infoContent, listItem } from './cms-calls.ts';
import { allowedPageSize, defineCall, homeParam, pagingParams, type CallContext } from './define-call.ts';
import { wireTime } from './wire-time.ts';

/** url of the channel whose children of type 1 are the columns of research. */
const RESEARCH = 'research';
/** The column that is filtered by topic. */
const HOT = 'gfwz-rd';
/** Path of one tag, and of the list of all. */
const TAGS_PATH = '/research/tags';

/** Values of `type` of news/columns. */
const COLUMNS = 1;
const HOT_TOPICS = 2;

const researchColumns = (site: Site): ChannelRow[] =>
  (site.map.byUrl.get(RESEARCH)?.children ?? [])
    .filter(inMenus)
    .flatMap(({ channel }) =>
      channel.type === 1 && channel.url.startsWith(`${RESEARCH}/`) ? (site.channel(channel.channelId) ?? []) : [],
    );

const codeOf = ({ url }: ChannelRow): string => url.slice(RESEARCH.length + 1);

/** Names of topics and tags; the same until the next publication. */
const researchWords = ({ db, moment, site }: CallContext): Promise<{ topics: Topic[]; tags: ArticleTag[] }> =>
  site.remember('research words', async () => {
    const [topics, tags] = await Promise.all([findSetting(db, moment, TOPICS), findSetting(db, moment, TAGS)]);
    return { topics: topicsOf(topics), tags: tagsOf(tags) };
  });

const tagLinks = (ids: readonly string[], known: readonly ArticleTag[]) =>
  known.filter(({ id }) => ids.includes(id)).map(({ id, name }) => ({ id, name, path: `${TAGS_PATH}/detail/${id}` }));

export const newsColumns = defineCall({
  path: paths.newsColumns,
  steady: true,
  summary: '研究栏目（type 1）、热点主题（type 2）与标签（type 3）',
  params: { type: withDefault(COLUMNS, integer({ enum: [1, 2, 3], description: '1 栏目，2 热点聚焦的主题，3 标签' })) },
  answers: '数组，每项 columnId, code, name, summary, path, total（篇数）, newest（最近发布时间，仅栏目）',
  handle: async ({ type }, context) => {
    const { db, moment, site } = context;
    const columns = researchColumns(site);
    if (type === COLUMNS) {
      const counts = await countArticlesByChannel(
        db,
        moment,
        columns.map(({ channelId }) => channelId),
      );
      return columns.map((column) => {
        const own = counts.get(column.channelId);
        return {
          columnId: column.channelId,
          code: codeOf(column),
          name: column.name,
          summary: '',
          path: site.channelPath(column.channelId),
          total: own?.count ?? 0,
          newest: own ? wireTime(own.newest) : '',
        };
      });
    }
    const { topics, tags } = await researchWords(context);
    const chosen = type === HOT_TOPICS ? columns.filter((column) => codeOf(column) === HOT) : columns;
    const counts =
      chosen.length > 0
        ? await countArticleWords(
            db,
            moment,
            chosen.map(({ channelId }) => channelId),
          )
        : { topics: new Map<string, number>(), tags: new Map<string, number>() };
    if (type === HOT_TOPICS) {
      return topics.map(({ code, name }) => ({
        columnId: code,
        code,
        name,
        summary: '',
        path: `/${RESEARCH}/${HOT}?code=${code}`,
        total: counts.topics.get(code) ?? 0,
        newest: '',
      }));
    }
    return tags.map(({ id, name, summary }) => ({
      columnId: id,
      code: id,
      name,
      summary,
      path: `${TAGS_PATH}/detail/${id}`,
      total: counts.tags.get(id) ?? 0,
      newest: '',
    }));
  },
});

const word = (description: string) => text({ minLength: 1, maxLength: 40, description });

export const newsList = defineCall({
  path: paths.newsList,
  method: 'POST',
  summary: '研究文章列表：按栏目、主题、标签，或某篇文章的相关文章',
  params: {
    columnId: optional(
      text({
        minLength: 1,
        maxLength: 400,
        pattern: CHANNEL_IDS,
        description: '栏目编号或代码（如 gfwz-rd），可用逗号分隔；不填为全部研究栏目',
      }),
    ),
    code: optional(word('主题代码')),
    tagId: optional(word('标签')),
    articleId: optional(
      integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: '文章编号：列出与它标签相同的文章' }),
    ),
    ...pagingParams,
    home: homeParam,
  },
  answers:
    'logId, list（newsId, title, summary, publishTime, imageOriginal.url, flagTop, source, channelId, path, code, tags, riskLevel），data（与 list 相同），total, pageNum, pageSize；title 与 summary 为标签的名称与说明，tags 为 articleId 的标签',
  handle: async ({ columnId, code, tagId, articleId, pageNum, pageSize, home }, context) => {
    const paging = { pageNum, pageSize: allowedPageSize(pageSize) };
    const channelIds = namedColumns(context.site, columnId).map(({ channelId }) => channelId);
    if (articleId !== undefined) return relatedTo(context, articleId, channelIds, paging);
    const { tags } = await researchWords(context);
    const tag = tagId === undefined ? undefined : tags.find(({ id }) => id === tagId);
    if (tagId !== undefined && !tag) throw new Refused('notFound', '没有这个标签');
    const question = {
      channelIds,
      topFlag: 3,
      pinnedFirst: channelIds.length === 1,
      isOnHome: home,
      ...(code !== undefined && { topic: code }),
      ...(tagId !== undefined && { tag: tagId }),
    } as const;
    return { ...(await pageOf(context, question, paging)), ...(tag && { title: tag.name, summary: tag.summary }) };
  },
});

export const newsContent = defineCall({
  path: paths.newsContent,
  steady: true,
  summary: '研究文章正文',
  params: { id: integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: '文章编号' }) },
  answers: '与 cms/infocontent 相同，另有 code 与 tags（id, name, path）',
  handle: async ({ id }, context) => {
    const article = await findArticle(context.db, context.moment, id);
    if (article && !researchColumns(context.site).some(({ channelId }) => channelId === article.channelId))
      throw new Refused('notFound');
    const answer = (await infoContent.handle({ id }, context)) as object;
    const { tags } = await researchWords(context);
    return { ...answer, code: article!.topic, tags: tagLinks(article!.tags, tags) };
  },
});

function namedColumns(site: Site, columnId: string | undefined): ChannelRow[] {
  const all = researchColumns(site);
  if (columnId === undefined) return all;
  return columnId.split(',').map((name) => {
    const column = all.find((one) => one.channelId === name || codeOf(one) === name);
    if (!column) throw new Refused('unknownChannel', `栏目 ${name} 不存在`);
    return column;
  });
}

interface Paging {
  pageNum: number;
  pageSize: number;
}

async function pageOf(context: CallContext, question: ArticleQuestion, paging: Paging) {
  const { db, moment, site } = context;
  if (question.channelIds.length === 0) return listOf([], 0, paging);
  const count = () => countArticles(db, moment, question);
  // topics come from addresses, so that only lists without one are few enough to be remembered
  const counted = question.topic === undefined ? site.remember(`count ${JSON.stringify(question)}`, count) : count();
  const [rows, total] = await Promise.all([listArticles(db, moment, question, paging), counted]);
  return listOf(await newsItems(context, rows), total, paging);
}

async function relatedTo(context: CallContext, articleId: number, channelIds: string[], { pageSize }: Paging) {
  const article = await findArticle(context.db, context.moment, articleId);
  if (!article || channelIds.length === 0) throw new Refused('notFound');
  const { tags } = await researchWords(context);
  // tags of a restricted article are as little public as its text (RK6)
  const own = article.riskLevel === null ? article.tags : [];
  const rows = await listRelatedArticles(context.db, context.moment, { ...article, tags: own }, channelIds, pageSize);
  return {
    ...listOf(await newsItems(context, rows), rows.length, { pageNum: 1, pageSize }),
    tags: tagLinks(own, tags),
  };
}

const listOf = (list: object[], total: number, paging: Paging) => ({
  logId: randomUUID(),
  list,
  data: list,
  total,
  ...paging,
});

async function newsItems(context: CallContext, rows: ArticleRow[]): Promise<object[]> {
  const { tags } = await researchWords(context);
  return rows.map((row) => ({
    ...listItem(row, context.site),
    code: row.restricted ? '' : row.topic,
    tags: row.restricted ? [] : tagLinks(row.tags, tags),
  }));
}
