import { writtenOf } from '#kinds/changes.ts';
import { channel as channelKind } from '#kinds/channel/index.ts';
import { setting as settingKind } from '#kinds/setting/index.ts';
import { nearest } from '#page/problems.ts';
import { oldAddressesSetting, type OldAddresses } from '#page/settings/old-addresses.ts';
import { readOldAddress } from '#rules/addresses/old-addresses.ts';
import { resolve } from '#page/resolve.ts';
import type { SiteMap } from '#page/site-map.ts';
import type { PublicationProblem } from '../../store/publication/publication-problems.ts';
import type { Change } from '#kinds/index.ts';
import { findArticlePlace } from '../../store/articles/find-article.ts';
import type { Db } from '../../db/tables.ts';
import { articleIdOf } from '../../site/resolve-address.ts';

/**
 * RT9: what a withdrawal leads its visitors to is there: a page of a channel, a public article or a fixed page.
 * @param db within the act's transaction, so that what the act brings counts and what it takes away does not
 * @param map of the site as the act leaves it
 */
export async function checkSuccessors(db: Db, map: SiteMap, changes: readonly Change[]): Promise<PublicationProblem[]> {
  const problems: PublicationProblem[] = [];
  for (const [change, { kind, id, withdraw }] of changes.entries()) {
    const successor = withdraw?.successor;
    if (!successor) continue;
    const isOwn = kind === channelKind.name && (await hadAddress(db, String(id), pathOf(successor)));
    const why = isOwn ? '是撤下的栏目自己的地址' : await deadEnd(db, map, successor);
    if (why !== null) problems.push({ change, message: `替代内容“${successor.slice(0, 200)}”${why}` });
  }
  return problems;
}

/** problems that are told of one setting */
const MOST_LISTED = 20;

/** OA1: the targets on this site that old addresses lead to, each looked for once. */
export async function checkOldAddresses(
  db: Db,
  map: SiteMap,
  changes: readonly Change[],
): Promise<PublicationProblem[]> {
  const problems: PublicationProblem[] = [];
  for (const { at, document } of writtenOf(settingKind, changes).filter(({ id }) => id === oldAddressesSetting.name)) {
    const { lines = [] } = document as Partial<OldAddresses>;
    const known = new Map<string, string | null>();
    for (const [line, text] of lines.entries()) {
      const to = readOldAddress(text)?.to ?? '';
      if (!to.startsWith('/')) continue;
      if (!known.has(to)) known.set(to, await deadEnd(db, map, to));
      const why = known.get(to)!;
      if (why !== null)
        problems.push({ change: at, message: `旧地址第 ${line + 1} 行的新地址“${to.slice(0, 200)}”${why}` });
      if (problems.length >= MOST_LISTED) return problems;
    }
  }
  return problems;
}

const pathOf = (address: string): string => address.replace(/[?#].*$/s, '').replace(/(.)\/+$/, '$1');

/** Whether a channel, public or withdrawn, was last at an address. */
async function hadAddress(db: Db, channelId: string, path: string): Promise<boolean> {
  const last = await db
    .selectFrom('channel')
    .select('url')
    .where('channel_id', '=', channelId)
    .orderBy('opened_in', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last !== undefined && `/${last.url}` === path;
}

/** @returns the problem, null for an address that answers */
export async function deadEnd(db: Db, map: SiteMap, successor: string): Promise<string | null> {
  const path = pathOf(successor);
  const resolution = resolve(map, path);
  if (!resolution) {
    const meant = nearest(
      path,
      [...map.byUrl.keys()].map((url) => `/${url}`),
    );
    return `在本站没有页面${meant === undefined ? '，应为栏目、公开的文章或固定页面的路径，如 /news/company' : `，是否应为“${meant}”？`}`;
  }
  if ('redirect' in resolution || !resolution.blocks.some(({ source }) => source?.params.id !== undefined)) return null;
  const id = articleIdOf(path);
  if (id === undefined) return null;
  const place = id === null ? undefined : await findArticlePlace(db, 'now', id);
  if (!place) return '所指的文章不存在';
  return place.withdrawn ? `所指的文章《${place.title}》已经撤下` : null;
}
