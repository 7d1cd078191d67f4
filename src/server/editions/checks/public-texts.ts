import { setImmediate } from 'node:timers/promises';
import { findPersonalNumbers, type PersonalNumber } from '#rules/people/personal-numbers.ts';
import type { ArticleDocument } from '#kinds/article/index.ts';
import { idOf, writtenOf } from '#kinds/changes.ts';
import { channel as channelKind } from '#kinds/channel/index.ts';
import type { Change } from '#kinds/index.ts';
import { page as pageKind } from '#kinds/page/index.ts';
import { setting as settingKind } from '#kinds/setting/index.ts';
import type { Db } from '../../db/tables.ts';
import { wordsOfHtml } from '../../store/articles/text-of-html.ts';
import { findSetting } from '../../store/documents/find-setting.ts';
import { findStoredDocument } from '../../store/documents/stored-documents.ts';
import { findDocumentRow } from '../../store/rows/definition-rows.ts';
import { foundNumber, type Found } from './found.ts';

/**
 * PV1: numbers of persons in texts.
 * @param placeOf asked of what was found alone @param known text that is public already: numbers in it are no findings
 */
export async function findInTexts<T extends { text: string }>(
  texts: readonly T[],
  placeOf: (from: T, number: PersonalNumber) => string,
  known: () => Promise<string>,
): Promise<Found[]> {
  const found = texts.flatMap((from) => findPersonalNumbers(from.text).map((number) => ({ from, number })));
  const old = found.length === 0 ? new Set() : await digitsIn(await known());
  return found
    .filter(({ number }) => !old.has(number.digits))
    .map(({ from, number }) => foundNumber(placeOf(from, number), number));
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

/** The public document of a setting, a page or a channel; of a page that nobody published, its file. */
export async function publicDocument(db: Db, change: Change): Promise<unknown> {
  const id = idOf(change) ?? '';
  if (writtenOf(settingKind, [change]).length > 0) return findSetting(db, 'now', id);
  if (writtenOf(pageKind, [change]).length > 0)
    return (await findDocumentRow(db, 'page', id)) ?? (await findStoredDocument(db, 'page', id));
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

/** A text with the steps to its place in a document. */
export interface TextAt {
  path: readonly string[];
  text: string;
}

/** All texts of a document: those of HTML without its elements. */
export function textsIn(value: unknown, path: readonly string[] = []): TextAt[] {
  if (typeof value === 'string') return [{ path, text: value.includes('<') ? wordsOfHtml(value) : value }];
  if (typeof value === 'number') return [{ path, text: String(value) }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => textsIn(one, [...path, name]));
}
