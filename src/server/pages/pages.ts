import { isReserved } from '#rules/addresses/base-paths.ts';
import { namedBases } from '#wire/bases.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { effectiveQuery, isOpenEnded } from '#page/bind-params.ts';
import type { Link } from '#page/page-schema.ts';
import { requestedScript } from '#rules/script/script-choice.ts';
import { SITE_BASE } from '#wire/paths.ts';
import {
  drawFeaturePage,
  drawFile,
  drawFormerText,
  drawLogin,
  drawNotice,
  drawPreparing,
  type BarePage,
  type NoticeWords,
} from './address/bare-pages.ts';
import { asRange } from './files/as-range.ts';
import { findArticlePlace } from '../store/articles/find-article.ts';
import { arriveWithKey, keyIn, SECRET, type Sessions } from './login/key-arrival.ts';
import type { FormerText } from '../store/articles/former-text.ts';
import { isCostly } from '../api/costly-limit.ts';
import { findOldAddress } from '#rules/addresses/old-addresses.ts';
import { missedBy, type CountsMissed } from '../api/missed-by.ts';
import { joined } from './draw/document.ts';
import { noteCachedPage } from './draw/drawing-turn.ts';
import { loginFor } from './login/addresses.ts';
import { tokenOf } from '#wire/token-text.ts';
import { isStoreAway } from '../errors.ts';
import { RESTRICTED_CACHE } from '../files/check-file-access.ts';
import type { PreviewedFile } from './files/preview.ts';
import { CHANGES, modePrefix, modesPlugin, readMode, scriptCookie, type Mode } from './address/modes.ts';
import { COST, Overloaded, RETRY_AFTER, type Admissions, type Admitted } from '../http/admission.ts';
import { goneSignal } from '../http/gone-signal.ts';
import { logFailure } from '../http/log-failure.ts';
import type { Limit } from '../http/network.ts';
import type { PublicationWatch } from '../site/publication-watch.ts';
import {
  acceptedEncoding,
  compress,
  type CachedPage,
  type Encoding,
  type PageCache,
  type Redrawable,
} from './keep/page-cache.ts';
import { findOpenAlternative, renderAddress, type Address, type RenderDeps, type Rendered } from './draw/render.ts';
import type { LoginForm } from '#page/bare-page.ts';
import { asObject, withEmbeds, type PageHeaders } from '../http/security-headers.ts';
import { keepPages, type Copies } from './keep/keep-pages.ts';
import { parseAddress } from './address/site-address.ts';
import type { Site } from '../site/site.ts';
import type { RequestMetrics } from '../http/request-metrics.ts';
import { traced } from '../http/traces.ts';

export interface PagesDeps extends RenderDeps, Sessions, CountsMissed {
  cache: PageCache;
  publications: PublicationWatch;
  /** grows when channels change without a publication: an upstream has them (CH9) */
  treeVersion: () => number;
  admissions: Admissions;
  /** OA1: called with each old address that led somebody on */
  countOldAddress?: (address: string) => void;
  /** the site as last known, for pages drawn while the database is away; null before the first load */
  lastKnown: () => Site | null;
  /** problems of refused page schemas and registers */
  refused: () => number;
  requestMetrics: RequestMetrics;
  /** sent with every page */
  headers: PageHeaders;
  /** the copy of kept pages on disk (PD9); null: there is none */
  copies: Copies | null;
  /** SU1: whether visitors see the site */
  isShown: () => Promise<boolean>;
}

/** The visitor's pages below the base: address → cache or render → answer. */
export function pagesPlugin(app: FastifyInstance, deps: PagesDeps, limit: Limit): void {
  const answer = (request: FastifyRequest, reply: FastifyReply) => answerPage(deps, limit, request, reply);
  const pages = SITE_BASE === '' ? answerBesideOthers(answer) : answer;
  app.get(SITE_BASE || '/', pages);
  app.get(`${SITE_BASE}/*`, pages);
  for (const base of namedBases) {
    // a second slash would make the rest the name of another host
    const lead = async (request: FastifyRequest, reply: FastifyReply) =>
      (await takeKey(deps, request, reply))
        ? reply
        : reply.redirect(SITE_BASE + (request.raw.url ?? '').slice(base.length).replace(/^[/\\]*/, '/'), 301);
    app.get(base, lead);
    app.get(`${base}/*`, lead);
  }
  modesPlugin(app, deps);
  keepPages(
    app,
    deps,
    async () => firstPages(await deps.siteAt('now')),
    ({ key, origin }, gone) => renderOnce({ ...deps, log: app.log, mode: origin.mode }, origin.address, key, gone),
  );
  if (SITE_BASE !== '')
    app.get('/', async (request, reply) =>
      (await takeKey(deps, request, reply)) ? reply : reply.redirect(`${SITE_BASE}/`, 302),
    );
  app.setNotFoundHandler((request, reply) => sendNotice(deps, request, reply, 404));
}

/** Pages without a base: what the server answers beside them, known or not, is no page. */
const answerBesideOthers =
  (answer: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | void>) =>
  (request: FastifyRequest, reply: FastifyReply) => {
    if (!isReserved(request.raw.url ?? '/')) return answer(request, reply);
    reply.callNotFound();
    return reply;
  };

/** Dependencies of a page in this visitor's mode. */
const readBy = (deps: PagesDeps, request: FastifyRequest): PagesDeps & { mode: Mode } => ({
  ...deps,
  log: request.log,
  mode: readMode(request.headers),
  ...missedBy(deps, request),
});

async function answerPage(
  given: PagesDeps,
  limit: Limit,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | void> {
  const deps = readBy(given, request);
  const raw = request.raw.url ?? '/';
  try {
    // before the address is tidied: a stored redirect would contain the key
    if (await takeKey(deps, request, reply)) return reply;
    const address = parseAddress(raw);
    if ('redirect' in address) return reply.redirect(address.redirect, 301);
    if ('unreadable' in address)
      return await sendRendered(deps, request, reply, await noticeFor(deps, 404, { reason: '网址格式不正确。' }));
    const script = requestedScript(address.path, address.query);
    if (script)
      return reply
        .headers(CHANGES)
        .header('Set-Cookie', scriptCookie(script, deps.siteUrl))
        .redirect(`${SITE_BASE}/`, 303);
    const site = await deps.siteAt('now');
    const beside = deps.pageParts?.find((part) => part.beside && address.path.endsWith(part.beside.ending))?.beside;
    if (beside)
      return (await beside.answer(deps, request, reply, site, address.path))
        ? reply
        : await sendRendered(deps, request, reply, await noticeFor(deps, 404));
    const range = asRange(site, address);
    if (range !== null) return reply.redirect(range, 302);
    const prefix = modePrefix(deps.mode);
    const costly = isCostly(site, address);
    const page = costly ? null : cacheKey(site, address);
    const key = page && prefix + page;
    if (key === null) {
      const wait = costly ? await limit(request) : 0;
      if (wait > 0)
        return await sendRendered(
          deps,
          request,
          reply.header('Retry-After', wait),
          await noticeFor(deps, 429, { title: '查询过于频繁', reason: `请在 ${wait} 秒后再试。` }),
        );
      const cost = costly ? COST.search : COST.question;
      const rendered = await deps.admissions.questions.run(
        cost,
        async ({ away }) => (await renderWhole({ ...deps, away }, address)).rendered,
        goneSignal(reply),
      );
      return await sendRendered(deps, request, reply, rendered);
    }
    const known = deps.cache.find(key);
    if (known) noteCachedPage();
    const outcome = known ? { rendered: null, cached: known } : await renderOnce(deps, address, key, goneSignal(reply));
    if (!outcome.cached) return await sendRendered(deps, request, reply, outcome.rendered);
    deps.cache.remember(prefix + raw, key);
    reply.hijack();
    return deps.cache.send(outcome.cached, request.raw, reply.raw, request.id);
  } catch (error) {
    if (error instanceof Overloaded) return sendBusy(deps, request, reply);
    logFailure(request.log, error, { path: raw.split('?', 1)[0] }, 'page failed');
    return sendRendered(deps, request, reply, await noticeFor(deps, isStoreAway(error) ? 503 : 500));
  }
}

/**
 * LS1: answers an address with a key, of a page or a file. @returns whether it did (a reply is a promise of its own
 * end, so no promise can hold it)
 */
export async function takeKey(deps: PagesDeps, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
  const key = keyIn(request.raw.url ?? '');
  if (key !== '')
    await deps.admissions.pages.run(
      COST.page,
      ({ away }) => arriveWithKey({ ...deps, away }, request, reply, key),
      goneSignal(reply),
    );
  return key !== '';
}

type Outcome = { rendered: Rendered; cached: null } | { rendered: null; cached: CachedPage };

/** Tries after which a page is sent as it is, and not kept: publications may land faster than a page is rendered. */
const MOST_TRIES = 3;

/** A page of one publication and one tree, where they do not change faster than it is drawn; `publication` null: they do. */
async function renderWhole(
  deps: PagesDeps & { mode: Mode },
  address: Address,
): Promise<{ rendered: Rendered; publication: number | null }> {
  for (let tries = 1; ; tries += 1) {
    const publication = deps.publications.current();
    const tree = deps.treeVersion();
    const began = performance.now();
    const rendered = await traced(
      () => ({ name: 'render', kind: 'internal' }),
      () => renderAddress(deps, address),
    );
    deps.requestMetrics.rendered(performance.now() - began);
    const isWhole = publication === deps.publications.current() && tree === deps.treeVersion();
    if (isWhole || tries === MOST_TRIES) return { rendered, publication: isWhole ? publication : null };
  }
}

/**
 * Answers requests for a page: they wait for one render of it that is under way. No request after a publication gets
 * a page from before it: the number is part of the key, and is compared again at the end.
 */
function renderOnce(
  given: PagesDeps & { mode: Mode },
  address: Address,
  key: string,
  gone: AbortSignal,
): Promise<Outcome> {
  const render = async ({ away }: Admitted): Promise<Outcome> => {
    const deps = { ...given, away };
    const { rendered, publication } = await renderWhole(deps, address);
    if (rendered.kind !== 'page' || !rendered.isCacheable || publication === null) return { rendered, cached: null };
    return {
      rendered: null,
      cached: deps.cache.store(key, publication, rendered.html, {
        madeOf: rendered.madeOf,
        origin: { address, mode: deps.mode },
        ...(rendered.until !== undefined && { until: rendered.until }),
      }),
    };
  };
  return given.cache.once(
    `${given.publications.current()} ${given.treeVersion()} ${key}`,
    (allGone) => given.admissions.pages.run(COST.page, render, allGone),
    gone,
  );
}

/**
 * The key of a page in the cache: its path, and the address parameters as the page understands them. Null where the page
 * must not be cached: unknown paths, and parameters of free text, by which anybody could fill the cache.
 */
function cacheKey(site: Site, address: Address): string | null {
  const resolution = site.resolve(address.path);
  if (!resolution || 'redirect' in resolution) return null;
  if (isOpenEnded(resolution, address.query)) return null;
  const query = Object.entries(effectiveQuery(resolution, address.query));
  return `${address.path}?${new URLSearchParams(query.sort()).toString()}`;
}

/** PD19: home and the pages to which the first level of the menu leads, as most visitors read them. */
function firstPages(site: Site): Redrawable[] {
  const mode = readMode({});
  const paths = ['/', ...(site.shell.menu ?? []).map(({ path }) => path)].map((path) => {
    const found = site.resolve(path);
    return found && 'redirect' in found ? found.redirect : path;
  });
  return [...new Set(paths)].flatMap((path) => {
    const address = { path, query: {}, search: '' };
    const page = cacheKey(site, address);
    return page === null ? [] : { key: modePrefix(mode) + page, origin: { address, mode } };
  });
}

/** Notice with a status. A server error makes no new query of the database: the last known shell is drawn. */
async function noticeFor(deps: PagesDeps, status: number, words?: NoticeWords): Promise<Rendered> {
  const site = status >= 500 ? deps.lastKnown() : await deps.siteAt('now').catch(() => deps.lastKnown());
  return drawNotice(deps, site, status, words);
}

interface Busy {
  headers: Record<string, string>;
  body: Buffer;
}

/**
 * Busy pages by mode and encoding: one is sent when there is no time for drawing, so it is drawn once a publication.
 */
const busyPages = new WeakMap<object, Map<string, Promise<Busy>>>();
const UNKNOWN_SITE = {};

/** OL2: the designed page for a request that was shed. */
export async function sendBusy(given: PagesDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const deps = readBy(given, request);
  const encoding = acceptedEncoding(request.headers['accept-encoding']);
  const site = deps.lastKnown();
  let drawn = busyPages.get(site ?? UNKNOWN_SITE);
  if (!drawn) busyPages.set(site ?? UNKNOWN_SITE, (drawn = new Map()));
  const key = modePrefix(deps.mode) + encoding;
  let busy = drawn.get(key);
  if (!busy) drawn.set(key, (busy = drawBusy(deps, site, encoding)));
  const { headers, body } = await busy;
  return reply.code(503).headers(headers).header('Retry-After', RETRY_AFTER).send(body);
}

async function drawBusy(deps: PagesDeps, site: Site | null, encoding: Encoding): Promise<Busy> {
  const { html } = await drawNotice(deps, site, 503, {
    title: '访问的人较多',
    reason: '现在不能显示这个页面，请稍后再试。',
  });
  return {
    headers: {
      ...asObject(deps.headers(html)),
      'Cache-Control': 'no-store',
      ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
    },
    body: await compress(joined(html), encoding, 'kept'),
  };
}

/** Sends one answer that does not come from the cache; it is compressed for itself. */
async function sendRendered(
  deps: PagesDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  rendered: Rendered,
  embeds = false,
): Promise<FastifyReply> {
  if (rendered.kind === 'redirect') return reply.redirect(rendered.location, rendered.status);
  if (rendered.kind === 'restricted') return sendRestricted(deps, request, reply, rendered);
  const led = rendered.status === 404 ? ledFrom(deps, request) : undefined;
  if (led !== undefined) return reply.redirect(led, 301);
  const encoding = acceptedEncoding(request.headers['accept-encoding']);
  const body = await compress(joined(rendered.html), encoding, 'once');
  // the plugin of files, previews or logins may already have set stricter headers for caching and naming the answer
  const stricter = { ...reply.getHeaders() };
  const headers = deps.headers(rendered.html);
  void reply
    .code(rendered.status)
    .headers(asObject(embeds ? withEmbeds(headers) : headers))
    .headers(stricter);
  if (encoding !== 'identity') void reply.header('Content-Encoding', encoding);
  if (rendered.status !== 200 && stricter['cache-control'] !== RESTRICTED_CACHE)
    void reply.header('Cache-Control', 'no-store');
  return reply.send(body);
}

/** OA1, OA3: the target of an address of a former site: only one that nothing of this site answers is looked for. */
function ledFrom({ lastKnown, countOldAddress }: PagesDeps, { method, raw }: FastifyRequest): string | undefined {
  const known = lastKnown()?.oldAddresses;
  if (!known || (method !== 'GET' && method !== 'HEAD')) return undefined;
  const found = findOldAddress(known, raw.url ?? '/');
  if (found === undefined) return undefined;
  countOldAddress?.(found);
  return known.to.get(found);
}

/** RK4, RK6: no part of the answer is ever kept, not even the way to the login. */
async function sendRestricted(
  deps: PagesDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { login, draw }: Extract<Rendered, { kind: 'restricted' }>,
): Promise<FastifyReply> {
  void reply.header('Cache-Control', RESTRICTED_CACHE);
  if (tokenOf(request.headers.cookie) !== undefined)
    return sendRendered(
      deps,
      request,
      reply,
      await deps.admissions.questions.run(COST.question, draw, goneSignal(reply)),
    );
  const to = loginFor(login, request, deps.siteUrl);
  if (to === undefined) return sendRendered(deps, request, reply, await noticeFor(deps, 403));
  return reply.header('X-Robots-Tag', 'noindex').redirect(to, 302);
}

/** Sends a designed page for other plugins (files, previews). */
export async function sendNotice(
  deps: PagesDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  words?: NoticeWords,
): Promise<FastifyReply> {
  // SU1: a notice names the owner of the site
  if (!(await deps.isShown())) return sendPreparing(deps, request, reply);
  return sendRendered(deps, request, reply, await noticeFor(readBy(deps, request), status, words));
}

/** seconds after which a visitor who came too early may try again */
export const SHOWN_LATER = 3600;

/** SU1 */
export async function sendPreparing(
  deps: PagesDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  void reply.header('Retry-After', SHOWN_LATER);
  return sendRendered(deps, request, reply, await drawPreparing(readBy(deps, request)));
}

/**
 * RK4: the place to which the login page leads visitors who do not log in; a restricted page would lead back to the
 * login.
 * @param back path and query of this host
 */
export async function wayOutOf(deps: PagesDeps, back: string): Promise<Link> {
  const address = parseAddress(back);
  const home: Link = { title: '首页', path: '/' };
  if (!('path' in address)) return home;
  const alternative = await findOpenAlternative(deps, address).catch(() => home);
  return alternative ?? { title: '原页面', path: back.slice(SITE_BASE.length) };
}

/** LS1: sends a form to confirm one's identity; for the plugins that log somebody in. */
export async function sendLogin(
  deps: PagesDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  form: LoginForm,
): Promise<FastifyReply> {
  const site = await deps.siteAt('now').catch(() => deps.lastKnown());
  return sendRendered(deps, request, reply.headers(SECRET), await drawLogin(readBy(deps, request), site, form));
}

/** A page of a feature, for its routes. */
export async function sendFeaturePage(
  deps: PagesDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  feature: string,
  page: BarePage,
): Promise<FastifyReply> {
  const site = await deps.siteAt('now').catch(() => deps.lastKnown());
  const drawn = await drawFeaturePage(readBy(deps, request), site, feature, page);
  return sendRendered(deps, request, reply.headers(SECRET), drawn);
}

/**
 * FO2, and pdf read in the page beside FO1: a stored file as a page of the site, with the way back to the channel that
 * publishes it.
 */
export async function sendFilePage(
  deps: PagesDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { usedBy, embeds, ...file }: PreviewedFile,
): Promise<FastifyReply> {
  const draw = async (): Promise<Rendered> => {
    const site = await deps.siteAt('now').catch(() => deps.lastKnown());
    const articleId = Number(/^article:(\d+)$/.exec(usedBy)?.[1]);
    const place = articleId ? await findArticlePlace(deps.db, 'now', articleId).catch(() => undefined) : undefined;
    const channel = place && site?.channel(place.channelId);
    // a file that only the body of an article shows has no name but its hash
    const filename =
      place && NAMELESS.test(file.filename) ? place.title + file.filename.replace(NAMELESS, '') : file.filename;
    const from = site && channel ? { title: channel.name, path: site.channelPath(channel.channelId) } : null;
    return drawFile(readBy(deps, request), site, { ...file, filename, from });
  };
  try {
    const drawn = await deps.admissions.questions.run(COST.question, draw, goneSignal(reply));
    return await sendRendered(deps, request, reply, drawn, embeds);
  } catch (error) {
    if (error instanceof Overloaded) return sendBusy(deps, request, reply);
    throw error;
  }
}

const NAMELESS = /^[0-9a-f]{12}(?=\.)/;

/** Sends a former text of an article, with the way to its present one. */
export async function sendFormerText(
  deps: PagesDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  articleId: number,
  { from, to, ...text }: FormerText,
): Promise<FastifyReply> {
  const site = await deps.siteAt('now');
  const place = await findArticlePlace(deps.db, 'now', articleId);
  const path = place && site.channel(place.channelId) ? site.articlePath(place.channelId, articleId) : '/';
  return sendRendered(
    deps,
    request,
    reply,
    await drawFormerText(readBy(deps, request), site, {
      ...text,
      from: from.toISOString(),
      to: to.toISOString(),
      path,
    }),
  );
}
