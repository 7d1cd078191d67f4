import { loadBlock } from '#page/load-page.ts';
import type { BlockResult, ResolvedBlock, ResolvedPage } from '#page/page-schema.ts';
import { sources } from '#sources/index.ts';
import { TIMEOUT } from '#wire/paths.ts';
import type { BlockCalls } from './site-data.ts';

/** One block's data by its source. A chunk of its own: what the HTML carries needs no source. Never throws. */
export function loadFromSource(page: ResolvedPage, block: ResolvedBlock, query: Record<string, string>, calls: BlockCalls): Promise<BlockResult> {
  const source = sources.find(({ name }) => name === block.source?.name);
  // ER9: whoever asked for one article is told in words why there is none; a list says so in its frame
  const call = source?.gives === 'article' ? calls.told : calls.quiet;
  return loadBlock(page, block, query, call, sources, { timeout: TIMEOUT });
}
