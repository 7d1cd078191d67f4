import type { BlockResult, ResolvedPage, Shell } from './page-schema.ts';
import { leavesTitle, TAB } from './view-block.ts';

/** What the document says of a page outside its body. The server writes it first, navigation keeps it true. */
export interface DocumentHead {
  title: string;
  description: string;
  /** absolute address */
  canonical: string;
  /** GR1: the whole page without colour */
  grey?: boolean;
}

interface SiteNames {
  shell: Pick<Shell, 'menu'> & { brand: Pick<Shell['brand'], 'name'>; grey?: boolean };
  /** scheme and host */
  siteUrl: string;
  /** '/swhysc' */
  base: string;
}

type Results = Readonly<Record<string, BlockResult | undefined>>;

/** Title, description and canonical address of a page. @param results of the page's blocks, by block id */
export function documentHead(
  page: ResolvedPage,
  query: Readonly<Record<string, string>>,
  results: Results,
  { shell, siteUrl, base }: SiteNames,
): DocumentHead {
  const item = itemOf(page, results);
  const heading = item.title || page.title;
  return {
    title: page.path === '/' ? shell.brand.name : [...askedIn(page, query), heading, shell.brand.name].join(' - '),
    description: item.summary || item.title || page.description || (page.path === '/' ? firmWords(shell) : heading),
    canonical: siteUrl + base + page.path + pageOfList(query),
    ...(shell.grey && (page.shownAt ?? page.path) === '/' && { grey: true }),
  };
}

/** Of a home page that does not describe itself: whose it is, and what its menu has. */
const firmWords = ({ brand, menu }: SiteNames['shell']): string =>
  [`${brand.name}官方网站`, ...(menu?.length ? [menu.map(({ title }) => title).join('、')] : [])].join('：');

/** characters of the visitor's own words in the title */
const LONGEST_ASKED = 40;

/** What the visitor asked for by the address, in one line; nothing where nothing was. */
function askedIn({ titleParam }: ResolvedPage, query: Readonly<Record<string, string>>): string[] {
  const asked =
    titleParam === undefined ? [] : [...(query[titleParam] ?? '').replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()];
  if (asked.length === 0) return [];
  return [asked.length > LONGEST_ASKED ? `${asked.slice(0, LONGEST_ASKED - 1).join('')}…` : asked.join('')];
}

/**
 * A detail page is described by its item, known once its block is loaded; an article without a summary by its title.
 */
function itemOf(page: ResolvedPage, results: Results): { title: string; summary: string } {
  const result = leavesTitle(page) ? results[page.blocks[0]?.id ?? ''] : undefined;
  const { title, summary } = ((result?.ok && result.data) || {}) as { title?: unknown; summary?: unknown };
  return { title: typeof title === 'string' ? title : '', summary: typeof summary === 'string' ? summary : '' };
}

/** Page 2 of a list is a page of its own; filters, tabs and page sizes are views of the first. */
function pageOfList({ pageNum, [TAB]: tab }: Readonly<Record<string, string>>): string {
  // the number counts in the open tab, and the first one may have no such page
  if (tab !== undefined) return '';
  const number = Number(pageNum);
  return Number.isInteger(number) && number > 1 ? `?pageNum=${number}` : '';
}
