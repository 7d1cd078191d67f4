import { randomUUID } from 'node:crypto';
import { integer, optional, text, withDefault } from '#page/schema-words.ts';
import { hasContent, listedName } from '#page/public-content.ts';
import { isHidden } from '#page/site-map.ts';
import { CHANNEL_ID, CHANNEL_IDS, LONGEST_CHANNEL_ID } from '#rules/addresses/channel-id.ts';
import { withSizes } from '#rules/text/sized-pictures.ts';
import { FORMER_TEXT, STATIC_FILE, paths } from '#wire/paths.ts';
import {
  findArticle,
  findArticlePlace,
  findNeighbours,
  type ArticleDetail,
  type Neighbour,
} from '../store/articles/find-article.ts';
import { listArticleUpdates } from '../store/articles/list-article-updates.ts';
import { countArticles, listArticles, type ArticleQuestion, type ArticleRow } from '../store/articles/list-articles.ts';
import { articlesOf } from '../store/publication/touched-things.ts';
import { assertMayRead } from '../people/customers/access.ts';
import { Refused } from '../errors.ts';
import { areFormerTextsPublic } from '../store/articles/former-text.ts';
import type { Site } from '../site/site.ts';
import { allowedPageSize, defineCall, homeParam, pagingParams, type CallContext } from './define-call.ts';
import { wireTime } from './wire-time.ts';
import { shownHtml } from '../store/articles/authored-key.ts';

const channelId = text({ minLength: 1, maxLength: LONGEST_CHANNEL_ID, pattern: CHANNEL_ID, description: '栏目编号' });

/** The one list that is asked for whole (website.md section 7): its page and size. */
const ESG_URL = 'socialDuty/ESG';
const ESG_SIZE = 9999;

/** Hidden channels are in no list; what they are kept to is no visitor's. */
function isListed({ map }: Site, channelId: string): boolean {
  const position = map.byId.get(channelId);
  return !position || !isHidden(position);
}

/** SU16: what a map of the site says of a channel without content: nothing to visitors; editors see it, marked. */
function shownAs({ map }: Site, channelId: string): { name?: string; isEmpty?: true } {
  const position = map.byId.get(channelId);
  if (!position || hasContent(position, map)) return {};
  return map.marksEmpty ? { name: listedName(position, map) } : { isEmpty: true };
}

export const channelList = defineCall({
  path: paths.channelList,
  // the tree may be an upstream's, too: it is fetched in the background (CH9)
  ours: true,
  summary: '栏目列表：某一根栏目下的全部栏目',
  params: { channelId },
  answers:
    '数组，每项 channelId, parentId, classOrder, url, name, type, contentKind, sameAs, department；没有公开内容的另有 isEmpty: true；含根栏目自身',
  handle: async ({ channelId }, { site }) =>
    site
      .channelsBelow(channelId)
      .filter(({ channelId: id }) => isListed(site, id))
      .map(({ hidden: _hidden, freshness: _freshness, storedAs: _stored, ...listed }) => ({
        ...listed,
        ...shownAs(site, listed.channelId),
      })),
});

export const infoList = defineCall({
  path: paths.infoList,
  summary: '栏目文章列表',
  params: {
    channelId,
    topFlag: withDefault(3, integer({ enum: [0, 1, 3], description: '0 普通，1 置顶，3 不限、置顶在前' })),
    ...pagingParams,
    home: homeParam,
    status: withDefault('2', text({ maxLength: 8, description: '接受但不起作用：只返回已发布内容（WR6）' })),
  },
  answers:
    'logId, list（newsId, title, summary, publishTime, imageOriginal.url, flagTop, source, channelId, path, riskLevel），data（与 list 相同），total, pageNum, pageSize',
  reads: ({ channelId }, { site }) => [articlesOf(contentChannel(site, channelId))],
  handle: async (params, context) => {
    const { site } = context;
    const wholeList = params.pageSize === ESG_SIZE && site.channel(params.channelId)?.url === ESG_URL;
    const pageSize = wholeList ? ESG_SIZE : allowedPageSize(params.pageSize);
    const channelIds = [contentChannel(site, params.channelId)];
    const question = { channelIds, topFlag: params.topFlag, pinnedFirst: true, isOnHome: params.home };
    return pageOfArticles(context, question, { pageNum: params.pageNum, pageSize });
  },
});

export const latestInfo = defineCall({
  path: paths.latestInfo,
  summary: '多个栏目的最新文章',
  params: {
    channelIds: text({ minLength: 1, maxLength: 2000, pattern: CHANNEL_IDS, description: '栏目编号，逗号分隔' }),
    ...pagingParams,
    home: homeParam,
  },
  answers: 'logId, list（另有 channelName）, data（与 list 相同），total, pageNum, pageSize；新的在前',
  reads: ({ channelIds }, { site }) =>
    channelIds
      .split(',')
      .flatMap((id) => [articlesOf(id), ...(site.channel(id) ? [articlesOf(contentChannel(site, id))] : [])]),
  handle: async ({ channelIds, pageNum, pageSize, home }, context) => {
    const { site } = context;
    // a channel that is retired meanwhile must not spoil the list of the others
    const ids = channelIds.split(',').flatMap((id) => (site.channel(id) ? [contentChannel(site, id)] : []));
    if (ids.length === 0) throw new Refused('unknownChannel');
    const answer = await pageOfArticles(
      context,
      { channelIds: ids, topFlag: 3, pinnedFirst: false, isOnHome: home },
      { pageNum, pageSize: allowedPageSize(pageSize) },
    );
    const list = answer.list.map((item) => ({ ...item, channelName: site.channel(item.channelId)?.name ?? '' }));
    return { ...answer, list, data: list };
  },
});

export const infoContent = defineCall({
  path: paths.infoContent,
  steady: true,
  summary: '文章正文与附件；给 channelId 时取该栏目唯一的文章',
  params: {
    id: optional(integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: '文章编号' })),
    channelId: optional(channelId),
  },
  answers:
    '有风险等级的文章只给有权查看的客户（请求头 access_token），否则返回 -0801107、-0801108 或 -0801109，data 只有标题、来源、时间、等级与所需等级的名称；id, channelId, title, riskLevel, summary, content（本站的图片带宽高和 srcset）, source, contentTime, imageOriginal.url, attachmentInfos（filepath, filename, size, mediaType, sha256；软件另有 release：version, platform, date, note），previous, next；文章更新过的另有 updates（at, changed, path；新的在前，首次发布的 changed 为空，path 为当时文本的地址，不公开时为空）',
  reads: (_params, _context, { channelId }: { channelId: string }) => [articlesOf(channelId)],
  handle: async ({ id, channelId }, context) => {
    const { db, moment, site } = context;
    const articleId = id ?? (channelId ? await onlyArticleOf(context, channelId) : undefined);
    if (articleId === undefined) throw new Refused('badParameter', '缺少参数 id 或 channelId');
    const article = await findArticle(db, moment, articleId);
    if (!article) throw await goneOrUnknown(context, articleId);
    if (article.riskLevel !== null) assertMayRead(await context.whose(), article.riskLevel, frameOf(article));
    const content = shownHtml(article.content);
    const [beside, updates, pictures = []] = await Promise.all([
      findNeighbours(db, moment, article),
      updatesOf(context, article),
      context.sizes?.inText(content),
    ]);
    const neighbour = (found: Neighbour | undefined) =>
      found
        ? {
            id: String(found.articleId),
            title: found.title,
            path: site.articlePath(article.channelId, found.articleId),
          }
        : null;
    return {
      id: String(article.articleId),
      channelId: article.channelId,
      title: article.title,
      riskLevel: article.riskLevel ?? '',
      summary: article.summary,
      content: withSizes(content, pictures),
      source: article.source,
      contentTime: wireTime(article.contentTime),
      imageOriginal: article.image ? { url: `${STATIC_FILE}/${article.image}` } : null,
      attachmentInfos: article.files,
      updates,
      previous: neighbour(beside.previous),
      next: neighbour(beside.next),
    };
  },
});

/** History of an article since it was first published; [] for one that never changed. */
async function updatesOf({ db, moment, site }: CallContext, { articleId, riskLevel }: ArticleDetail) {
  const updates = await listArticleUpdates(db, moment, articleId);
  if (updates.length < 2) return [];
  const isPublic = riskLevel === null && (await site.remember('former texts', () => areFormerTextsPublic(db, moment)));
  return updates.map(({ no, at, changed, isOpen }, place) => ({
    at: wireTime(at),
    changed: changed.join('、'),
    path: isPublic && isOpen && place > 0 ? `${FORMER_TEXT}/${articleId}/${no}` : '',
  }));
}

/** RK6: the public part of a restricted article. */
const frameOf = ({ articleId, channelId, title, source, contentTime, riskLevel }: ArticleDetail) => ({
  id: String(articleId),
  channelId,
  title,
  source,
  contentTime: wireTime(contentTime),
  riskLevel,
});

/** Channel whose articles a channel shows: its own or, by sameAs, another's. */
export function contentChannel(site: Site, channelId: string): string {
  const channel = site.channel(channelId);
  if (!channel) throw new Refused('unknownChannel', `栏目 ${channelId} 不存在`);
  return channel.storedAs ?? channel.sameAs ?? channel.channelId;
}

/** EN2: one page of a list; how long the list is stays the same until the next publication. */
async function pageOfArticles(
  { db, moment, site }: CallContext,
  question: ArticleQuestion,
  paging: { pageNum: number; pageSize: number },
) {
  const [rows, total] = await Promise.all([
    listArticles(db, moment, question, paging),
    site.remember(`count ${JSON.stringify(question)}`, () => countArticles(db, moment, question)),
  ]);
  const list = rows.map((row) => listItem(row, site));
  return { logId: randomUUID(), list, data: list, total, ...paging };
}

async function onlyArticleOf({ db, moment, site }: CallContext, channelId: string): Promise<number> {
  const [only] = await listArticles(
    db,
    moment,
    { channelIds: [contentChannel(site, channelId)], topFlag: 3, pinnedFirst: true },
    { pageNum: 1, pageSize: 1 },
  );
  if (!only) throw new Refused('notFound');
  return only.articleId;
}

async function goneOrUnknown({ db, moment }: CallContext, articleId: number): Promise<Refused> {
  const place = await findArticlePlace(db, moment, articleId);
  if (!place?.withdrawn) return new Refused('notFound');
  return new Refused('withdrawn', place.withdrawn.reason || undefined, {
    title: place.title,
    successor: place.withdrawn.successor,
  });
}

/** EN1: the wire's own names. */
export function listItem(row: ArticleRow, site: Site) {
  return {
    newsId: String(row.articleId),
    title: row.title,
    // title, date, source and level of a restricted item are public (RK6)
    summary: row.restricted ? '' : row.summary,
    publishTime: wireTime(row.contentTime),
    imageOriginal: row.image && !row.restricted ? { url: `${STATIC_FILE}/${row.image}` } : null,
    flagTop: row.topFlag,
    source: row.source,
    channelId: row.channelId,
    path: site.articlePath(row.channelId, row.articleId),
    riskLevel: row.riskLevel,
  };
}
