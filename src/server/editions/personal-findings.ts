import { sql } from 'kysely';
import { isObject } from '#page/json-check.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { article as articleKind, type ArticleDocument } from '#kinds/article/index.ts';
import { idOf, writtenOf } from '#kinds/changes.ts';
import { kindOf, type Change } from '#kinds/index.ts';
import { register as registerKind } from '#kinds/register/index.ts';
import { rows as rowsKind, type Row } from '#kinds/rows/index.ts';
import { setting as settingKind } from '#kinds/setting/index.ts';
import { findPersonalNumbers, maskedNumber, PERSONAL_NUMBERS, type PersonalNumber } from '#rules/personal-numbers.ts';
import type { PersonalFinding } from '#wire/edition-answers.ts';
import type { Db } from '../db/tables.ts';
import { Refused } from '../errors.ts';
import { findDocumentRow } from '../store/definition-rows.ts';
import { findSetting } from '../store/find-setting.ts';
import { findStoredDocument } from '../store/stored-documents.ts';
import { textOfHtml } from '../store/text-of-html.ts';
import { rowKey } from '../store/check-rows.ts';
import { isLarge, type Draft } from './draft-changes.ts';
import { importIn, importStep } from './import-steps.ts';
import { withRows } from './with-rows.ts';
import type { PublishContext } from './check-edition.ts';

/** cells of a column that are told one by one; more are told as the column */
const MOST_OF_COLUMN = 3;
/** public cells of a column that comes to be shown, which are looked at */
const MOST_CELLS = 200_000;

/**
 * PV1: identity, mobile and bank card numbers that would become public with a draft and are not public yet, each with its
 * place. Of a column with many of them one finding stands for all.
 */
export async function findPersonal(
  publishContext: Pick<PublishContext, 'db' | 'runInWorker'>,
  draft: Draft & { hash?: string; editionId?: number },
): Promise<PersonalFinding[]> {
  const { db, runInWorker } = publishContext;
  if (runInWorker && isLarge(draft.changes))
    return runInWorker('personal-numbers', draft, draft.hash && `${draft.hash} ${draft.editionId ?? ''}`);
  const found = await withRows(db, draft.changes, async (changes) => {
    const list: PersonalFinding[] = [];
    // of a large register the rows that differ stand alone
    const place = changes.length === draft.changes.length ? (at: number) => at : () => 0;
    for (const [at, change] of changes.entries())
      if (!change.withdraw) list.push(...(await ofChange(db, change)).map((one) => ({ ...one, change: place(at) })));
    return list;
  });
  return [...found, ...(await ofShownColumns(db, draft.changes)), ...(await ofImport(db, draft))];
}

type Found = Omit<PersonalFinding, 'change'>;

async function ofChange(db: Db, change: Change): Promise<Found[]> {
  const [rows] = writtenOf(rowsKind, [change]);
  if (rows) return ofRows(db, rows.document.definition, rows.document.rows ?? []);
  const [article] = writtenOf(articleKind, [change]);
  if (article) return ofTexts(articleTexts(article.document), await publicArticle(db, article.document));
  // a definition holds samples of its own cells, which are found there
  if (change.kind === registerKind.name) return [];
  const title = kindOf(change).title;
  const [setting] = writtenOf(settingKind, [change]);
  const before = setting && (await findSetting(db, 'now', idOf(change) ?? ''));
  return ofTexts([[title, textsIn(change.document).join('\n')]], textsIn(before).join('\n'));
}

/** @param known text that is public already: what stands there is no finding */
function ofTexts(texts: readonly [place: string, text: string][], known: string): Found[] {
  const old = new Set(findPersonalNumbers(known).map(({ digits }) => digits));
  return texts.flatMap(([place, text]) =>
    findPersonalNumbers(text)
      .filter(({ digits }) => !old.has(digits))
      .map((number) => found(place, number)),
  );
}

const found = (place: string, number: PersonalNumber): Found => ({
  key: `${place} ${number.kind} ${maskedNumber(number)}`,
  place,
  kind: number.kind,
  shown: maskedNumber(number),
});

const articleTexts = (document: ArticleDocument): [string, string][] => {
  const of = `文章“${document.title.slice(0, 40)}”`;
  return [
    [`${of}的标题`, document.title],
    [`${of}的摘要`, document.summary ?? ''],
    [`${of}的正文`, textOfHtml(document.content ?? '')],
    [`${of}的来源`, document.source ?? ''],
    [`${of}的附件名称`, (document.attachments ?? []).map(({ filename }) => filename).join('\n')],
  ];
};

async function publicArticle(db: Db, { articleId }: ArticleDocument): Promise<string> {
  if (articleId === undefined) return '';
  const row = await db
    .selectFrom('article')
    .select(['title', 'summary', 'content'])
    .where('article_id', '=', articleId)
    .where('public_to', 'is', null)
    .executeTakeFirst();
  return row ? [row.title, row.summary, textOfHtml(row.content)].join('\n') : '';
}

/** All texts of a document: those of HTML without its elements. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value.includes('<') ? textOfHtml(value) : value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isObject(value) ? Object.values(value).flatMap(textsIn) : [];
}

interface Cell {
  field: string;
  row: string;
  text: string;
  number: PersonalNumber;
}

/** Of the columns that everybody reads, text alone: a number is a value. */
async function ofRows(db: Db, definition: RegisterDefinition, rows: readonly Row[]): Promise<Found[]> {
  const cells = publicColumns(definition).flatMap((field) =>
    rows.flatMap((row): Cell[] => {
      const text = row[field];
      if (typeof text !== 'string') return [];
      return findPersonalNumbers(text).map((number) => ({
        field,
        row: rowKey(definition, row).replaceAll('\u001f', ' '),
        text,
        number,
      }));
    }),
  );
  const fresh = [];
  for (const [field, own] of Map.groupBy(cells, (cell) => cell.field)) {
    const known = await publicTexts(db, definition.register, field, own);
    fresh.push(...own.filter(({ text }) => !known.has(text)));
  }
  return ofCells(definition, fresh);
}

const publicColumns = ({ columns, key, fields, verify }: RegisterDefinition): string[] =>
  [...new Set([...columns, ...key, ...(verify?.show ?? [])])].filter(
    (name) => fields[name] && fields[name].restricted !== true,
  );

/** Which of these texts a column shows to the public already. */
async function publicTexts(db: Db, register: string, field: string, cells: readonly Cell[]): Promise<Set<string>> {
  const { rows } = await sql<{ text: string }>`
    select distinct data ->> ${field} as text from register_row
      where register = ${register} and public_to is null and data ->> ${field} = any(${cells.map(({ text }) => text)}::text[])`.execute(
    db,
  );
  return new Set(rows.map(({ text }) => text));
}

function ofCells({ title, fields }: RegisterDefinition, cells: readonly Cell[]): Found[] {
  return [...Map.groupBy(cells, ({ field, number }) => `${field} ${number.kind}`).values()].flatMap((own) => {
    const column = fields[own[0]!.field]!.title;
    if (own.length <= MOST_OF_COLUMN)
      return own.map(({ row, number }) => found(`登记表“${title}”${row.slice(0, 60)} 的“${column}”`, number));
    const { kind } = own[0]!.number;
    const shown = own.slice(0, MOST_OF_COLUMN).map(({ number }) => maskedNumber(number));
    const place = `登记表“${title}”的“${column}”列`;
    const words = `${own.length} 处，如 ${shown.join('、')}`;
    return [{ key: `${place} ${kind} ${words}`, place, kind, shown: words }];
  });
}

/** A column that a definition shows again shows what its public rows hold. */
async function ofShownColumns(db: Db, changes: readonly Change[]): Promise<PersonalFinding[]> {
  const list: PersonalFinding[] = [];
  for (const { at, document } of writtenOf(registerKind, changes)) {
    if (writtenOf(rowsKind, changes).some((one) => one.document.definition.register === document.register)) continue;
    const { register } = document;
    const before =
      (await findDocumentRow(db, 'register', register)) ?? (await findStoredDocument(db, 'register', register));
    const shown = new Set(before ? publicColumns(before as RegisterDefinition) : []);
    const fields = publicColumns(document).filter((name) => !shown.has(name));
    if (fields.length === 0) continue;
    const { rows } = await sql<{ data: Row }>`
      select data from register_row where register = ${register} and public_to is null limit ${MOST_CELLS}`.execute(db);
    const cells = rows.flatMap(({ data }) =>
      fields.flatMap((field): Cell[] => {
        const text = data[field];
        if (typeof text !== 'string') return [];
        return findPersonalNumbers(text).map((number) => ({
          field,
          row: rowKey(document, data).replaceAll('\u001f', ' '),
          text,
          number,
        }));
      }),
    );
    list.push(...ofCells(document, cells).map((one) => ({ ...one, change: at })));
  }
  return list;
}

/** ED7: texts of an import, step by step as they are published. */
async function ofImport(db: Db, { changes, editionId }: Draft & { editionId?: number }): Promise<PersonalFinding[]> {
  const imported = importIn(changes);
  if (!imported) return [];
  const list: PersonalFinding[] = [];
  for (let from = 0; from < imported.total;) {
    const step = await importStep(db, imported, { ...(editionId !== undefined && { editionId }), from });
    for (const { document } of writtenOf(articleKind, step.changes))
      list.push(...ofTexts(articleTexts(document), '').map((one) => ({ ...one, change: imported.at })));
    from = step.to;
  }
  return list;
}

/** findings that a person can answer one by one */
const MOST_ANSWERED = 50;

/** What is said of each finding by whoever submits, by its key. */
export type Reasons = Readonly<Record<string, string>>;

/**
 * PV2: whoever submits says of each number why it has to be public. @returns lines for the history of the edition
 * @throws Refused personalNumbers with the findings
 */
export function reasonsGiven(findings: readonly PersonalFinding[], reasons: Reasons = {}): string {
  if (findings.length > MOST_ANSWERED)
    throw refusal(
      findings,
      `稿件里像是个人号码的内容有 ${findings.length} 处，请先删去，最多可以逐项说明 ${MOST_ANSWERED} 处`,
    );
  const lacking = findings.filter(({ key }) => (reasons[key] ?? '').trim() === '');
  if (lacking.length > 0)
    throw refusal(
      findings,
      `${wordsOf(lacking[0]!)}${lacking.length > 1 ? `等 ${lacking.length} 处` : ''}像是个人号码，请删去，或逐项说明必须公开的理由`,
    );
  return findings.map((one) => `${wordsOf(one)}：${reasons[one.key]!.trim()}`).join('\n');
}

/** PV2: whoever approves agrees to each by name. @throws Refused personalNumbers with the findings */
export function consentsGiven(findings: readonly PersonalFinding[], consents: readonly string[] = []): string {
  const lacking = findings.filter(({ key }) => !consents.includes(key));
  if (lacking.length > 0)
    throw refusal(
      findings,
      `${wordsOf(lacking[0]!)}${lacking.length > 1 ? `等 ${lacking.length} 处` : ''}像是个人号码，请逐项确认同意公开，或退回稿件`,
    );
  return findings.map((one) => `同意公开：${wordsOf(one)}`).join('\n');
}

const wordsOf = ({ place, kind, shown }: PersonalFinding): string => `${place}（${PERSONAL_NUMBERS[kind]} ${shown}）`;

const refusal = (findings: readonly PersonalFinding[], words: string): Refused =>
  new Refused('personalNumbers', words, { findings: findings.slice(0, MOST_ANSWERED) });
