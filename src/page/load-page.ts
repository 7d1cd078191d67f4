import { lastPage } from '#rules/addresses/paging.ts';
import { readConditions, type ConditionRule } from '#rules/registers/read-condition.ts';
import { bindParams, visibleBlocks, type Query } from './bind-params.ts';
import type { Call, SourceDefinition } from './define-source.ts';
import {
  BEYOND,
  UNREAD,
  type BlockResult,
  type BoundParam,
  type ResolvedBlock,
  type ResolvedPage,
} from './page-schema.ts';

export interface LoadOptions {
  /** milliseconds that one block may take */
  timeout: number;
  /** called with the error of a block, for the log: the result holds only what a visitor may know */
  onFailure?: (block: ResolvedBlock, failure: unknown) => void;
}

/**
 * The data of all shown blocks, loaded in parallel. A block that fails or takes too long spoils only itself. Never
 * throws.
 * @returns results by block id
 */
export async function loadPage(
  page: ResolvedPage,
  query: Query,
  call: Call,
  sources: readonly SourceDefinition<any, any>[],
  options: LoadOptions,
): Promise<Record<string, BlockResult>> {
  const loaded = visibleBlocks(page, query).map(
    async (block) => [block.id, await loadBlock(page, block, query, call, sources, options)] as const,
  );
  return Object.fromEntries(await Promise.all(loaded));
}

/** One block's data; for trying a failed one again. Never throws. */
export async function loadBlock(
  page: Pick<ResolvedPage, 'channel' | 'registers' | 'layout'>,
  block: ResolvedBlock,
  query: Query,
  call: Call,
  sources: readonly SourceDefinition<any, any>[],
  { timeout, onFailure }: LoadOptions,
): Promise<BlockResult> {
  if (!block.source) return { ok: true, data: null };
  const { name } = block.source;
  const source = sources.find((one) => one.name === name);
  try {
    const { params, problems } = readParams(block.source.params, bindParams(block, query));
    if (problems.length > 0)
      return {
        ok: false,
        code: UNREAD,
        message: `${problems.map(({ title, message }) => `${title}：${message}`).join('；')}。`,
        problems,
      };
    if (!source) throw Object.assign(new Error(`no source ${name}`), { code: 'unknown source' });
    let asOf = '';
    // the block is as old as its oldest answer
    const note = (given: string) => void (asOf = asOf && asOf < given ? asOf : given);
    const noting: Call = {
      get: (path, params) => call.get(path, params, { note }),
      post: (path, body) => call.post(path, body, 'json', { note }),
    };
    const { channel, registers, layout } = page;
    const load = async () => source.load(params, noting, { channel, registers, isHome: layout === 'home' });
    const data = await inTime(load(), timeout);
    const last = beyondLast(block, data);
    if (last !== null) return { ok: false, code: BEYOND, message: `本列表共 ${last} 页。`, last };
    return { ok: true, data, ...(asOf && { asOf }) };
  } catch (failure) {
    onFailure?.(block, failure);
    return failed(failure);
  }
}

/** RG7: params as they are asked for, and conditions that cannot be read: without them the source would answer another question. */
function readParams(words: Record<string, BoundParam>, bound: Record<string, string | number | boolean>) {
  const rules = Object.entries(words).flatMap(([name, param]): [string, ConditionRule][] =>
    'address' in param && param.condition !== undefined && (bound[name] ?? '') !== ''
      ? [[name, { ...param, title: param.condition }]]
      : [],
  );
  if (rules.length === 0) return { params: bound, problems: [] };
  const { values, problems } = readConditions(rules, bound);
  return { params: { ...bound, ...values }, problems };
}

async function inTime<T>(work: Promise<T>, timeout: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(Object.assign(new Error(`No answer within ${timeout} ms`), { code: 'timeout' })),
      timeout,
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Words of a refused call are the visitor's; any other failure keeps its words for the log. */
function failed(failure: unknown): BlockResult {
  const { name, code, outcome, message } = (typeof failure === 'object' && failure !== null ? failure : {}) as Record<
    string,
    unknown
  >;
  // recognised by name: the page room knows the wire only by its types
  if (name === 'CallFailed')
    return { ok: false, code: String(code || outcome || 'failed'), message: String(message ?? '') };
  return { ok: false, code: typeof code === 'string' ? code : 'failed', message: '' };
}

/** RL4: the last page of a list where an address asks for a later one; null where it does not. */
function beyondLast(block: ResolvedBlock, data: unknown): number | null {
  const paging = pagingOf(data);
  const param = block.source?.params.pageNum;
  if (!paging || !param || !('address' in param)) return null;
  // a list of which nobody told how long it is ends where nothing more comes
  if (isOpenEnded(data)) return null;
  const last = lastPage(paging.total, paging.pageSize);
  return paging.pageNum > last ? last : null;
}

const isOpenEnded = (data: unknown): boolean => {
  const { untold, items } = data as Record<string, unknown>;
  return untold === true && Array.isArray(items) && items.length > 0;
};

/**
 * True where an address asks for a page of a list (RL4) or a row of a register (RG31) that is not there. The page says
 * so in its place, and answers 404. A row that one of several blocks shows is there.
 */
export function lacksPart(
  page: ResolvedPage,
  query: Query,
  results: Readonly<Record<string, BlockResult | undefined>>,
): boolean {
  const shown = visibleBlocks(page, query).map((block) => ({ block, result: results[block.id] }));
  if (shown.some(({ result }) => result?.ok === false && result.code === BEYOND)) return true;
  const found = shown.flatMap(({ block, result }) => {
    const row = block.source?.params.row;
    const isRequested = row !== undefined && 'address' in row && (query[row.address] ?? '') !== '';
    return isRequested && result?.ok && 'rows' in (result.data as object)
      ? (result.data as { rows: unknown[] }).rows.length
      : [];
  });
  return found.length > 0 && found.every((count) => count === 0);
}

/** Paging of articles and rows, and of a channel's content where it is a list. */
function pagingOf(data: unknown): { total: number; pageNum: number; pageSize: number } | null {
  if (typeof data !== 'object' || data === null) return null;
  if ('articles' in data) return pagingOf(data.articles);
  const { total, pageNum, pageSize } = data as Record<string, unknown>;
  return typeof total === 'number' && typeof pageNum === 'number' && typeof pageSize === 'number'
    ? { total, pageNum, pageSize }
    : null;
}
