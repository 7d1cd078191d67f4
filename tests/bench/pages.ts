import { SITE_BASE } from '#wire/paths.ts';
import { readPage, stateIn } from './product.ts';

/** The pages that numbers are taken of. */
export interface BenchPages {
  list: string;
  detail: string;
  table: string;
}

/** The demonstration's largest register. */
export const TABLE = `${SITE_BASE}/publicChannel/fundSaleStaff`;

/** The demonstration's news list, its first article and its largest register. */
export async function findPages(origin: string): Promise<BenchPages> {
  const list = `${SITE_BASE}/news/company`;
  const detail = new RegExp(`href="(${list}/detail/\\d+)"`).exec(await readPage(origin, list))?.[1];
  if (detail === undefined) throw new Error(`${list} links to no article.`);
  return { list, detail, table: TABLE };
}

const LISTS = [
  '/news/company',
  '/news/medium',
  '/news/report',
  '/publicChannel/companyNews',
  '/publicChannel/companyNotice',
];

/**
 * List pages that nobody has asked for yet, in `count` sets of the same mixture: every page of every news list by page
 * sizes that no visitor uses. The cache keeps each under its own key, so each is rendered once.
 */
export async function unseenLists(origin: string, count: number, sizes: readonly number[]): Promise<string[][]> {
  const sets: string[][] = Array.from({ length: count }, () => []);
  let next = 0;
  for (const list of LISTS) {
    const total = totalIn(await readPage(origin, SITE_BASE + list));
    for (const size of sizes) {
      for (let page = 1; page <= Math.ceil(total / size); page++)
        sets[next++ % count]!.push(`${SITE_BASE}${list}?pageNum=${page}&pageSize=${size}`);
    }
  }
  return sets;
}

/** Table pages filtered by words as visitors type them, surnames of many persons: whole tables, but never kept by the cache. */
export async function filteredTables(origin: string, table: string, count: number): Promise<string[]> {
  const surnames = new Set<string>();
  for (const page of [1, 2, 3, 4]) {
    const [result] = Object.values(stateIn(await readPage(origin, `${table}?pageNum=${page}&pageSize=100`)).blocks);
    if (result?.ok)
      for (const { staffName } of (result.data as { rows: { staffName: string }[] }).rows)
        surnames.add(staffName.slice(0, 1));
  }
  const addresses: string[] = [];
  for (const surname of surnames) {
    const words = `${table}?fuzzyItem=${encodeURIComponent(surname)}`;
    const pages = Math.floor(totalIn(await readPage(origin, words)) / 10);
    for (let page = 1; page <= Math.min(pages, 5) && addresses.length < count; page++)
      addresses.push(`${words}&pageNum=${page}`);
  }
  if (addresses.length < count) throw new Error(`${table} has too few surnames of ten persons and more.`);
  return addresses;
}

/** Total of the paged block of a page. */
function totalIn(html: string): number {
  for (const result of Object.values(stateIn(html).blocks)) {
    const data: unknown = result.ok ? result.data : null;
    for (const holder of [data, (data as { articles?: unknown } | null)?.articles]) {
      const total = (holder as { total?: unknown } | null | undefined)?.total;
      if (typeof total === 'number') return total;
    }
  }
  return 0;
}
