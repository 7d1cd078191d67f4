import { setImmediate } from 'node:timers/promises';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { settings } from '#page/settings/known-settings.ts';
import { isObject } from '#rules/json/json.ts';
import { article as articleKind, type ArticleDocument } from '#kinds/article/index.ts';
import { idOf, writtenOf } from '#kinds/changes.ts';
import { changeTitle } from '#kinds/change-words.ts';
import { channel as channelKind } from '#kinds/channel/index.ts';
import type { Change } from '#kinds/index.ts';
import { page as pageKind } from '#kinds/page/index.ts';
import { register as registerKind } from '#kinds/register/index.ts';
import { rows as rowsKind, type Row } from '#kinds/rows/index.ts';
import { setting as settingKind } from '#kinds/setting/index.ts';
import { findPersonalNumbers } from '#rules/people/personal-numbers.ts';
import type { PersonalFinding } from '#wire/edition-answers.ts';
import type { Db } from '../../db/tables.ts';
import { findDocumentRow } from '../../store/rows/definition-rows.ts';
import { findSetting } from '../../store/documents/find-setting.ts';
import { wordsOfHtml } from '../../store/articles/text-of-html.ts';
import type { PublishContext } from './check-edition.ts';
import { isLarge, type Draft } from '../draft/draft-changes.ts';
import { importIn, importStep } from '../draft/import-steps.ts';
import {
  filesInRows,
  findInRows,
  findInShownColumns,
  findingOf,
  publicDefinition,
  textsOfDefinition,
  type Found,
} from './personal-cells.ts';
import { numbersInFiles } from './personal-files.ts';
import { newestPublication } from '../publish/public-revisions.ts';
import { withRows } from '../draft/with-rows.ts';

type Looking = Pick<PublishContext, 'db' | 'filesDir' | 'runInWorker'>;

/**
 * PV1: identity, mobile and bank card numbers that would become public with a draft and are not public yet, each with its
 * place. Of a column with many of them one finding stands for all. Without `filesDir` attached files are not read.
 */
export async function findPersonal(
  context: Looking,
  draft: Draft & { hash?: string; editionId?: number },
): Promise<PersonalFinding[]> {
  const { db, runInWorker } = context;
  if (runInWorker && isLarge(draft.changes))
    return runInWorker(
      'personal-numbers',
      draft,
      draft.hash && `${draft.hash} ${draft.editionId ?? ''} ${await newestPublication(db)}`,
    );
  const found = await withRows(db, draft.changes, async (changes) => {
    const list: PersonalFinding[] = [];
    // of a large register the rows that differ stand alone
    const isWhole = changes.length === draft.changes.length;
    for (const [at, change] of changes.entries())
      if (!change.withdraw)
        list.push(...(await ofChange(context, change, changes)).map((one) => ({ ...one, change: isWhole ? at : 0 })));
    return list;
  });
  return named([...found, ...(await ofImport(context, draft))]);
}

/** Two numbers of one place may look alike once they are masked: each is answered by itself. */
function named(findings: readonly PersonalFinding[]): PersonalFinding[] {
  const seen = new Map<string, number>();
  return findings.map((finding) => {
    const count = (seen.get(finding.key) ?? 0) + 1;
    seen.set(finding.key, count);
    return count === 1 ? finding : { ...finding, key: `${finding.key} ${count}` };
  });
}

async function ofChange(context: Looking, change: Change, changes: readonly Change[]): Promise<Found[]> {
  const { db } = context;
  const [rows] = writtenOf(rowsKind, [change]);
  if (rows) return ofRows(context, rows.document.definition, rows.document.rows ?? []);
  const [definition] = writtenOf(registerKind, [change]);
  if (definition) return ofDefinition(db, definition.document, changes);
  const [article] = writtenOf(articleKind, [change]);
  if (article) return ofArticle(context, article.document);
  const place = changeTitle(change, NAMES);
  return ofTexts([[place, textsIn(change.document).join('\n')]], async () =>
    textsIn(await publicDocument(db, change)).join('\n'),
  );
}

async function ofDefinition(db: Db, document: RegisterDefinition, changes: readonly Change[]): Promise<Found[]> {
  const { register, title } = document;
  // rows that come with it are all looked at
  const bringsRows = writtenOf(rowsKind, changes).some(
    ({ document: { definition } }) => definition.register === register,
  );
  const own = await ofTexts([[`登记表“${title}”的定义`, textsOfDefinition(document).join('\n')]], async () => {
    const now = await publicDefinition(db, register);
    return now ? textsOfDefinition(now).join('\n') : '';
  });
  return [...own, ...(bringsRows ? [] : await findInShownColumns(db, document))];
}

/** files whose texts are asked for at once */
const FILES_AT_ONCE = 1_000;

async function ofRows(
  { db, filesDir }: Looking,
  definition: RegisterDefinition,
  rows: readonly Row[],
): Promise<Found[]> {
  const found = await findInRows(db, definition, rows);
  const files = filesDir === undefined ? new Map<string, string>() : filesInRows(definition, rows);
  const paths = [...files.keys()];
  for (let from = 0; from < paths.length; from += FILES_AT_ONCE)
    for (const [path, numbers] of await numbersInFiles(db, filesDir!, paths.slice(from, from + FILES_AT_ONCE)))
      found.push(...numbers.map((number) => findingOf(files.get(path)!, number)));
  return found;
}

const NAMES = {
  settingTitle: (name: string): string => settings.find((one) => one.name === name)?.title ?? name,
  pageName: () => undefined,
  endedTitle: () => undefined,
};

/** The public document of a setting, a page or a channel. */
async function publicDocument(db: Db, change: Change): Promise<unknown> {
  const id = idOf(change) ?? '';
  if (writtenOf(settingKind, [change]).length > 0) return findSetting(db, 'now', id);
  if (writtenOf(pageKind, [change]).length > 0) return findDocumentRow(db, 'page', id);
  if (writtenOf(channelKind, [change]).length === 0) return undefined;
  const channel = db.selectFrom('channel').select(['name', 'department']).where('channel_id', '=', id);
  return channel.where('public_to', 'is', null).executeTakeFirst();
}

/** @param known text that is public already: what stands there is no finding */
async function ofTexts(
  texts: readonly [place: string, text: string][],
  known: () => Promise<string>,
): Promise<Found[]> {
  const found = texts.flatMap(([place, text]) => findPersonalNumbers(text).map((number) => ({ place, number })));
  const old = found.length === 0 ? new Set() : await digitsIn(await known());
  return found.filter(({ number }) => !old.has(number.digits)).map(({ place, number }) => findingOf(place, number));
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

async function ofArticle({ db, filesDir }: Looking, document: ArticleDocument): Promise<Found[]> {
  const place = placeOf(document);
  const attachments = document.attachments ?? [];
  const files =
    filesDir === undefined
      ? []
      : await numbersInFiles(
          db,
          filesDir,
          attachments.map(({ filepath }) => filepath),
        );
  return [
    ...(await ofTexts(textsOfArticle(document), () => publicTextOf(db, document))),
    ...[...files].flatMap(([filepath, numbers]) => {
      const name = attachments.find((one) => one.filepath === filepath)!.filename;
      return numbers.map((number) => findingOf(`${place}的附件“${name.slice(0, 60)}”`, number));
    }),
  ];
}

const placeOf = ({ title }: ArticleDocument): string => `文章“${title.slice(0, 40)}”`;

const textsOfArticle = (document: ArticleDocument): [string, string][] => {
  const place = placeOf(document);
  return [
    [`${place}的标题`, document.title],
    [`${place}的摘要`, document.summary ?? ''],
    [`${place}的正文`, wordsOfHtml(document.content ?? '')],
    [`${place}的来源`, document.source ?? ''],
    [`${place}的附件名称`, (document.attachments ?? []).map(({ filename }) => filename).join('\n')],
  ];
};

async function publicTextOf(db: Db, { articleId }: ArticleDocument): Promise<string> {
  if (articleId === undefined) return '';
  const row = await db
    .selectFrom('article')
    .select(['title', 'summary', 'content', 'source', 'attachments'])
    .where('article_id', '=', articleId)
    .where('public_to', 'is', null)
    .executeTakeFirst();
  return row
    ? [
        row.title,
        row.summary,
        wordsOfHtml(row.content),
        row.source,
        ...row.attachments.map(({ filename }) => filename),
      ].join('\n')
    : '';
}

/** All texts of a document: those of HTML without its elements. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value.includes('<') ? wordsOfHtml(value) : value];
  if (typeof value === 'number') return [String(value)];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isObject(value) ? Object.values(value).flatMap(textsIn) : [];
}

/** ED7: articles of an import, step by step as they are published. */
async function ofImport(
  context: Looking,
  { changes, editionId }: Draft & { editionId?: number },
): Promise<PersonalFinding[]> {
  const imported = importIn(changes);
  if (!imported) return [];
  const list: PersonalFinding[] = [];
  for (let from = 0; from < imported.total;) {
    const step = await importStep(context.db, imported, { ...(editionId !== undefined && { editionId }), from });
    for (const { document } of writtenOf(articleKind, step.changes))
      list.push(...(await ofArticle(context, document)).map((one) => ({ ...one, change: imported.at })));
    from = step.to;
  }
  return list;
}
