import type { BlockResult, ResolvedPage, Shell } from './page-schema.ts';
import { leavesTitle, TAB } from './view-block.ts';

/** Parts of the document outside its body. The server writes it first, navigation keeps it true. */
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
  /** the site's base path, '' for none */
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
    title: page.path === '/' ? shell.brand.name : [...conditionsIn(page, query), heading, shell.brand.name].join(' - '),
    description: item.summary || item.title || page.description || (page.path === '/' ? firmWords(shell) : heading),
    canonical: siteUrl + base + page.path + pageOfList(query),
    ...(shell.grey && (page.shownAt ?? page.path) === '/' && { grey: true }),
  };
}

/** Description of a home page that has none of its own: the firm, and the entries of its menu. */
const firmWords = ({ brand, menu }: SiteNames['shell']): string =>
  [`${brand.name}官方网站`, ...(menu?.length ? [menu.map(({ title }) => title).join('、')] : [])].join('：');

/** characters of the visitor's own words in the title */
const LONGEST_CONDITION = 40;

/** The visitor's request by the address, in one line; '' where there is none. */
function conditionsIn({ titleParam }: ResolvedPage, query: Readonly<Record<string, string>>): string[] {
  const conditions =
    titleParam === undefined ? [] : [...(query[titleParam] ?? '').replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()];
  if (conditions.length === 0) return [];
  return [
    conditions.length > LONGEST_CONDITION
      ? `${conditions.slice(0, LONGEST_CONDITION - 1).join('')}…`
      : conditions.join(''),
  ];
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
