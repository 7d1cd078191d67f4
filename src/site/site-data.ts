import { bindParams, visibleBlocks } from '#page/bind-params.ts';
import type { Call } from '#page/define-source.ts';
import type { BlockResult, Resolution, ResolvedBlock, ResolvedPage, SiteState } from '#page/page-schema.ts';
import { paths } from '#wire/paths.ts';
import { createActions } from './actions.ts';
import { loadViews } from './views.ts';

/** Milliseconds during which an answer is shown again without asking anew. */
const FRESH = 30_000;

/** Loaded with the first page that is moved to. */
const blockLoader = () => import('./block-loader.ts');

async function loadResult(...asked: Parameters<typeof import('./block-loader.ts').loadFromSource>): Promise<BlockResult> {
  try {
    return await (await blockLoader()).loadFromSource(...asked);
  } catch {
    // the chunk could not be had; asking again tries it again
    return { ok: false, code: 'offline', message: '' };
  }
}

/** An answer with the key it belongs to: a frame that still shows another key's answer knows that it is an older one. */
export interface Kept<T> {
  key: string;
  value: T;
}

export type SiteData = ReturnType<typeof createSiteData>;

export interface Calls {
  /** failures are told to the visitor */
  told: Call;
  /** for what nobody has asked for yet */
  silent: Call;
}

/** Everything a page needs beyond its first HTML: definitions of pages and data of blocks, each asked for once. */
export function createSiteData(state: SiteState, calls: Calls, now: () => number = Date.now) {
  const actions = createActions();
  const loadedAt = new Map<string, number>();
  const onTheWay = new Map<string, Promise<Kept<unknown>>>();
  /** SWR's cache; filled with what the HTML carries, so hydrating asks for nothing */
  const cache = new Map<string, { data?: Kept<unknown> }>();

  function keep(key: string, value: unknown) {
    cache.set(key, { data: { key, value } });
    loadedAt.set(key, now());
  }

  async function once<T>(key: string, load: () => Promise<T>): Promise<Kept<T>> {
    const running = onTheWay.get(key) as Promise<Kept<T>> | undefined;
    if (running) return running;
    const started = load().then((value) => {
      loadedAt.set(key, now());
      return { key, value };
    });
    onTheWay.set(key, started);
    return started.finally(() => onTheWay.delete(key));
  }

  const pageKey = (path: string) => `page ${path}`;

  /** Equal keys are equal data: the source and its bound params, on whatever page it stands. */
  function blockKey(page: ResolvedPage, block: ResolvedBlock, query: Record<string, string>): string {
    if (!block.source) return `block ${page.path} ${block.id}`;
    return `source ${block.source.name} ${page.channel?.path ?? ''} ${JSON.stringify(bindParams(block, query))}`;
  }

  /** A page's definition; its views are loaded with it, so that it can be drawn when this is kept. @throws CallFailed */
  const loadPage = (path: string, call = calls.told) =>
    once(pageKey(path), async () => {
      // beside the definition, not after it
      void blockLoader().catch(() => {});
      const resolution = (await call.get(paths.sitePage, { path })) as Resolution;
      if (!('redirect' in resolution)) await loadViews(resolution.blocks.map((block) => block.widget));
      return resolution;
    });

  /** Never throws: a failure is the block's result. Rows that are shown already stay when asking anew fails (ER9). */
  async function loadBlock(page: ResolvedPage, block: ResolvedBlock, query: Record<string, string>, call = calls.told): Promise<Kept<BlockResult>> {
    const key = blockKey(page, block, query);
    const kept = await once(key, async (): Promise<BlockResult> => {
      const asked = loadResult(page, block, query, call);
      // what is fetched ahead is nobody's wait
      const result = await (call === calls.told ? actions.during(block.heading ?? page.title, asked) : asked);
      const shown = cache.get(key)?.data?.value as BlockResult | undefined;
      return !result.ok && shown?.ok ? shown : result;
    });
    if (!kept.value.ok) loadedAt.delete(key);
    return kept;
  }

  keep(pageKey(state.page.shownAt ?? state.page.path), state.page);
  for (const block of visibleBlocks(state.page, state.query)) {
    const result = state.blocks[block.id];
    if (result) keep(blockKey(state.page, block, state.query), result);
  }

  return {
    cache,
    actions,
    pageKey,
    blockKey,
    loadPage,
    loadBlock,
    silent: calls.silent,
    /** false: shown at once all the same, but asked for anew */
    isFresh: (key: string) => now() - (loadedAt.get(key) ?? -FRESH) < FRESH,
  };
}
