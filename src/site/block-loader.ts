import { loadBlock } from '#page/load-page.ts';
import type { BlockResult, ResolvedBlock, ResolvedPage } from '#page/page-schema.ts';
import { mainBlock } from '#page/withheld.ts';
import { sources } from '#sources/index.ts';
import { TIMEOUT } from '#wire/paths.ts';
import { hasToken } from './session.ts';
import type { BlockCalls } from './site-data.ts';

/** What sources give that may be withheld from a reader (RK6). */
const WITHHELD: ReadonlySet<string> = new Set(['article', 'content']);

/** One block's data by its source. A chunk of its own: what the HTML carries needs no source. Never throws. */
export function loadFromSource(
  page: ResolvedPage,
  block: ResolvedBlock,
  query: Record<string, string>,
  calls: BlockCalls,
): Promise<BlockResult> {
  const source = sources.find(({ name }) => name === block.source?.name);
  // RK4: only the subject of a page leads whoever has not logged in to the login; what stands beside it shows its frame
  const beside = source !== undefined && WITHHELD.has(source.gives) && block.id !== mainBlock(page)?.id && !hasToken();
  // ER9: whoever asked for one article is told in words why there is none; a list says so in its frame
  const call = beside ? calls.beside : source?.gives === 'article' ? calls.told : calls.quiet;
  return loadBlock(page, block, query, call, sources, { timeout: TIMEOUT });
}
