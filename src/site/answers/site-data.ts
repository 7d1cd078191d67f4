import { bindParams, visibleBlocks } from '#page/bind-params.ts';
import type { Call } from '#page/define-source.ts';
import type { BlockResult, Resolution, ResolvedBlock, ResolvedPage, SiteState } from '#page/page-schema.ts';
import { isPersonal, isWithheld } from '#page/withheld.ts';
import { paths } from '#wire/paths.ts';
import { createActions } from './actions.ts';
import { hasToken } from './session.ts';
import { loadViews } from '../views.ts';

/** Milliseconds during which an answer is shown again without asking anew. */
const FRESH = 30_000;

/** Code with which every move within the site fetches data: loaded once the page is quiet, or by the first move. */
export const blockLoader = () => import('./block-loader.ts');

async function loadResult(
  ...args: Parameters<typeof import('./block-loader.ts').loadFromSource>
): Promise<BlockResult> {
  try {
    return await (await blockLoader()).loadFromSource(...args);
  } catch {
    // the chunk could not be had; asking again tries it again
    return { ok: false, code: 'offline', message: '' };
  }
}

/**
 * An answer with the key it belongs to: a frame that still shows another key's answer knows that it is an older one.
 */
export interface Cached<T> {
  key: string;
  value: T;
}

/** Data of a key, as far as it is there. */
export interface Known<T> {
  data?: Cached<T>;
  error?: unknown;
}

/** Stands where an answer has been taken away: nothing at all would leave the former one on the screen. */
export const TAKEN: Cached<never> = { key: '', value: undefined as never };

const UNKNOWN: Known<never> = {};

/** RK6: a register with columns that only some customers may read. */
const tellsSome = (page: ResolvedPage, block: ResolvedBlock): boolean =>
  hasToken() && page.registers[block.register ?? '']?.columns.some(({ restricted }) => restricted) === true;

export type SiteData = ReturnType<typeof createSiteData>;

export interface Calls {
  /** failures are shown to the visitor */
  told: Call;
  /** ER9: codes that the catalogue does not list are left to the frame of what was asked for */
  quiet: Call;
  /** RK4: as quiet, but leads nobody to the login: an article may stand beside the page's subject */
  beside: Call;
  /** the call for data that no visitor has requested yet */
  silent: Call;
  /**
   * a form with files, as multipart; the form tells of failures itself, but a login that has ended leads to the login
   * (ER6), with the form to come back to. @throws CallFailed
   */
  upload: (path: string, body: Record<string, unknown>) => Promise<unknown>;
}

/**
 * Calls of a block: a list fails quietly, one article aloud, and one beside the page's subject without leading away.
 */
export type BlockCalls = Pick<Calls, 'told' | 'quiet' | 'beside'>;

const allBy = (call: Call): BlockCalls => ({ told: call, quiet: call, beside: call });

/** Answers by key, with the time at which each came; an answer that is on its way is not asked for again. */
function createAnswers(now: () => number) {
  const loadedAt = new Map<string, number>();
  const onTheWay = new Map<string, Promise<Cached<unknown>> & { ahead?: boolean }>();
  /** filled with what the HTML carries, so hydrating asks for nothing */
  const known = new Map<string, Known<unknown>>();
  const listeners = new Map<string, Set<() => void>>();

  const read = <T>(key: string): Known<T> => (known.get(key) as Known<T> | undefined) ?? UNKNOWN;

  function write(key: string, next: Known<unknown>): void {
    const { data, error } = read(key);
    if (data === next.data && error === next.error) return;
    known.set(key, next);
    listeners.get(key)?.forEach((listen) => listen());
  }

  function keep(key: string, value: unknown) {
    write(key, { data: { key, value } });
    loadedAt.set(key, now());
  }

  /** A value written during a request is newer than the answer. */
  function ask(key: string, load: () => Promise<Cached<unknown>>): void {
    const { data: before } = read(key);
    const isNewest = () => read(key).data === before;
    load().then(
      (data) => isNewest() && write(key, { data }),
      (error: unknown) => isNewest() && write(key, { ...read(key), error }),
    );
  }

  function subscribe(key: string, listen: () => void): () => void {
    const own = listeners.get(key) ?? new Set();
    listeners.set(key, own.add(listen));
    return () => void own.delete(listen);
  }

  /** @param ahead nobody has asked for it yet, and nobody is told of its failure */
  function once<T>(key: string, load: () => Promise<T>, ahead: boolean): Promise<Cached<T>> {
    const running = onTheWay.get(key) as Promise<Cached<T>> | undefined;
    if (running) return running;
    const started: Promise<Cached<T>> & { ahead?: boolean } = load()
      .then((value) => {
        loadedAt.set(key, now());
        return { key, value };
      })
      // before anybody goes on who waits for it
      .finally(() => onTheWay.get(key) === started && onTheWay.delete(key));
    started.ahead = ahead;
    onTheWay.set(key, started);
    return started;
  }

  return {
    read,
    write,
    ask,
    subscribe,
    loadedAt,
    isAhead: (key: string) => onTheWay.get(key)?.ahead,
    keep,
    once,
    leave: () => onTheWay.clear(),
  };
}

const pageKey = (path: string) => `page ${path}`;

/** Equal keys are equal data: the source and its bound params, on whatever page it stands. */
function blockKey(page: ResolvedPage, block: ResolvedBlock, query: Record<string, string>): string {
  if (!block.source) return `block ${page.path} ${block.id}`;
  return `source ${block.source.name} ${page.channel?.path ?? ''} ${JSON.stringify(bindParams(block, query))}`;
}

/** RK6: the shown part of this page, as far as it is known, holds back a text. */
function withholdsText(read: <T>(key: string) => Known<T>, path: string, query: Record<string, string>): boolean {
  const page = read<Resolution>(pageKey(path)).data?.value;
  return (
    page !== undefined &&
    !('redirect' in page) &&
    visibleBlocks(page, query).some((block) => isWithheld(read<BlockResult>(blockKey(page, block, query)).data?.value))
  );
}

/** Everything a page needs beyond its first HTML: definitions of pages and data of blocks, each asked for once. */
export function createSiteData(state: SiteState, calls: Calls, now: () => number = Date.now) {
  const actions = createActions();
  /** keys of data that depends on the customer (RK6) */
  const personal = new Set<string>();
  /**
   * the next data of these keys is requested in place: a visitor who has just logged out is not led to the login (RK4)
   */
  const left = new Set<string>();
  const { read, write, ask, subscribe, loadedAt, isAhead, keep, once, leave } = createAnswers(now);
  /** grows with each logout: what was asked for before it is nobody's any more */
  let visit = 0;

  /**
   * A page's definition; its views and sources are loaded with it, so that it can be drawn when this is kept. @throws
   * CallFailed
   */
  const loadPage = (path: string, call = calls.quiet): Promise<Cached<Resolution>> => {
    const key = pageKey(path);
    const ahead = call === calls.silent;
    const inSilence = !ahead && isAhead(key);
    const load = async (): Promise<Resolution> => {
      // beside the definition, not after it
      const loader = blockLoader();
      loader.catch(() => {});
      const resolution = (await call.get(paths.sitePage, { path })) as Resolution;
      if ('redirect' in resolution) return resolution;
      const { blocks, layout } = resolution;
      // sources that cannot be had are asked for again by their blocks
      const sources = loader.then(({ loadSources }) => loadSources(blocks, layout)).catch(() => {});
      await Promise.all([loadViews(blocks.map((block) => block.widget)), sources]);
      return resolution;
    };
    const page = once(key, load, ahead);
    return inSilence ? page.catch(() => loadPage(path, call)) : page;
  };

  /** Never throws: a failure is the block's result. Rows that are shown already stay when asking anew fails (ER9). */
  async function loadBlock(
    page: ResolvedPage,
    block: ResolvedBlock,
    query: Record<string, string>,
    ahead = false,
  ): Promise<Cached<BlockResult>> {
    const key = blockKey(page, block, query);
    const began = visit;
    const inSilence = !ahead && isAhead(key);
    const load = async (): Promise<BlockResult> => {
      const args = loadResult(
        page,
        block,
        query,
        ahead ? allBy(calls.silent) : left.delete(key) ? allBy(calls.beside) : calls,
      );
      // no visitor waits for prefetched data
      const result = await (ahead ? args : actions.during(block.heading ?? page.title, args));
      const shown = read<BlockResult>(key).data?.value;
      return !result.ok && shown?.ok && !isWithheld(shown) ? shown : result;
    };
    const cached = await once(key, load, ahead);
    if (visit !== began) {
      left.add(key);
      return loadBlock(page, block, query, ahead);
    }
    // an old answer is shown until there is a new one
    if (!cached.value.ok || cached.value.asOf || isWithheld(cached.value)) loadedAt.delete(key);
    if (isPersonal(cached.value) || tellsSome(page, block)) personal.add(key);
    // data fetched ahead in silence has told nobody why it is withheld (ER6–ER8), or what failed (ER3)
    return inSilence && (!cached.value.ok || isWithheld(cached.value)) ? loadBlock(page, block, query) : cached;
  }

  /** ER9: what stood there before a further page was appended in vain, while it is known. */
  function earlierOf(page: ResolvedPage, block: ResolvedBlock, query: Record<string, string>): BlockResult | undefined {
    const { isAdd, pageNum } = block.source?.params ?? {};
    if (!isAdd || !('value' in isAdd) || isAdd.value !== true || !pageNum || !('address' in pageNum)) return undefined;
    const before = { ...query, [pageNum.address]: String(Number(query[pageNum.address] ?? 1) - 1) };
    return read<BlockResult>(blockKey(page, block, before)).data?.value;
  }

  keep(pageKey(state.page.shownAt ?? state.page.path), state.page);
  for (const block of visibleBlocks(state.page, state.query)) {
    const result = state.blocks[block.id];
    if (!result) continue;
    const key = blockKey(state.page, block, state.query);
    keep(key, result);
    // the server renders the public page: a visitor with a token requests the rest by a call
    if (hasToken() && (isWithheld(result) || tellsSome(state.page, block))) loadedAt.delete(key);
  }

  /** RK6: after a logout nothing of it stays; what is on the screen gives way to what is public. */
  function forgetPersonal(): void {
    visit += 1;
    leave();
    for (const key of personal) {
      loadedAt.delete(key);
      left.add(key);
      write(key, { data: TAKEN });
    }
    personal.clear();
  }

  return {
    read,
    ask,
    subscribe,
    /** stores data that came by another request */
    put: (key: string, data: Cached<unknown>) => write(key, { data }),
    actions,
    pageKey,
    blockKey,
    loadPage,
    loadBlock,
    earlierOf,
    withholds: (path: string, query: Record<string, string>) => withholdsText(read, path, query),
    forgetPersonal,
    silent: calls.silent,
    /** false: shown at once all the same, but asked for anew */
    isFresh: (key: string) => now() - (loadedAt.get(key) ?? -FRESH) < FRESH,
  };
}
