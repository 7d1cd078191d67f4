import { setImmediate } from 'node:timers/promises';
import { isObject } from '#rules/json/json.ts';
import { findPersonalNumbers } from '#rules/people/personal-numbers.ts';
import type { ArticleDocument } from '#kinds/article/index.ts';
import { idOf, writtenOf } from '#kinds/changes.ts';
import { channel as channelKind } from '#kinds/channel/index.ts';
import type { Change } from '#kinds/index.ts';
import { page as pageKind } from '#kinds/page/index.ts';
import { setting as settingKind } from '#kinds/setting/index.ts';
import type { Db } from '../../db/tables.ts';
import { wordsOfHtml } from '../../store/articles/text-of-html.ts';
import { findSetting } from '../../store/documents/find-setting.ts';
import { findDocumentRow } from '../../store/rows/definition-rows.ts';
import { foundNumber, type Found } from './found.ts';

interface PlacedText {
  place: string;
  text: string;
}

/** PV1: numbers of persons in texts. @param known text that is public already: numbers in it are no findings */
export async function findInTexts(texts: readonly PlacedText[], known: () => Promise<string>): Promise<Found[]> {
  const found = texts.flatMap(({ place, text }) => findPersonalNumbers(text).map((number) => ({ place, number })));
  const old = found.length === 0 ? new Set() : await digitsIn(await known());
  return found.filter(({ number }) => !old.has(number.digits)).map(({ place, number }) => foundNumber(place, number));
}

/** characters of a public text that are looked at in one turn of the event loop (OL5), and of those behind that belong to a number there */
const PIECE = { characters: 200_000, beyond: 100 };

async function digitsIn(text: string): Promise<Set<string>> {
  const digits = new Set<string>();
  for (let from = 0; from < text.length; from += PIECE.characters) {
    if (from > 0) await setImmediate();
    for (const found of findPersonalNumbers(text.slice(from, from + PIECE.characters + PIECE.beyond)))
      digits.add(found.digits);
  }
  return digits;
}

/** The public document of a setting, a page or a channel. */
export async function publicDocument(db: Db, change: Change): Promise<unknown> {
  const id = idOf(change) ?? '';
  if (writtenOf(settingKind, [change]).length > 0) return findSetting(db, 'now', id);
  if (writtenOf(pageKind, [change]).length > 0) return findDocumentRow(db, 'page', id);
  if (writtenOf(channelKind, [change]).length === 0) return undefined;
  const channel = db.selectFrom('channel').select(['name', 'department']).where('channel_id', '=', id);
  return channel.where('public_to', 'is', null).executeTakeFirst();
}

/** The public version of an article; undefined where none is. */
export async function publicArticle(
  db: Db,
  { articleId }: ArticleDocument,
): Promise<Pick<ArticleDocument, 'title' | 'summary' | 'content' | 'source' | 'attachments'> | undefined> {
  if (articleId === undefined) return undefined;
  return db
    .selectFrom('article')
    .select(['title', 'summary', 'content', 'source', 'attachments'])
    .where('article_id', '=', articleId)
    .where('public_to', 'is', null)
    .executeTakeFirst();
}

/** All texts of a document: those of HTML without its elements. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value.includes('<') ? wordsOfHtml(value) : value];
  if (typeof value === 'number') return [String(value)];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isObject(value) ? Object.values(value).flatMap(textsIn) : [];
}
