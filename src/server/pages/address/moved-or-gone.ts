import type { Link, ResolvedPage } from '#page/page-schema.ts';
import { SITE_BASE } from '#wire/paths.ts';
import { drawNotice, type DrawDeps, type DrawnPage } from './bare-pages.ts';
import type { Moment } from '../../store/publication/new-publication.ts';
import { findArticlePlace, findRetiredChannel, type Withdrawal } from '../../store/articles/find-article.ts';
import type { Db } from '../../db/tables.ts';
import { articleIdOf } from '../../site/resolve-address.ts';
import type { Site } from '../../site/site.ts';

/** Answer of an address whose content is not there (RT9): the new place, or the reason of its end. */
export type MovedOrGone = { kind: 'redirect'; status: 301 | 302; location: string } | DrawnPage;

type MovedOrGoneDeps = DrawDeps & { db: Db };

/**
 * RT9: 410 with reason, date and successor for an article that was withdrawn, 404 for one that never was, its own
 * address for one of another channel.
 */
export async function findMovedOrGone(
  deps: MovedOrGoneDeps,
  site: Site,
  page: ResolvedPage,
  moment: Moment,
): Promise<MovedOrGone | null> {
  const id = showsArticle(page) ? articleIdOf(page.path) : undefined;
  // US1: an article elsewhere is answered by the block that shows one
  if (id === undefined || (site.contentElsewhere && !(page.channel && site.isOwnChannel(page.channel.channelId))))
    return null;
  const list = page.channel ? [{ title: page.channel.title, path: page.channel.path }] : [];
  const place = id === null ? undefined : await findArticlePlace(deps.db, moment, id);
  if (!place || id === null)
    return drawNotice(deps, site, 404, {
      title: '没有找到这篇文章',
      reason: '网址可能输入有误，或文章已经移动。',
      links: list,
    });
  if (place.withdrawn) return gone(deps, site, `《${place.title}》已撤下`, place.withdrawn, list);
  const channelId = page.channel && (site.channel(page.channel.channelId)?.sameAs ?? page.channel.channelId);
  if (channelId && place.channelId !== channelId)
    return { kind: 'redirect', status: 301, location: SITE_BASE + site.articlePath(place.channelId, id) };
  return null;
}

/** RT9: the answer for an article whose channel has moved or ended: its new place, or the reason of its end. */
async function findMovedArticle(deps: MovedOrGoneDeps, site: Site, path: string): Promise<MovedOrGone | null> {
  const id = articleIdOf(path);
  if (!id || !(await findRetiredChannel(deps.db, path.slice(1, path.lastIndexOf('/detail/'))))) return null;
  const place = await findArticlePlace(deps.db, 'now', id);
  if (!place) return null;
  if (place.withdrawn) return gone(deps, site, `《${place.title}》已撤下`, place.withdrawn, []);
  return site.channel(place.channelId)
    ? { kind: 'redirect', status: 301, location: SITE_BASE + site.articlePath(place.channelId, id) }
    : null;
}

/** True for an address of an article; not every detail address is one: a tag has one, too. */
const showsArticle = ({ blocks }: ResolvedPage): boolean =>
  blocks.some(({ source }) => source?.params.id !== undefined);

function gone(
  deps: MovedOrGoneDeps,
  site: Site,
  title: string,
  withdrawal: Withdrawal,
  links: Link[],
): Promise<MovedOrGone> {
  const successor = withdrawal.successor ? [{ title: '查看替代内容', path: withdrawal.successor }] : [];
  return drawNotice(deps, site, 410, {
    title,
    reason: withdrawal.reason,
    since: withdrawal.at,
    links: [...successor, ...links],
  });
}

export async function unknownAddress(
  deps: MovedOrGoneDeps,
  site: Site,
  { path }: { path: string },
  moment: Moment,
): Promise<MovedOrGone> {
  const isOwn = moment === 'now' && !site.contentElsewhere;
  const moved = isOwn && (await findMovedArticle(deps, site, path));
  if (moved) return moved;
  const retired = isOwn && (await findRetiredChannel(deps.db, path.slice(1)));
  if (retired && retired.successor) return { kind: 'redirect', status: 301, location: SITE_BASE + retired.successor };
  if (retired) return gone(deps, site, `“${retired.title}”已停用`, retired, []);
  if (site.isLost(path)) return drawNotice(deps, site, 503);
  return drawNotice(deps, site, 404);
}
