import type { FastifyBaseLogger } from 'fastify';
import { documentHead, type DocumentHead } from '#page/document-head.ts';
import { effectiveQuery } from '#page/bind-params.ts';
import { beyondLastPage, loadBlock, loadPage } from '#page/load-page.ts';
import { leavesTitle } from '#page/view-block.ts';
import { isRestrictedPage, isWithheld, mainBlock } from '#page/withheld.ts';
import type { BlockResult, Link, ResolvedPage, SiteState } from '#page/page-schema.ts';
import { sources } from '#sources/index.ts';
import { shanghaiTime } from '#rules/shanghai-date.ts';
import { SITE_BASE } from '#wire/paths.ts';
import type { Moment } from './content/acts.ts';
import { findArticlePlace, findRetiredChannel, type Withdrawal } from './content/find-article.ts';
import type { Db } from './db/tables.ts';
import { feedOf } from './discovery/feed.ts';
import { errors } from './errors.ts';
import { writeDocument, type BuildAssets, type DocumentBytes } from './document.ts';
import { inProcessCall, type Answering } from './api/answer-call.ts';
import { logFailure } from './log-failure.ts';
import { pageMeta } from './page-meta.ts';
import { conversionFor, inScript, type Convert, type Mode } from './modes.ts';
import type { Around, LoginForm, Renderer, ShownFile } from './renderer.ts';
import { articleIdOf, resolveAddress } from './resolve-address.ts';
import type { Site } from './site.ts';
import { asUnchecked } from './unchecked.ts';

/** Milliseconds a block may take during server rendering before its frame says so. */
const BLOCK_TIMEOUT = 5_000;
/** Of these an upstream may take so many, so that its last good answer can still stand in (WR7). */
const UPSTREAM_TIMEOUT = 4_500;

export interface RenderDeps extends Answering {
  db: Db;
  siteAt: (moment: Moment) => Promise<Site>;
  renderer: Renderer;
  build: () => Promise<BuildAssets>;
  siteUrl: string;
  wireKey: string;
  /** how the visitor reads; absent: standard version, simplified script */
  mode?: Mode;
  log: FastifyBaseLogger;
}

/** What an address answers. */
export type Rendered =
  | { kind: 'redirect'; status: 301 | 302; location: string }
  /** `keep`: complete and the same for every visitor, so it may enter the page cache */
  | { kind: 'page'; status: number; html: DocumentBytes; keep: boolean }
  /** RK4, RK6: for whoever has no token the login address of the site, if there is one; for others the public frame */
  | { kind: 'restricted'; login: string | undefined; draw: () => Promise<Page> };

type Page = Extract<Rendered, { kind: 'page' }>;

export interface Address {
  /** site path without base, decoded, starting with / */
  path: string;
  query: Record<string, string>;
  /** the query as it came, with its ?, or '' */
  search: string;
}

/** One address from path to finished HTML (docs/lifecycle.md draws it as a ladder). */
export async function renderAddress(deps: RenderDeps, address: Address, moment: Moment = 'now'): Promise<Rendered> {
  const site = await deps.siteAt(moment);
  const resolution = await resolveAddress(deps.db, site, address.path, moment);
  if (!resolution) return unknownAddress(deps, site, address, moment);
  if ('redirect' in resolution) return { kind: 'redirect', status: resolution.status, location: SITE_BASE + resolution.redirect };
  const instead = await insteadOfDetail(deps, site, resolution, moment);
  if (instead) return instead;

  let ownData = true;
  const call = inProcessCall(deps, moment, () => {
    ownData = false;
  }, UPSTREAM_TIMEOUT);
  const blocks = await loadPage(resolution, address.query, call, sources, {
    timeout: BLOCK_TIMEOUT,
    onFailure: (block, failure) => logFailure(deps.log, failure, { page: resolution.page, block: block.id, path: address.path }, 'block has no data'),
  });
  // a frame can say that it has no data, a page of such frames says nothing
  if (Object.values(blocks).some((result) => !result.ok && result.code === errors.storeAway.code)) return drawNotice(deps, site, 503);
  const beyond = beyondLastPage(resolution, address.query, blocks);
  if (beyond) {
    return drawNotice(deps, site, 404, {
      title: '没有这一页',
      reason: `您要查看的页码超出范围，本列表共 ${beyond.last} 页。`,
      links: [{ title: `查看第 ${beyond.last} 页`, path: beyond.path }],
    });
  }
  if (lacksItem(resolution, blocks)) return drawNotice(deps, site, 404, resolution.channel ? { links: [{ title: resolution.channel.title, path: resolution.channel.path }] } : {});
  if (isRestrictedPage(resolution, blocks)) return { kind: 'restricted', login: site.shell.login, draw: async () => ({ ...(await page(deps, site, resolution, address, asUnchecked(blocks), moment)), keep: false }) };
  const rendered = await page(deps, site, resolution, address, blocks, moment);
  // nothing tells when an upstream's answer grows old, so a page made of it is not kept
  return { ...rendered, keep: rendered.keep && ownData };
}

/** RK4: what whoever does not log in may read instead of a restricted page: its list, else the home page. Null: anybody may read it. */
export async function findInstead(deps: RenderDeps, address: Address): Promise<Link | null> {
  const site = await deps.siteAt('now');
  const page = await resolveAddress(deps.db, site, address.path, 'now');
  const main = page && !('redirect' in page) ? mainBlock(page) : undefined;
  if (!page || 'redirect' in page || !main) return null;
  const shown = await loadBlock(page, main, address.query, inProcessCall(deps, 'now', () => {}, UPSTREAM_TIMEOUT), sources, { timeout: BLOCK_TIMEOUT });
  if (!isWithheld(shown)) return null;
  const list = page.channel;
  // a channel of one article is that article
  const isOpen = list && list.path !== address.path && (await findInstead(deps, { path: list.path, query: {}, search: '' })) === null;
  return isOpen ? { title: list.title, path: list.path } : { title: '首页', path: '/' };
}

/** What a kept page says while the database is away (trust.md). */
function staleNote(convert: Convert | null, at: number): string {
  const time = new Date(at).toISOString();
  return `<p class="block__stale" role="status">${inScript(convert, `数据截至 <time datetime="${time}">${shanghaiTime(time)}</time>，网站数据暂时无法更新，请以恢复后的内容为准。`)}</p>`;
}

const headIn = (convert: Convert | null, head: DocumentHead): DocumentHead => ({ ...head, title: inScript(convert, head.title), description: inScript(convert, head.description) });

/** A block without its data for now: an upstream or a call that did not answer. */
const PASSING: ReadonlySet<string> = new Set([errors.upstreamFailed.code, errors.upstreamLate.code, errors.internal.code, 'timeout']);
const isPassing = (result: BlockResult): boolean => !result.ok && PASSING.has(result.code);

/** A detail page is its first block: where the store knows no such item there is no such page. */
function lacksItem(page: ResolvedPage, blocks: SiteState['blocks']): boolean {
  const result = leavesTitle(page) ? blocks[page.blocks[0]?.id ?? ''] : undefined;
  return result?.ok === false && result.code === errors.notFound.code;
}

/** A page of a past moment has no state: scripts would ask for what is public now. */
async function page(deps: RenderDeps, site: Site, resolution: ResolvedPage, address: Address, blocks: SiteState['blocks'], moment: Moment): Promise<Page> {
  const state: SiteState = {
    base: SITE_BASE,
    siteUrl: deps.siteUrl,
    wireKey: deps.wireKey,
    shell: site.shell,
    // as the page understands it: nonsense of one visitor's address must not be in a page kept for all
    query: effectiveQuery(resolution, address.query),
    page: resolution,
    blocks,
    tips: site.tips,
    renderedAt: Date.now(),
    ...(deps.mode?.elder && { elder: true as const }),
    ...(deps.mode?.traditional && { traditional: { protectedTerms: site.protectedTerms } }),
  };
  const convert = await conversionFor(deps.mode, site);
  const { html, failed, views } = await deps.renderer.render(state, site.surround, convert);
  for (const block of failed) deps.log.error({ page: resolution.page, block, path: address.path }, 'widget failed while rendering');
  // frames without any content are no page for a cache in between, and where one is without a search engine comes again
  const results = Object.values(blocks);
  const nothing = results.length > 0 && results.every((result) => !result.ok && result.code !== errors.noToken.code);
  const head = headIn(convert, documentHead(resolution, state.query, blocks, state));
  const feed = feedOf(site, resolution)?.path ?? null;
  const meta = nothing ? '' : pageMeta({ page: resolution, results: blocks, head, shell: site.shell, siteUrl: deps.siteUrl, base: SITE_BASE, feed, convert });
  const document = writeDocument(await deps.build(), { html, ...head, meta, ...((nothing || results.some(isPassing)) && { noindex: true as const }), mode: deps.mode, views, state: moment === 'now' ? state : null, collector: site.collector, note: staleNote(convert, state.renderedAt) });
  const complete = failed.length === 0 && results.every((result) => result.ok) && site.tips.length === 0;
  return { kind: 'page', status: nothing ? 503 : 200, html: document, keep: complete };
}

/** RT9: 410 with reason and successor for an article that was withdrawn, 404 for one that never was, its own address for one of another channel. */
async function insteadOfDetail(deps: RenderDeps, site: Site, page: ResolvedPage, moment: Moment): Promise<Rendered | null> {
  const id = showsArticle(page) ? articleIdOf(page.path) : undefined;
  if (id === undefined) return null;
  const list = page.channel ? [{ title: page.channel.title, path: page.channel.path }] : [];
  const place = id === null ? undefined : await findArticlePlace(deps.db, moment, id);
  if (!place || id === null) return drawNotice(deps, site, 404, { title: '没有找到这篇文章', reason: '网址可能输入有误，或文章已经移动。', links: list });
  if (place.withdrawn) return gone(deps, site, `《${place.title}》已撤下`, place.withdrawn, list);
  const channelId = page.channel && (site.channel(page.channel.channelId)?.sameAs ?? page.channel.channelId);
  if (channelId && place.channelId !== channelId) return { kind: 'redirect', status: 301, location: SITE_BASE + site.articlePath(place.channelId, id) };
  return null;
}

/** RT9: an article whose channel has moved or ended is where it is now, or says why it is no more. */
async function insteadOfLostDetail(deps: RenderDeps, site: Site, path: string): Promise<Rendered | null> {
  const id = articleIdOf(path);
  if (!id || !(await findRetiredChannel(deps.db, path.slice(1, path.lastIndexOf('/detail/'))))) return null;
  const place = await findArticlePlace(deps.db, 'now', id);
  if (!place) return null;
  if (place.withdrawn) return gone(deps, site, `《${place.title}》已撤下`, place.withdrawn, []);
  return site.channel(place.channelId) ? { kind: 'redirect', status: 301, location: SITE_BASE + site.articlePath(place.channelId, id) } : null;
}

/** Not every detail address is that of an article: a tag has one, too. */
const showsArticle = ({ blocks }: ResolvedPage): boolean => blocks.some(({ source }) => source?.params.id !== undefined);

function gone(deps: RenderDeps, site: Site, title: string, withdrawal: Withdrawal, links: Link[]): Promise<Rendered> {
  const successor = withdrawal.successor ? [{ title: '查看替代内容', path: withdrawal.successor }] : [];
  return drawNotice(deps, site, 410, { title, reason: withdrawal.reason, links: [...successor, ...links] });
}

async function unknownAddress(deps: RenderDeps, site: Site, address: Address, moment: Moment): Promise<Rendered> {
  const moved = moment === 'now' && (await insteadOfLostDetail(deps, site, address.path));
  if (moved) return moved;
  const retired = moment === 'now' && (await findRetiredChannel(deps.db, address.path.slice(1)));
  if (retired && retired.successor) return { kind: 'redirect', status: 301, location: SITE_BASE + retired.successor };
  if (retired) return gone(deps, site, `“${retired.title}”已停用`, retired, []);
  if (site.isLost(address.path)) return drawNotice(deps, site, 503);
  return drawNotice(deps, site, 404);
}

/** Words of a notice where nothing more is known; an editor's reason replaces the second. */
const GENERAL_WORDS: Record<number, readonly [title: string, text: string]> = {
  403: ['暂时不能查看', '这项内容只向符合条件的投资者开放。'],
  404: ['没有找到这个页面', '网址可能输入有误，或页面已经移动。'],
  405: ['不支持这种请求方式', '这个地址只能查看，不能提交内容。'],
  410: ['这个页面已经撤下', '相关内容已不再公示。'],
  500: ['页面暂时无法显示', '服务器出现问题，我们已经记录，请稍后再试。'],
  503: ['服务暂时不可用', '系统正在恢复，请稍后再试。'],
};

type DrawDeps = Pick<RenderDeps, 'renderer' | 'build' | 'mode'>;
type Known = Pick<Site, 'shell' | 'surround' | 'protectedTerms'>;

const around = ({ mode }: DrawDeps, site: Known | null, convert: Convert | null): Around => ({
  base: SITE_BASE,
  shell: site?.shell ?? null,
  surround: site?.surround ?? null,
  elder: mode?.elder ?? false,
  traditional: mode?.traditional ?? false,
  convert,
});

/** What stands without data and scripts: never cached, never indexed. */
async function bareDocument(deps: DrawDeps, site: Known | null, { status, views = [], title, ...words }: { status: number; html: string; title: string; description: string; views?: string[] }): Promise<Page> {
  const name = site && inScript(await conversionFor(deps.mode, site), site.shell.brand.name);
  const document = writeDocument(await deps.build(), { ...words, title: name ? `${title} - ${name}` : title, canonical: '', noindex: true, mode: deps.mode, views, state: null });
  return { kind: 'page', status, html: document, keep: false };
}

export interface NoticeWords {
  title?: string;
  reason?: string;
  /** ways on before the one to the home page */
  links?: Link[];
}

/** A designed page for an outcome that is no content: never cached, never indexed, readable without scripts. */
export async function drawNotice(deps: DrawDeps, site: Known | null, status: number, words: NoticeWords = {}): Promise<Page> {
  const [generalTitle, generalText] = GENERAL_WORDS[status] ?? GENERAL_WORDS[500]!;
  const title = words.title ?? generalTitle;
  const text = words.reason || generalText;
  const convert = await conversionFor(deps.mode, site);
  const html = await deps.renderer.renderNotice({ status, title, text, links: words.links ?? [] }, around(deps, site, convert));
  return bareDocument(deps, site, { status, html, title: inScript(convert, title), description: inScript(convert, text) });
}

/** LS1: a form that asks who one is. Never kept: it may hold a key. */
export async function drawLogin(deps: DrawDeps, site: Known | null, form: LoginForm): Promise<Page> {
  const convert = await conversionFor(deps.mode, site);
  const html = await deps.renderer.renderLogin(form, around(deps, site, convert));
  return bareDocument(deps, site, { status: 200, html, title: inScript(convert, form.title).replace('{who}', () => form.who ?? ''), description: inScript(convert, form.text) });
}

/** the widget whose styles authored text needs */
const AUTHORED = 'article-body';

/** FO2: a stored file inside a page of the site. `file` is as the file's door has let it through. */
export async function drawFile(deps: DrawDeps, site: Known | null, file: ShownFile): Promise<Page> {
  const convert = await conversionFor(deps.mode, site);
  const html = await deps.renderer.renderFilePage(file, around(deps, site, convert));
  const title = inScript(convert, file.filename);
  return bareDocument(deps, site, { status: 200, html, title, description: title, views: [AUTHORED] });
}
