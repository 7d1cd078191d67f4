import type { FastifyBaseLogger } from 'fastify';
import { documentHead, type DocumentHead } from '#page/document-head.ts';
import { effectiveQuery } from '#page/bind-params.ts';
import { lacksPart, loadBlock, loadPage } from '#page/load-page.ts';
import type { NoteOf } from '#page/resolve-page.ts';
import { leavesTitle } from '#page/view-block.ts';
import { isRestrictedPage, isWithheld, mainBlock } from '#page/withheld.ts';
import { BEYOND, UNREAD, type BlockResult, type Link, type ResolvedPage, type SiteState } from '#page/page-schema.ts';
import type { WidgetDefinition } from '#page/define-widget.ts';
import { registryOf } from '#page/registry.ts';
import { sources } from '#sources/index.ts';
import { widgets } from '#widgets/index.ts';
import { shanghaiTime } from '#rules/time/shanghai-date.ts';
import { SITE_BASE } from '#wire/paths.ts';
import { drawNotice, type DrawDeps, type DrawnPage } from '../address/bare-pages.ts';
import type { Moment } from '../../store/publication/new-publication.ts';
import { articlesOf, channelItself, rowsOf } from '../../store/publication/touched-things.ts';
import type { Db } from '../../db/tables.ts';
import { errors } from '../../errors.ts';
import { drawingTurn } from './drawing-turn.ts';
import { writeDocument } from './document.ts';
import { legalOf } from './legal-of.ts';
import type { UpstreamCall } from '../../site/upstream/previous-calls.ts';
import { beginAsking } from '../../api/ask-elsewhere.ts';
import { leadOn } from '../../api/lead-on.ts';
import { articleElsewhere, notingArticles, placedArticle } from '../address/article-elsewhere.ts';
import { findMovedOrGone, unknownAddress, type MovedOrGone } from '../address/moved-or-gone.ts';
import { withFoundExamples } from '../../api/found-examples.ts';
import { inProcessCall, type Answering } from '../../api/answer-call.ts';
import { logFailure } from '../../http/log-failure.ts';
import { pageMeta } from './page-meta.ts';
import type { PagePart } from './page-part.ts';
import { conversionFor, inScript, type Convert } from '../address/modes.ts';
import { resolveAddress } from '../../site/resolve-address.ts';
import type { Site } from '../../site/site.ts';
import { asUnchecked } from './unchecked.ts';

/** Milliseconds that a block may take during server rendering before its frame shows a failure. */
export const BLOCK_TIMEOUT = 5_000;
/** Milliseconds of these that an upstream may take, so that its last good answer can still replace its data (WR7). */
const UPSTREAM_TIMEOUT = 4_500;

export interface RenderDeps extends Answering, DrawDeps {
  db: Db;
  siteAt: (moment: Moment) => Promise<Site>;
  siteUrl: string;
  wireKey: string;
  /** notes of a preview in place of blocks that visitors do not see (SU3) */
  noteOf?: NoteOf;
  /** parts that features add */
  pageParts?: readonly PagePart[];
  log: FastifyBaseLogger;
}

/** Rendered answer of an address. */
export type Rendered =
  | MovedOrGone
  /** RK4, RK6: for visitors without a token the login address of the site, if there is one; for others the public frame */
  | { kind: 'restricted'; login: string | undefined; draw: () => Promise<DrawnPage> };

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
  const found = await resolveAddress(deps.db, site, address.path, moment, deps.noteOf);
  if (!found) return unknownAddress(deps, site, address, moment);
  if ('redirect' in found) return { kind: 'redirect', status: found.status, location: SITE_BASE + found.redirect };
  const resolution = await withFoundExamples(found, { db: deps.db, site });
  const movedOrGone = await findMovedOrGone(deps, site, resolution, moment);
  if (movedOrGone) return movedOrGone;
  const pageKey = `${resolution.path}?${new URLSearchParams(effectiveQuery(resolution, address.query)).toString()}`;
  beginAsking(deps, site, pageKey, UPSTREAM_TIMEOUT);
  const below = await leadOn(deps, site, resolution, UPSTREAM_TIMEOUT);
  if (below !== null) return { kind: 'redirect', status: 302, location: SITE_BASE + below };

  let until = Infinity;
  // the content of a block that is left out cannot be named
  let madeOf: Set<string> | undefined = resolution.isPartial ? undefined : placeOf(site, resolution);
  const onRead = (things: readonly string[] | null) => {
    if (things === null) madeOf = undefined;
    else for (const thing of things) madeOf?.add(thing);
  };
  const seen = new Map<string, string>();
  const upstreamCalls: UpstreamCall[] = [];
  const call = notingArticles(
    inProcessCall(
      { ...deps, onRead, onElsewhere: (one) => void upstreamCalls.push(one) },
      moment,
      (same) => {
        until = Math.min(until, same);
      },
      UPSTREAM_TIMEOUT,
    ),
    seen,
  );
  const blocks = await loadPage(resolution, address.query, call, sources, {
    timeout: BLOCK_TIMEOUT,
    onFailure: (block, failure) =>
      logFailure(
        deps.log,
        failure,
        { page: resolution.page, block: block.id, path: address.path },
        'block has no data',
      ),
  });
  // a frame without data shows so, but a page of such frames is useless
  if (Object.values(blocks).some((result) => !result.ok && result.code === errors.storeAway.code))
    return drawNotice(deps, site, 503);
  deps.reading.previousCalls.remember(pageKey, upstreamCalls);
  const elsewhere = site.contentElsewhere && (await articleElsewhere(deps, site, resolution, blocks, seen));
  if (elsewhere) return elsewhere;
  if (lacksItem(resolution, blocks))
    return drawNotice(
      deps,
      site,
      404,
      resolution.channel ? { links: [{ title: resolution.channel.title, path: resolution.channel.path }] } : {},
    );
  if (isRestrictedPage(resolution, blocks))
    return {
      kind: 'restricted',
      login: site.shell.login,
      draw: async () => ({
        ...(await page(deps, site, resolution, address, asUnchecked(blocks), moment)),
        isCacheable: false,
      }),
    };
  const placed = site.contentElsewhere ? placedArticle(site, resolution, seen) : resolution;
  const rendered = await page(deps, site, placed, address, blocks, moment);
  // an upstream does not announce when its answer becomes outdated: a page made of it is kept as long as that is
  // (US13)
  return {
    ...rendered,
    isCacheable: rendered.isCacheable && until > Date.now(),
    ...(until !== Infinity && { until }),
    ...(madeOf && { madeOf }),
  };
}

/**
 * RK4: the page that a visitor without a login can read instead of a restricted one: its list, or the home page.
 * Null: everybody may read the page.
 */
export async function findOpenAlternative(deps: RenderDeps, address: Address): Promise<Link | null> {
  const site = await deps.siteAt('now');
  const page = await resolveAddress(deps.db, site, address.path, 'now');
  const main = page && !('redirect' in page) ? mainBlock(page) : undefined;
  if (!page || 'redirect' in page || !main) return null;
  const shown = await loadBlock(
    page,
    main,
    address.query,
    inProcessCall(deps, 'now', () => {}, UPSTREAM_TIMEOUT),
    sources,
    { timeout: BLOCK_TIMEOUT },
  );
  if (!isWithheld(shown)) return null;
  const list = page.channel;
  // a channel of one article is that article
  const isOpen =
    list &&
    list.path !== address.path &&
    (await findOpenAlternative(deps, { path: list.path, query: {}, search: '' })) === null;
  return isOpen ? { title: list.title, path: list.path } : { title: '首页', path: '/' };
}

/**
 * Things that a page is made of by its place (PD8). They are its channel, its articles, which may have no frame
 * while there are none, the channels above, and the registers that it shows.
 */
function placeOf(site: Site, { channel, registers }: ResolvedPage): Set<string> {
  const things = new Set(Object.keys(registers).map(rowsOf));
  if (channel) things.add(articlesOf(channel.channelId));
  for (let row = channel && site.channel(channel.channelId); row; row = site.channel(row.parentId))
    for (const id of [row.channelId, ...(row.sameAs ? [row.sameAs] : [])]) things.add(channelItself(id));
  return things;
}

/** Note on a kept page while the database is away (trust.md). */
function staleNote(convert: Convert | null, at: number): string {
  const time = new Date(at).toISOString();
  return `<p class="block__stale" role="status">${inScript(convert, `数据截至 <time datetime="${time}">${shanghaiTime(time)}</time>，网站数据暂时无法更新，请以恢复后的内容为准。`)}</p>`;
}

const headIn = (convert: Convert | null, head: DocumentHead): DocumentHead => ({
  ...head,
  title: inScript(convert, head.title),
  description: inScript(convert, head.description),
});

/** Codes of failures that pass: an upstream or a call that did not answer. */
const PASSING: ReadonlySet<string> = new Set([
  errors.upstreamFailed.code,
  errors.upstreamLate.code,
  errors.internal.code,
  'timeout',
]);
const isPassing = (result: BlockResult): boolean => !result.ok && PASSING.has(result.code);

/**
 * RG7, RL4: true for a result whose message is that the conditions are invalid; such a page is not indexed and not
 * cached.
 */
const isMisasked = (result: BlockResult): boolean => !result.ok && (result.code === UNREAD || result.code === BEYOND);

/** A detail page exists only if its first block finds its item. */
function lacksItem(page: ResolvedPage, blocks: SiteState['blocks']): boolean {
  const result = leavesTitle(page) ? blocks[page.blocks[0]?.id ?? ''] : undefined;
  return result?.ok === false && MISSING.has(result.code);
}

const MISSING: ReadonlySet<string> = new Set([
  errors.notFound.code,
  errors.unknownRegister.code,
  errors.withdrawn.code,
]);

const definitions = registryOf<WidgetDefinition<any, any>>('widget', widgets);

/** Part of each block's data that its widget draws. */
const drawnOf = (page: ResolvedPage, results: SiteState['blocks']): SiteState['blocks'] =>
  Object.fromEntries(
    Object.entries(results).map(([id, result]) => {
      const { widget = '', props } = page.blocks.find((block) => block.id === id) ?? {};
      const drawn = definitions[widget]?.drawn;
      return [id, result.ok && result.data !== null && drawn ? { ...result, data: drawn(result.data, props) } : result];
    }),
  );

/** Draws a page. One of a past moment or of a draft has no state: its scripts would load the public content of now. */
async function page(
  deps: RenderDeps,
  site: Site,
  resolution: ResolvedPage,
  address: Address,
  blocks: SiteState['blocks'],
  moment: Moment,
): Promise<DrawnPage> {
  const state: SiteState = {
    base: SITE_BASE,
    siteUrl: deps.siteUrl,
    wireKey: deps.wireKey,
    shell: site.shell,
    // the query as the page understands it: nonsense of one visitor's address must not be in a page kept for all
    query: effectiveQuery(resolution, address.query),
    page: resolution,
    blocks: drawnOf(resolution, blocks),
    tips: site.tips,
    renderedAt: Date.now(),
    ...(deps.mode?.elder && { elder: true as const }),
    ...(deps.mode?.traditional && { traditional: { protectedTerms: site.protectedTerms } }),
  };
  const convert = await conversionFor(deps.mode, site);
  await drawingTurn();
  const { html, failed, views, onUse } = await deps.renderer.render(state, site.surround, convert);
  for (const block of failed)
    deps.log.error({ page: resolution.page, block, path: address.path }, 'widget failed while rendering');
  // frames without any content are no page for a cache in between, and where one is without a search engine comes again
  const results = Object.values(blocks);
  const nothing =
    results.length > 0 &&
    results.every((result) => !result.ok && result.code !== errors.noToken.code && !isMisasked(result));
  const head = headIn(convert, documentHead(resolution, state.query, blocks, state));
  const lacks = lacksPart(resolution, address.query, blocks);
  const parts = deps.pageParts ?? [];
  const facts = { page: resolution, results: blocks, head, siteUrl: deps.siteUrl, convert };
  const meta = nothing
    ? ''
    : pageMeta({
        ...facts,
        shell: site.shell,
        brand: site.brand,
        base: SITE_BASE,
        alternates: parts.flatMap((part) => part.alternates?.(site, resolution) ?? []),
        things: parts.flatMap((part) => part.things?.(facts) ?? []),
      });
  const document = writeDocument(await deps.build(), {
    html,
    ...head,
    brand: site.brand,
    meta,
    ...((nothing || lacks || results.some((result) => isPassing(result) || isMisasked(result))) && {
      noindex: true as const,
    }),
    mode: deps.mode,
    views,
    onUse,
    state: moment === 'now' && !deps.still ? state : null,
    shell: site.shell,
    legal: legalOf(site, deps.mode?.traditional === true),
    collector: site.collector,
    note: staleNote(convert, state.renderedAt),
  });
  const complete = failed.length === 0 && !lacks && results.every((result) => result.ok) && !site.isStandIn;
  return { kind: 'page', status: nothing ? 503 : lacks ? 404 : 200, html: document, isCacheable: complete };
}
