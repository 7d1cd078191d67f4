import { sql } from 'kysely';
import type { ResolvedPage } from '#page/page-schema.ts';
import { SITE_BASE } from '#wire/paths.ts';
import { publicAt } from '../../store/publication/moment.ts';
import type { Db } from '../../db/tables.ts';
import type { Site } from '../../site/site.ts';
import { canonicalPages, channelsWithItems } from './canonical-pages.ts';
import { escapeXml, XML_HEAD } from './xml.ts';
import { rowsOfKind } from '../../store/rows/definition-rows.ts';

/**
 * Articles are divided by their numbers, so an article never moves to another part and only parts in which something
 * happened are read again. The protocol allows 50,000 addresses a part.
 */
const PART = 10_000;

const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

interface Listed {
  /** absolute address */
  address: string;
  changed: Date | undefined;
}

const entry = (element: 'url' | 'sitemap', { address, changed }: Listed): string =>
  `<${element}><loc>${escapeXml(address)}</loc>${changed ? `<lastmod>${changed.toISOString().slice(0, 19)}Z</lastmod>` : ''}</${element}>\n`;

const urlSet = (listed: Listed[]): string =>
  `${XML_HEAD}<urlset ${NAMESPACE}>\n${listed.map((one) => entry('url', one)).join('')}</urlset>\n`;

const newest = (moments: (Date | undefined)[]): Date | undefined =>
  moments.reduce((latest, one) => (one && (!latest || one > latest) ? one : latest), undefined);

/** Paths hold letters, digits and a few marks (resolve.ts), so nothing needs an escape. */
const addressOf = (siteUrl: string, path: string): string => siteUrl + SITE_BASE + path;

/** /sitemap.xml: the parts, each with the moment of its last change. */
export async function writeSitemapIndex(db: Db, site: Site, siteUrl: string): Promise<string> {
  const part = sql<number>`(article_id - 1) / ${sql.lit(PART)}`;
  const [pages, parts] = await Promise.all([
    listPages(db, site, siteUrl),
    listedArticles(db, site)
      .select([part.as('part'), sql<Date>`max(public_from)`.as('changed')])
      .groupBy(part)
      .orderBy(part)
      .execute(),
  ]);
  const all: Listed[] = [
    { address: `${siteUrl}/sitemap-pages.xml`, changed: newest(pages.map(({ changed }) => changed)) },
    ...parts.map((one) => ({
      address: `${siteUrl}/sitemap-articles-${Number(one.part) + 1}.xml`,
      changed: one.changed,
    })),
  ];
  return `${XML_HEAD}<sitemapindex ${NAMESPACE}>\n${all.map((one) => entry('sitemap', one)).join('')}</sitemapindex>\n`;
}

/** /sitemap-pages.xml: every page but items. */
export const writePagesPart = async (db: Db, site: Site, siteUrl: string): Promise<string> =>
  urlSet(await listPages(db, site, siteUrl));

/** One part of the articles; null where there is none. @param number from 1 */
export async function writeArticlesPart(db: Db, site: Site, siteUrl: string, number: number): Promise<string | null> {
  const rows = await listedArticles(db, site)
    .select(['article_id', 'channel_id', 'public_from'])
    .where('article_id', '>', (number - 1) * PART)
    .where('article_id', '<=', number * PART)
    .orderBy('article_id')
    .execute();
  if (rows.length === 0) return null;
  return urlSet(
    rows.map((row) => ({
      address: addressOf(siteUrl, site.articlePath(row.channel_id, row.article_id)),
      changed: row.public_from,
    })),
  );
}

/** Public articles that everybody may read, in channels that show them one by one. */
const listedArticles = (db: Db, site: Site) =>
  db
    .selectFrom('article')
    .where(publicAt('article', 'now'))
    .where('risk_level', 'is', null)
    // US5: of articles elsewhere no list is complete
    .where('channel_id', 'in', ['', ...(site.contentElsewhere ? [] : channelsWithItems(site).keys())]);

async function listPages(db: Db, site: Site, siteUrl: string): Promise<Listed[]> {
  const changes = await readChanges(db);
  if (site.contentElsewhere) for (const { channelId } of site.channels) changes.delete(`channel ${channelId}`);
  for (const [name, definition] of site.registers) if (site.isElsewhere(definition)) changes.delete(`register ${name}`);
  return canonicalPages(site).map((page) => ({
    address: addressOf(siteUrl, page.path),
    changed: newest(thingsOn(page).map((thing) => changes.get(thing))),
  }));
}

/** Things that a page shows, by the names of readChanges. */
const thingsOn = ({ channel, page, registers, blocks }: ResolvedPage): string[] => [
  `page ${page}`,
  ...Object.keys(registers).map((register) => `register ${register}`),
  ...(channel ? [`channel ${channel.channelId}`] : []),
  ...blocks
    .flatMap(({ source }) =>
      Object.values(source?.params ?? {}).flatMap((param) => ('value' in param ? String(param.value).split(',') : [])),
    )
    .map((id) => `channel ${id}`),
];

/** Time of the last change of each channel (or anything in it), register and page. */
async function readChanges(db: Db): Promise<Map<string, Date>> {
  const { rows } = await sql<{ thing: string; changed: Date }>`
    select 'channel ' || channel_id as thing, max(public_from) as changed
      from (select channel_id, public_from from channel where public_to is null union all select channel_id, public_from from article where public_to is null) as content group by channel_id
    union all select 'register ' || register, public_from from register_state where public_to is null
    union all select 'page ' || page, public_from from page where public_to is null and ${rowsOfKind('page')}`.execute(
    db,
  );
  return new Map(rows.map(({ thing, changed }) => [thing, changed]));
}
