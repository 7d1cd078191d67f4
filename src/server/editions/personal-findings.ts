import { isObject } from '#page/json-check.ts';
import { article as articleKind, type ArticleDocument } from '#kinds/article/index.ts';
import { idOf, writtenOf } from '#kinds/changes.ts';
import { kindOf, type Change } from '#kinds/index.ts';
import { page as pageKind } from '#kinds/page/index.ts';
import { register as registerKind } from '#kinds/register/index.ts';
import { rows as rowsKind } from '#kinds/rows/index.ts';
import { setting as settingKind } from '#kinds/setting/index.ts';
import { findPersonalNumbers } from '#rules/personal-numbers.ts';
import type { PersonalFinding } from '#wire/edition-answers.ts';
import type { Db } from '../db/tables.ts';
import { findDocumentRow } from '../store/definition-rows.ts';
import { findSetting } from '../store/find-setting.ts';
import { wordsOfHtml } from '../store/text-of-html.ts';
import type { PublishContext } from './check-edition.ts';
import { isLarge, type Draft } from './draft-changes.ts';
import { importIn, importStep } from './import-steps.ts';
import { findInRows, findInShownColumns, findingOf, type Found } from './personal-cells.ts';
import { numbersInFiles } from './personal-files.ts';
import { newestPublication } from './public-revisions.ts';
import { withRows } from './with-rows.ts';

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
  if (rows) return findInRows(db, rows.document.definition, rows.document.rows ?? []);
  const [definition] = writtenOf(registerKind, [change]);
  // samples of its cells are found in its rows, and rows that come with it are all looked at
  if (definition)
    return writtenOf(rowsKind, changes).some(({ document }) => document.definition.register === definition.id)
      ? []
      : findInShownColumns(db, definition.document);
  const [article] = writtenOf(articleKind, [change]);
  if (article) return ofArticle(context, article.document);
  const place = kindOf(change).title;
  return ofTexts([[place, textsIn(change.document).join('\n')]], textsIn(await publicDocument(db, change)).join('\n'));
}

/** The public document of a setting or a page. */
async function publicDocument(db: Db, change: Change): Promise<unknown> {
  const id = idOf(change) ?? '';
  if (writtenOf(settingKind, [change]).length > 0) return findSetting(db, 'now', id);
  return writtenOf(pageKind, [change]).length > 0 ? findDocumentRow(db, 'page', id) : undefined;
}

/** @param known text that is public already: what stands there is no finding */
function ofTexts(texts: readonly [place: string, text: string][], known: string): Found[] {
  const old = new Set(findPersonalNumbers(known).map(({ digits }) => digits));
  return texts.flatMap(([place, text]) =>
    findPersonalNumbers(text)
      .filter(({ digits }) => !old.has(digits))
      .map((number) => findingOf(place, number)),
  );
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
    ...ofTexts(textsOfArticle(document), await publicTextOf(db, document)),
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
