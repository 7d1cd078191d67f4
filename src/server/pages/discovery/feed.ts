import type { ResolvedPage } from '#page/page-schema.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { sources } from '#sources/index.ts';
import { SITE_BASE } from '#wire/paths.ts';
import { hiddenFields } from '../../store/list-register-rows.ts';
import { listRegisterPublications } from '../../store/register-publications.ts';
import { shownRegisters } from '../../site/register-places.ts';
import { listArticles } from '../../store/list-articles.ts';
import type { Db } from '../../db/tables.ts';
import { articleIdOf } from '../../site/resolve-address.ts';
import type { Site } from '../../site/site.ts';
import { escapeXml, XML_HEAD } from './xml.ts';

/** The newest articles of a page's lists, or the newest publications of its register, for feed readers. */
export interface Feed {
  title: string;
  description: string;
  /** site path of the page, and of its feed */
  list: string;
  path: string;
  channelIds: string[];
  /** RG37: whose publications it tells instead */
  register?: RegisterDefinition;
}

/** Ending of a list's feed. */
export const FEED = '/rss.xml';
const LENGTH = 20;

const SHAPES = new Map(sources.map(({ name, gives }) => [name, gives]));

/**
 * The feed of a page, told by its blocks: whatever lists the articles of channels, or the publications of a register, has
 * one. Items have none.
 */
export function feedOf(site: Site, page: ResolvedPage): Feed | null {
  if (articleIdOf(page.path) !== undefined) return null;
  const register = registerOf(site, page);
  if (register)
    return {
      title: `${register.title}更新记录 - ${site.shell.brand.name}`,
      description: `${register.title}每次发布增加、修改和移出的数目`,
      list: page.path,
      path: page.path + FEED,
      channelIds: [],
      register,
    };
  const own = page.channel?.contentKind === 'list' ? [page.channel.channelId] : [];
  const named = page.blocks.flatMap(({ source }) => {
    const shape = SHAPES.get(source?.name ?? '');
    if (!source || (shape !== 'articles' && !(shape === 'content' && own.length > 0))) return [];
    const stated = Object.values(source.params).flatMap((param) =>
      'value' in param && typeof param.value === 'string' ? param.value.split(',') : [],
    );
    return stated.filter((id) => site.channel(id) && site.channel(id)?.contentKind !== 'empty');
  });
  // RG37: the layout offers the feed of every list of articles, however its page shows it
  const channelIds = [...own, ...named];
  if (channelIds.length === 0) return null;
  const { path, description } = page;
  const title = path === '/' ? site.shell.brand.name : `${page.title} - ${site.shell.brand.name}`;
  return {
    title,
    description,
    list: path,
    path: `${path === '/' ? '' : path}${FEED}`,
    channelIds: [...new Set(channelIds)],
  };
}

/** Whose publications a page tells. */
function registerOf(site: Site, { blocks }: ResolvedPage): RegisterDefinition | undefined {
  const block = blocks.find(({ source }) => SHAPES.get(source?.name ?? '') === 'updates');
  const param = block?.source?.params.register;
  const name = param && 'value' in param ? String(param.value) : '';
  return shownRegisters(site).has(name) ? site.registers.get(name) : undefined;
}

/** RSS 2.0. */
export async function writeFeed(db: Db, site: Site, siteUrl: string, feed: Feed): Promise<string> {
  const address = (path: string) => escapeXml(siteUrl + SITE_BASE + path);
  const items = feed.register
    ? await registerItems(db, feed.register, address(feed.list))
    : await articleItems(db, site, feed, address);
  return [
    `${XML_HEAD}<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>\n`,
    `<title>${escapeXml(feed.title)}</title><link>${address(feed.list)}</link><description>${escapeXml(feed.description)}</description><language>zh-cn</language>`,
    `<atom:link rel="self" type="application/rss+xml" href="${address(feed.path)}"/>\n`,
    ...items,
    '</channel></rss>\n',
  ].join('');
}

/** RG37: counts alone, of what everybody may read: no row of a register is named. */
async function registerItems(db: Db, definition: RegisterDefinition, link: string): Promise<string[]> {
  const { register, title, countWord = '条' } = definition;
  const { list } = await listRegisterPublications(db, {
    register,
    pageNum: 1,
    pageSize: LENGTH,
    hidden: hiddenFields(definition),
    ofRows: true,
  });
  return list.map(({ no, at, dataDate, rows, added, changed, removed }) => {
    const counts = `新增 ${added}、修改 ${changed}、移出 ${removed}，公示 ${rows} ${countWord}`;
    return [
      `<item><title>${escapeXml(`${title} ${dataDate}：${counts}`)}</title><link>${link}</link>`,
      `<guid isPermaLink="false">${escapeXml(`${register}-${no}`)}</guid><pubDate>${new Date(at).toUTCString()}</pubDate></item>\n`,
    ].join('');
  });
}

/** Of a restricted article only title and date are public (RK6). */
async function articleItems(db: Db, site: Site, feed: Feed, address: (path: string) => string): Promise<string[]> {
  const channelIds = feed.channelIds.map((id) => site.channel(id)?.sameAs ?? id);
  const articles = await listArticles(
    db,
    'now',
    { channelIds, topFlag: 3, pinnedFirst: false },
    { pageNum: 1, pageSize: LENGTH },
  );
  return articles.map((article) => {
    const link = address(site.articlePath(article.channelId, article.articleId));
    const summary = article.restricted ? '' : article.summary;
    return [
      `<item><title>${escapeXml(article.title)}</title><link>${link}</link><guid>${link}</guid>`,
      `<pubDate>${article.contentTime.toUTCString()}</pubDate><category>${escapeXml(site.channel(article.channelId)?.name ?? '')}</category>`,
      summary && `<description>${escapeXml(summary)}</description>`,
      '</item>\n',
    ].join('');
  });
}
