import type { SourceDefinition } from '#page/define-source.ts';
import { loadBlock } from '#page/load-page.ts';
import type { BlockResult, Layout, ResolvedBlock, ResolvedPage } from '#page/page-schema.ts';
import { mainBlock } from '#page/withheld.ts';
import { TIMEOUT } from '#wire/paths.ts';
import { hasToken } from './session.ts';
import type { BlockCalls } from './site-data.ts';

/**
 * The browser's way from a block to its data. A chunk of its own, as is each source: what the HTML carries needs none of
 * them, and a page that is moved to needs its own.
 */

const loaders = import.meta.glob<Record<string, SourceDefinition>>([
  '../../sources/*.ts',
  '!../../sources/index.ts',
  '!../../sources/read*.ts',
]);

/** Data that may be withheld from a reader (RK6), by source. */
const WITHHELD: ReadonlySet<string> = new Set(['article', 'content']);

/**
 * The sources of these blocks, by name; a name that no source has is left out. What the browser draws from here on breaks
 * its lines itself (LG10) and has the styles it needs. @throws when a chunk cannot be had
 */
export async function loadSources(blocks: readonly ResolvedBlock[], layout?: Layout): Promise<SourceDefinition[]> {
  const ready = import('./ready-to-draw.ts').then(({ readyToDraw }) => readyToDraw(blocks, layout)).catch(() => {});
  const names = new Set(blocks.map(({ source }) => source?.name));
  const files = await Promise.all([...names].map((name) => loaders[`../../sources/${name}.ts`]?.()));
  await ready;
  return files.flatMap((file) => Object.values(file ?? {}).filter(({ name }) => names.has(name)));
}

/**
 * Loads the source that an act on a register's table asks, because its view alone is most of what an act may fetch (WG6).
 * @throws when a chunk cannot be had
 */
export async function loadActs(blocks: readonly ResolvedBlock[]): Promise<void> {
  const tables = blocks.filter(({ source }) => source?.name === 'register');
  if (tables.length > 0) await loadSources(tables);
}

/** One block's data by its source. Never throws but when the source's chunk cannot be had. */
export async function loadFromSource(
  page: ResolvedPage,
  block: ResolvedBlock,
  query: Record<string, string>,
  calls: BlockCalls,
): Promise<BlockResult> {
  const [source] = await loadSources([block]);
  // RK4: only the subject of a page leads whoever has not logged in to the login; what stands beside it shows its frame
  const beside = source !== undefined && WITHHELD.has(source.gives) && block.id !== mainBlock(page)?.id && !hasToken();
  // ER9: whoever asked for one article is told in words why there is none; a list says so in its frame
  const call = beside ? calls.beside : source?.gives === 'article' ? calls.told : calls.quiet;
  return loadBlock(page, block, query, call, source ? [source] : [], { timeout: TIMEOUT });
}
