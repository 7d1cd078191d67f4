import { loadBlock } from '#page/load-page.ts';
import type { Call } from '#page/define-source.ts';
import type { BlockResult, ResolvedBlock, ResolvedPage } from '#page/page-schema.ts';
import { sources } from '#sources/index.ts';
import { TIMEOUT } from '#wire/paths.ts';

/** One block's data by its source. A chunk of its own: what the HTML carries needs no source. Never throws. */
export const loadFromSource = (page: ResolvedPage, block: ResolvedBlock, query: Record<string, string>, call: Call): Promise<BlockResult> =>
  loadBlock(page, block, query, call, sources, { timeout: TIMEOUT });
