import type { ResolvedPage } from '#page/page-schema.ts';
import { sources } from '#sources/index.ts';
import { SITE_BASE } from '#wire/paths.ts';
import { listArticles } from '../../store/list-articles.ts';
import type { Db } from '../../db/tables.ts';
import { articleIdOf } from '../../site/resolve-address.ts';
import type { Site } from '../../site/site.ts';
import { escapeXml, XML_HEAD } from './xml.ts';

/** The newest articles of a page's lists, for feed readers. */
export interface Feed {
  title: string;
  description: string;
  /** site path of the page, and of its feed */
  list: string;
  path: string;
  channelIds: string[];
}

/** Ending of a list's feed. */
export const FEED = '/rss.xml';
const LENGTH = 20;

const SHAPES = new Map(sources.map(({ name, gives }) => [name, gives]));

/** The feed of a page, told by its blocks: whatever lists the articles of channels has one. Items have none. */
export function feedOf(site: Site, page: ResolvedPage): Feed | null {
  if (articleIdOf(page.path) !== undefined) return null;
  const own = page.channel?.contentKind === 'list' ? [page.channel.channelId] : [];
  const channelIds = page.blocks.flatMap(({ source }) => {
    const shape = SHAPES.get(source?.name ?? '');
    if (!source || (shape !== 'articles' && !(shape === 'content' && own.length > 0))) return [];
    const named = Object.values(source.params).flatMap((param) =>
      'value' in param && typeof param.value === 'string' ? param.value.split(',') : [],
    );
    return [...own, ...named.filter((id) => site.channel(id) && site.channel(id)?.contentKind !== 'empty')];
  });
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

/** RSS 2.0. Of a restricted article only title and date are public (RK6). */
export async function writeFeed(db: Db, site: Site, siteUrl: string, feed: Feed): Promise<string> {
  const address = (path: string) => escapeXml(siteUrl + SITE_BASE + path);
  const channelIds = feed.channelIds.map((id) => site.channel(id)?.sameAs ?? id);
  const articles = await listArticles(
    db,
    'now',
    { channelIds, topFlag: 3, pinnedFirst: false },
    { pageNum: 1, pageSize: LENGTH },
  );
  const items = articles.map((article) => {
    const link = address(site.articlePath(article.channelId, article.articleId));
    const summary = article.restricted ? '' : article.summary;
    return [
      `<item><title>${escapeXml(article.title)}</title><link>${link}</link><guid>${link}</guid>`,
      `<pubDate>${article.contentTime.toUTCString()}</pubDate><category>${escapeXml(site.channel(article.channelId)?.name ?? '')}</category>`,
      summary && `<description>${escapeXml(summary)}</description>`,
      '</item>\n',
    ].join('');
  });
  return [
    `${XML_HEAD}<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>\n`,
    `<title>${escapeXml(feed.title)}</title><link>${address(feed.list)}</link><description>${escapeXml(feed.description)}</description><language>zh-cn</language>`,
    `<atom:link rel="self" type="application/rss+xml" href="${address(feed.path)}"/>\n`,
    ...items,
    '</channel></rss>\n',
  ].join('');
}
