import { listedChannels } from '#page/listed-channels.ts';
import type { ResolvedBlock, ResolvedPage } from '#page/page-schema.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { sources } from '#sources/index.ts';
import { idBase } from '#wire/bases.ts';
import { SITE_BASE } from '#wire/paths.ts';
import { hiddenFields } from '#server/store/rows/list-register-rows.ts';
import { listRegisterPublications } from '#server/store/rows/register-publications.ts';
import { pathOfUpdates, shownRegisters } from '#server/site/register-places.ts';
import { listArticles } from '#server/store/articles/list-articles.ts';
import type { Db } from '#server/db/tables.ts';
import { articleIdOf } from '#server/site/resolve-address.ts';
import type { Site } from '#server/site/site.ts';
import type { PagePart } from '#server/pages/draw/page-part.ts';
import { sendCached } from '#server/pages/keep/cached-answer.ts';
import { escapeXml, XML_HEAD } from '#server/pages/discovery/xml.ts';

/** The newest articles of a page's lists, or the newest publications of its register, for feed readers. */
export interface Feed {
  title: string;
  description: string;
  /** site path of the page, and of its feed */
  list: string;
  path: string;
  channelIds: string[];
  /** RG37: register whose publications it lists instead, and the block of the page that compares two of its dates */
  register?: RegisterDefinition;
  compare?: string | undefined;
}

/** Ending of a list's feed. */
export const FEED = '/rss.xml';
const LENGTH = 20;

const SHAPES = new Map(sources.map(({ name, gives }) => [name, gives]));

/**
 * Feed of a page by its blocks: a list of articles of channels has one, and so have publications of a register. Items
 * have none.
 */
export function feedOf(site: Site, page: ResolvedPage): Feed | null {
  if (articleIdOf(page.path) !== undefined) return null;
  const block = page.blocks.find(({ source }) => SHAPES.get(source?.name ?? '') === 'updates');
  const register = block && registerOf(site, block);
  if (register)
    return {
      title: `${register.title}更新记录 - ${site.shell.brand.name}`,
      description: `${register.title}每次发布增加、修改和移出的数目`,
      list: page.path,
      path: page.path + FEED,
      channelIds: [],
      register,
      compare: typeof block.props.compare === 'string' ? block.props.compare : undefined,
    };
  const channelIds = listedChannels(site.map, page.channel, page.blocks);
  if (channelIds.length === 0) return null;
  const { path, description } = page;
  const title = path === '/' ? site.shell.brand.name : `${page.title} - ${site.shell.brand.name}`;
  return {
    title,
    description,
    list: path,
    path: `${path === '/' ? '' : path}${FEED}`,
    channelIds,
  };
}

/** RG37: site path of the feed that a page names: its own, else that of the register that it shows; null without one. */
export function feedFor(site: Site, page: ResolvedPage): string | null {
  const own = feedOf(site, page);
  if (own) return own.path;
  const shown = page.blocks.flatMap(({ register }) => register ?? []).map((name) => pathOfUpdates(site, name));
  const updates = shown.find((path) => path !== null);
  return updates === undefined ? null : updates + FEED;
}

/** Register whose publications a block shows. */
function registerOf(site: Site, { source }: ResolvedBlock): RegisterDefinition | undefined {
  const param = source?.params.register;
  const name = param && 'value' in param ? String(param.value) : '';
  const definition = shownRegisters(site).has(name) ? site.registers.get(name) : undefined;
  return definition && !site.isElsewhere(definition) ? definition : undefined;
}

/** {list}/rss.xml; a list under its second name leads to the feed of the first. */
export const answerFeed: NonNullable<PagePart['beside']>['answer'] = async (deps, request, reply, site, path) => {
  const page = site.resolve(path.slice(0, -FEED.length) || '/');
  const feed = page && !('redirect' in page) ? feedOf(site, page) : null;
  if (!feed) return false;
  if (feed.path !== path) await reply.redirect(SITE_BASE + feed.path, 301);
  else
    await sendCached(request, reply, site, {
      key: `feed ${path}`,
      type: 'application/rss+xml',
      write: () => writeFeed(deps.db, site, deps.siteUrl, feed),
    });
  return true;
};

/** RSS 2.0. */
async function writeFeed(db: Db, site: Site, siteUrl: string, feed: Feed): Promise<string> {
  const address = (path: string) => escapeXml(siteUrl + SITE_BASE + path);
  const items = feed.register
    ? await registerItems(db, site, { ...feed, register: feed.register }, address)
    : await articleItems(db, site, { ...feed, siteUrl }, address);
  return [
    `${XML_HEAD}<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>\n`,
    `<title>${escapeXml(feed.title)}</title><link>${address(feed.list)}</link><description>${escapeXml(feed.description)}</description><language>zh-cn</language>`,
    `<atom:link rel="self" type="application/rss+xml" href="${address(feed.path)}"/>\n`,
    ...items,
    '</channel></rss>\n',
  ].join('');
}

/** RG37: counts of what everybody may read, and the way to the change list, where the register keeps its dates. */
async function registerItems(
  db: Db,
  site: Site,
  { register: definition, list: page, compare }: Feed & { register: RegisterDefinition },
  address: (path: string) => string,
): Promise<string[]> {
  const { register, title, countWord = '条' } = definition;
  const dates = site.map.facts.dates.get(register) ?? [];
  const { list } = await listRegisterPublications(db, {
    register,
    pageNum: 1,
    pageSize: LENGTH,
    hidden: hiddenFields(definition),
    ofRows: true,
  });
  return list.map(({ no, at, dataDate, rows, added, changed, removed }) => {
    const before = dates[dates.indexOf(dataDate) + 1];
    const link = address(
      compare !== undefined && dates.includes(dataDate) && before !== undefined
        ? `${page}?${compare}.from=${before}&${compare}.to=${dataDate}#block-${compare}`
        : page,
    );
    const counts = `新增 ${added}、修改 ${changed}、移出 ${removed}，公示 ${rows} ${countWord}`;
    return [
      `<item><title>${escapeXml(`${title} ${dataDate}：${counts}`)}</title><link>${link}</link>`,
      `<guid isPermaLink="false">${escapeXml(`${register}-${no}`)}</guid><pubDate>${new Date(at).toUTCString()}</pubDate></item>\n`,
    ].join('');
  });
}

/** Items of articles. Of a restricted article only title and date are public (RK6). */
async function articleItems(
  db: Db,
  site: Site,
  { siteUrl, ...feed }: Feed & { siteUrl: string },
  address: (path: string) => string,
): Promise<string[]> {
  const channelIds = feed.channelIds.map((id) => site.channel(id)?.sameAs ?? id);
  const articles = await listArticles(
    db,
    'now',
    { channelIds, topFlag: 3, pinnedFirst: false },
    { pageNum: 1, pageSize: LENGTH },
  );
  return articles.map((article) => {
    const path = site.articlePath(article.channelId, article.articleId);
    const link = address(path);
    const id =
      idBase === SITE_BASE
        ? `<guid>${link}</guid>`
        : `<guid isPermaLink="false">${escapeXml(siteUrl + idBase + path)}</guid>`;
    const summary = article.restricted ? '' : article.summary;
    return [
      `<item><title>${escapeXml(article.title)}</title><link>${link}</link>${id}`,
      `<pubDate>${article.contentTime.toUTCString()}</pubDate><category>${escapeXml(site.channel(article.channelId)?.name ?? '')}</category>`,
      summary && `<description>${escapeXml(summary)}</description>`,
      '</item>\n',
    ].join('');
  });
}
