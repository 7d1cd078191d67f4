import type { Article } from './data-shapes.ts';
import type { BlockResult, ResolvedPage } from './page-schema.ts';
import { leavesTitle } from './view-block.ts';

/** code of a call without a token; an upstream may send it without the public frame */
const NO_TOKEN = '-0801107';

type Result = BlockResult | undefined;

/** The one article of a block, whatever shape brings it. */
export function articleIn(result: Result): Partial<Article> {
  const data = (result?.ok ? result.data : null) as { article?: Partial<Article> } | Partial<Article> | null;
  return (data && 'article' in data ? data.article : (data as Partial<Article> | null)) ?? {};
}

/** RK6: what a block shows is the public frame of a restricted article, or not even that. */
export const isWithheld = (result: Result): boolean =>
  result?.ok ? articleIn(result).withheld !== undefined : result?.code === NO_TOKEN;

/** RK6: what a block shows is there because of who reads: it must not outlive the session. */
export function isPersonal(result: Result): boolean {
  const { riskLevel = '', withheld } = articleIn(result);
  // a frame that also holds the reader's own level or evaluation
  return riskLevel !== '' && (!withheld || withheld.reason === 'level' || withheld.reason === 'evaluation');
}

/** The main block of the page; undefined where several blocks are of equal rank. */
export const mainBlock = (page: ResolvedPage): ResolvedPage['blocks'][number] | undefined =>
  leavesTitle(page) || page.blocks.length === 1 ? page.blocks[0] : undefined;

/** RK4: the page shows a restricted item, so visitors without a token are redirected to the login. */
export function isRestrictedPage(page: ResolvedPage, results: Readonly<Record<string, Result>>): boolean {
  const main = mainBlock(page);
  const result = main && results[main.id];
  // some cells of rows are withheld, and the others are for everybody
  const hasRows = main?.register !== undefined && result?.ok === true;
  return isWithheld(result) && !hasRows;
}
