import { article } from '#kinds/article/index.ts';
import { pairing } from '#kinds/article/server/pairing.ts';
import { articleImport, type ArticleImport } from '#kinds/article-import/index.ts';
import {
  getSetArticles,
  isSetSound,
  listOldAddresses,
  listOvertaken,
  listSetLines,
  type Overtaken,
} from '#kinds/article-import/server/article-sets.ts';
import { writtenOf } from '#kinds/changes.ts';
import type { Change } from '#kinds/index.ts';
import { channelPath } from '#rules/addresses/channel-tree.ts';
import { oldAddressKey } from '#rules/addresses/old-addresses.ts';
import { SITE_BASE } from '#wire/paths.ts';
import type { Db } from '../../db/tables.ts';
import { Refused } from '../../errors.ts';
import { listDoubles } from './doubles.ts';
import type { NewPublication } from '../../store/publication/new-publication.ts';

/** Limits of one published step: articles, and characters of their texts. */
const STEP = { articles: 1_000, characters: 10_000_000 };

/** numbers that no article has, as long as any: where a draft is looked at, its articles have none yet */
export const NO_NUMBER = 900_000_000_000_000;

export interface FoundImport {
  name: string;
  document: ArticleImport;
  hash: string;
  total: number;
  /** its place among the changes */
  at: number;
  /** BE8: what else the edition changes, each with its place */
  others: readonly { change: Change; at: number }[];
}

/** ED7: the import that an edition has; undefined where it has none. */
export function importIn(changes: readonly Change[]): FoundImport | undefined {
  const [found, second] = writtenOf(articleImport, changes);
  const set = found?.document.articleSet;
  if (!found || second || !set) return undefined;
  return {
    name: found.id!,
    document: found.document,
    hash: set.hash,
    total: set.count,
    at: found.at,
    others: changes.flatMap((change, at) => (at === found.at ? [] : [{ change, at }])),
  };
}

/** Some of an import's articles as changes of a publication, the articles first. */
export interface ImportStep extends Required<Pick<NewPublication, 'changes' | 'newIds'>> {
  from: number;
  /** place of the first article that is left */
  to: number;
  /** BE8: of what its articles replace, the revisions by subject */
  base: Record<string, string>;
  /** place of each article among its changes in the import, from 0 */
  places: number[];
  /** articles that are not among its changes, because something else was published of them */
  overtaken: Overtaken[];
  /** places by which environments know these */
  overtakenPlaces: string[];
}

/**
 * MI8: the articles from a place on, with what says how many of them are public then. Links between articles of the import lead to
 * the others' new addresses: what an article says is what was approved, but for this. BE8: one of which something else was
 * published since stays as it is.
 * @param editionId absent: the same that was published here since is not looked for
 * @param numbers of all articles; absent: the draft is only looked at
 * @param size articles at most
 * @throws Refused editionState where the store holds something else than was approved
 */
export async function importStep(
  db: Db,
  { name, document, hash, total }: FoundImport,
  {
    editionId,
    from,
    numbers,
    size = STEP.articles,
  }: { editionId?: number; from: number; numbers?: readonly number[]; size?: number },
): Promise<ImportStep> {
  if (!(await isSetSound(db, hash)))
    throw new Refused('editionState', '迁入的文章与保存时的校验值不符，请联系系统管理员');
  const articles = from < total ? await getSetArticles(db, hash, { from, size, characters: STEP.characters }) : [];
  const numberOf = (at: number): number => numbers?.[at] ?? NO_NUMBER + at;
  const paths = articles.some(({ document: { content = '' } }) => content.includes(' href="/'))
    ? await newPaths(db, hash, numberOf)
    : new Map<string, string>();
  const to = from + articles.length;
  const overtaken = await overtakenIn(db, hash, { editionId, from, size: articles.length });
  const left = new Set(overtaken.map(({ at }) => at));
  const taken = articles.map((one, at) => ({ ...one, at: from + at })).filter(({ at }) => !left.has(at));
  return {
    changes: [
      ...taken.map((one): Change => ({
        kind: article.name,
        document: { ...one.document, content: withNewLinks(one.document.content ?? '', paths) },
      })),
      importedUpTo({ name, document }, to),
    ],
    newIds: new Map(
      taken.flatMap((one, place) => (one.document.articleId === undefined ? [[place, numberOf(one.at)] as const] : [])),
    ),
    from,
    to,
    base: Object.fromEntries(
      taken.flatMap(({ document: { articleId }, replaces }) =>
        articleId === undefined ? [] : [[`${article.name}:${articleId}`, replaces ?? '']],
      ),
    ),
    places: taken.map(({ at }) => at),
    overtaken,
    overtakenPlaces: overtaken.map(({ at }) => pairing.place(articles[at - from]!.document)),
  };
}

/** BE8: articles of a set that others published here since the draft was made, in order. */
export async function overtakenIn(
  db: Db,
  hash: string,
  { editionId, from, size }: { editionId: number | undefined; from: number; size: number },
): Promise<Overtaken[]> {
  const replaced = await listOvertaken(db, hash, { from, size });
  if (editionId === undefined) return replaced;
  const lines = await listSetLines(db, hash, { from, size });
  const fresh = lines.map((line, at) => ({ ...line, at: from + at })).filter(({ articleId }) => articleId === null);
  return [...replaced, ...(await listDoubles(db, editionId, fresh))].toSorted((a, b) => a.at - b.at);
}

/** BE8: why an article is not published. */
export const overtakenWords = ({ at, title, isDouble }: Overtaken): string =>
  `第 ${at + 1} 篇，文章“${title.slice(0, 60)}”：稿件生成以后这里${isDouble ? '已经发布，没有再发布' : '又发布过，没有替换'}`;

/** Note with the number of an import's articles that are public. */
export const importedUpTo = ({ name, document }: Pick<FoundImport, 'name' | 'document'>, done: number): Change => ({
  kind: articleImport.name,
  id: name,
  document: { ...document, done } as ArticleImport,
});

/** New address of each article by the key of its old one in a set. */
async function newPaths(db: Db, hash: string, numberOf: (at: number) => number): Promise<Map<string, string>> {
  const places = await newPlaces(db, hash, numberOf);
  return new Map(places.map(({ from, to }) => [oldAddressKey(from), SITE_BASE + to]));
}

/**
 * MI9: old addresses of a set, each with the path, below the site's base, where the article is found from now on.
 * @param numberOf undefined for an article that is left out
 */
export async function newPlaces(
  db: Db,
  hash: string,
  numberOf: (at: number) => number | undefined,
): Promise<{ from: string; to: string }[]> {
  const articles = await listOldAddresses(db, hash);
  const rows = await db
    .selectFrom('channel')
    .select(['channel_id', 'url'])
    .where('public_to', 'is', null)
    .where('channel_id', 'in', [...new Set(articles.map(({ channelId }) => channelId)), ''])
    .execute();
  const urls = new Map(rows.map(({ channel_id, url }) => [channel_id, url]));
  return articles.flatMap(({ channelId, oldAddress }, at) => {
    const [url, number] = [urls.get(channelId), numberOf(at)];
    return oldAddress === '' || url === undefined || number === undefined
      ? []
      : [{ from: oldAddress, to: `${channelPath(url)}/detail/${number}` }];
  });
}

const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

/** @param html cleaned: in it < begins tags alone, and values stand in double quotes */
function withNewLinks(html: string, paths: ReadonlyMap<string, string>): string {
  if (paths.size === 0) return html;
  return html.replaceAll(/(<a\b[^<>]*?\shref=")(\/[^"]*)(")/g, (whole, before: string, href: string, after: string) => {
    const address = href.replaceAll(/&(?:amp|lt|gt|quot);/g, (entity) => ENTITIES[entity]!);
    const path = address.startsWith('//') ? undefined : paths.get(oldAddressKey(address));
    return path === undefined ? whole : before + path + (/#[^#]*$/.exec(href)?.[0] ?? '') + after;
  });
}
