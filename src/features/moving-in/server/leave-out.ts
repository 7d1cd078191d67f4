import type { MovingInArticle } from '../wire.ts';
import { MOVING_IN_PROBLEMS } from '../moving-in-problems.ts';
import { Refused } from '#server/errors.ts';
import type { Entries, Entry } from './entry.ts';
import type { ImportFolder, StoredImport } from './stored-import.ts';
import { placeKey, placeZh, type Place, type Problems } from './problems.ts';

/** wrong articles that are listed by name; a check after leaving these out lists the next ones */
const MOST_WRONG = 50_000;
const LONGEST = 200;
/** reasons of one article */
const MOST_REASONS = 5;

/** MI14: an article as it is listed by name, with the place that identifies it. */
export type NamedArticle = MovingInArticle & { key: string };

/** MI14: read articles without those that a person has left out. */
export const withoutLeft = (read: Entries, left: ReadonlySet<string>): Entries =>
  left.size === 0 ? read : { ...read, entries: read.entries.filter(({ place }) => !left.has(placeKey(place))) };

/** MI14: the articles with errors, by name, in the order of their places; a page that cannot be read has no title. */
export function wrongArticles({ all }: Problems, entries: readonly Entry[]): NamedArticle[] {
  const byKey = new Map<string, { place: Place; reasons: string[] }>();
  for (const { kind, article, message } of all) {
    if (!MOVING_IN_PROBLEMS[kind].isError) continue;
    const key = placeKey(article);
    const known = byKey.get(key) ?? { place: article, reasons: [] };
    byKey.set(key, known);
    if (known.reasons.length < MOST_REASONS) known.reasons.push(message.zh);
  }
  const known = new Map(entries.map((entry) => [placeKey(entry.place), entry]));
  return [...byKey]
    .sort(([, { place: a }], [, { place: b }]) => (a.line ?? a.item ?? 0) - (b.line ?? b.item ?? 0))
    .slice(0, MOST_WRONG)
    .map(([key, { place, reasons }]) => named(key, place, known.get(key), reasons));
}

function named(key: string, place: Place, entry: Entry | undefined, reasons: readonly string[]): NamedArticle {
  const cut = (text: string | undefined): string =>
    (text ?? '').replaceAll(/\s+/g, ' ').slice(0, LONGEST).toWellFormed();
  return {
    key,
    place: placeZh(place),
    title: cut(entry?.title),
    channel: cut(entry?.channel),
    date: cut(entry?.date),
    address: cut(entry?.address),
    reasons: reasons.join('；'),
  };
}

/**
 * MI14: leaves out what a check found wrong.
 * @param checkedAt of the check whose articles the person has seen
 * @param place of one of them; absent: all
 * @returns those that are left out now and were not before
 * @throws Refused invalidInput where another check was made since, or nothing of it is wrong there
 */
export async function leaveOut(folder: ImportFolder, checkedAt: string, place?: string): Promise<NamedArticle[]> {
  const wrong = await folder.read('wrong');
  if (wrong?.checkedAt !== checkedAt) throw new Refused('invalidInput', '这些文章已重新检查过，请核对新的结果');
  const left = (await folder.read('left')) ?? [];
  const known = new Set(left.map(({ key }) => key));
  const taken = wrong.list.filter((one) => !known.has(one.key) && (place === undefined || one.place === place));
  if (taken.length === 0) throw new Refused('invalidInput', '没有要略去的文章，请刷新页面');
  await folder.write('left', [...left, ...taken]);
  await folder.change({ mendedAt: new Date().toISOString() });
  return taken;
}

/** MI14: takes back what was left out. @param place of one article; absent: all @returns those */
export async function takeBack(folder: ImportFolder, place?: string): Promise<NamedArticle[]> {
  const left = (await folder.read('left')) ?? [];
  const taken = left.filter((one) => place === undefined || one.place === place);
  if (taken.length === 0) return [];
  await folder.write(
    'left',
    left.filter((one) => !taken.includes(one)),
  );
  await folder.change({ mendedAt: new Date().toISOString() });
  return taken;
}

/**
 * MI14: forgets errors after a change of form, because a new check has to find them again. Left out articles are
 * forgotten after a change of list, because its places mean other articles.
 */
export async function forgetMended(
  folder: ImportFolder,
  before: StoredImport,
  form: Pick<StoredImport, 'root' | 'read' | 'map'>,
): Promise<void> {
  const isOther = (...parts: (keyof typeof form)[]): boolean =>
    parts.some((part) => JSON.stringify(before[part]) !== JSON.stringify(form[part]));
  if (isOther('root', 'read', 'map')) await folder.write('wrong', { checkedAt: '', list: [] });
  if (isOther('root', 'read')) await folder.write('left', []);
}
