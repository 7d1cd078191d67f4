import type { Call } from '#page/define-source.ts';
import type { BlockResult, ResolvedBlock, ResolvedPage } from '#page/page-schema.ts';
import { isWithheld } from '#page/withheld.ts';
import { paths, SITE_BASE } from '#wire/paths.ts';
import { errors } from '../../errors.ts';
import type { Site } from '../../site/site.ts';
import { drawNotice, type DrawDeps } from './bare-pages.ts';
import type { MovedOrGone } from './moved-or-gone.ts';

/** Channel of each article in the answers to a page, by the params of the call. */
export type SeenArticles = Map<string, string>;

/** Same call, which also notes the channels of articles. */
export function notingArticles(call: Call, seen: SeenArticles): Call {
  return {
    ...call,
    get: async (path, params, options) => {
      const data = await call.get(path, params, options);
      if ((path === paths.infoContent || path === paths.newsContent) && params?.id !== undefined)
        seen.set(String(params.id), String((data as { channelId?: unknown } | null)?.channelId ?? ''));
      return data;
    },
  };
}

/** The block of a detail page that shows its article. */
const articleBlock = ({ blocks }: ResolvedPage): ResolvedBlock | undefined =>
  blocks.find(({ source }) => source !== null && /^(info|news)-content$/.test(source.name) && 'id' in source.params);

const MISSING: ReadonlySet<string> = new Set([errors.notFound.code, errors.withdrawn.code]);

/**
 * US1: replacement of a page whose article another system does not have, has elsewhere in its tree, or gives no
 * answer for. A refusal is the page itself.
 */
export async function articleElsewhere(
  deps: DrawDeps,
  site: Site,
  page: ResolvedPage,
  results: Readonly<Record<string, BlockResult>>,
  seen: SeenArticles,
): Promise<MovedOrGone | null> {
  const block = articleBlock(page);
  const bound = block?.source?.params.id;
  const result = block && results[block.id];
  if (!bound || !('value' in bound) || !result || isWithheld(result)) return null;
  const id = String(bound.value);
  const channelId = seen.get(id) ?? '';
  const shown = page.channel?.channelId;
  if (shown !== undefined && channelId !== '' && channelId !== shown && site.channel(channelId))
    return { kind: 'redirect', status: 301, location: SITE_BASE + site.articlePath(channelId, id) };
  if (result.ok) return null;
  const links = page.channel ? [{ title: page.channel.title, path: page.channel.path }] : [];
  if (MISSING.has(result.code))
    return drawNotice(deps, site, 404, {
      title: '没有找到这篇文章',
      reason: '网址可能输入有误，或文章已经移动。',
      links,
    });
  return drawNotice(deps, site, 503, {
    title: '文章暂时无法显示',
    reason: '提供文章的系统暂时没有给出可用的回答，请稍后再试。',
    links,
  });
}

/** RT3: the page of any article takes its place in the tree from the article, once that is known. */
export function placedArticle(site: Site, page: ResolvedPage, seen: SeenArticles): ResolvedPage {
  const bound = articleBlock(page)?.source?.params.id;
  const id = bound && 'value' in bound ? String(bound.value) : '';
  const channelId = seen.get(id) ?? '';
  if (page.channel !== null || channelId === '' || !site.channel(channelId)) return page;
  const own = site.resolve(site.articlePath(channelId, id));
  if (!own || 'redirect' in own) return page;
  const { path, channel, breadcrumb, section } = own;
  return { ...page, path, shownAt: page.path, channel, breadcrumb, section };
}
