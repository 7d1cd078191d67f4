import { sql } from 'kysely';
import type { Cell } from '#page/data-shapes.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { canonicalJson } from '#rules/json/canonical-json.ts';
import type { Db } from '../db/tables.ts';
import type { StoredBytes } from '../files/stored-bytes.ts';
import { TEXT_KINDS, type TextReader } from '../files/text-reader.ts';
import { searchRows } from '../store/articles/article-index.ts';
import { TEXT_FORM } from '../store/articles/attachment-texts.ts';
import { rowDeriver } from '../store/rows/derive-row.ts';
import { findCommonPieces } from '../store/rows/list-register-rows.ts';
import { isDerived } from '../store/rows/register-derived.ts';
import type { RecordProblem } from './record-problem.ts';

/** rows that are read and derived at once */
const PAGE = 500;

const differs = (what: string): RecordProblem => ({
  no: null,
  code: 'derived-differs',
  message: `what searches look through of ${what} is not what was derived from it`,
});

/**
 * RC5: derives again what searches look through and compares it. Rows that are derived otherwise than their definition
 * says are told, too, unless the newest publication changed definitions: servers derive those anew just now.
 * @param db a transaction of one snapshot
 */
export async function verifyDerived(db: Db, definitions: Iterable<RegisterDefinition>): Promise<RecordProblem[]> {
  const problems: RecordProblem[] = [];
  const isUnderWay = await changedDefinitions(db);
  for (const definition of definitions) {
    if (await isDerived(db, definition))
      for (const problem of await registerProblems(db, definition)) problems.push(problem);
    else if (!isUnderWay && (await hasRows(db, definition)))
      problems.push(differs(`register ${definition.register}, which the next start derives anew,`));
  }
  return [...problems, ...(await articleProblems(db)), ...(await strayProblems(db))];
}

/** Whether the newest publication wrote or withdrew pages or definitions of registers. */
async function changedDefinitions(db: Db): Promise<boolean> {
  const { rows } = await sql<{ changed: boolean }>`
    select exists (
      select from page where (select max(no) from publication) in (opened_in, closed_in)
    ) as changed`.execute(db);
  return rows[0]!.changed;
}

const hasRows = async (db: Db, { register }: RegisterDefinition): Promise<boolean> =>
  (await db
    .selectFrom('register_row')
    .select('row_id')
    .where('register', '=', register)
    .limit(1)
    .executeTakeFirst()) !== undefined;

async function registerProblems(db: Db, definition: RegisterDefinition): Promise<RecordProblem[]> {
  const derive = rowDeriver(definition);
  const problems: RecordProblem[] = [];
  const common = await findCommonPieces(db, definition.register);
  const counted = new Map<string, number>();
  for (let after = 0; ;) {
    const rows = await db
      .selectFrom('register_row')
      .select(['row_id', 'data', 'search', 'pieces', 'public_to'])
      .where('register', '=', definition.register)
      .where('row_id', '>', after)
      .orderBy('row_id')
      .limit(PAGE)
      .execute();
    for (const { row_id, data, search, pieces, public_to } of rows) {
      const derived = derive(data as Record<string, Cell>);
      if (!isSame({ search, pieces }, derived)) problems.push(differs(`register_row row ${row_id}`));
      if (public_to === null && common.size > 0)
        for (const piece of derived.pieces) counted.set(piece, (counted.get(piece) ?? 0) + 1);
    }
    if (rows.length < PAGE) {
      const isCounted =
        [...common].every(([piece, count]) => counted.get(piece) === count) &&
        (await hasCountOfEach(db, definition.register));
      return isCounted ? problems : [...problems, differs(`how often pieces stand in register ${definition.register}`)];
    }
    after = rows.at(-1)!.row_id;
  }
}

/** Whether as many counts as frequent pieces are stored. */
async function hasCountOfEach(db: Db, register: string): Promise<boolean> {
  const { rows } = await sql<{ differ: boolean }>`
    select cardinality(common) <> cardinality(counts) as differ from register_derived where register = ${register}`.execute(
    db,
  );
  return rows.every(({ differ }) => !differ);
}

const isSame = (stored: object, derived: object): boolean => canonicalJson(stored) === canonicalJson(derived);

async function articleProblems(db: Db): Promise<RecordProblem[]> {
  const problems: RecordProblem[] = [];
  for (let after = 0; ;) {
    const rows = await db
      .selectFrom('article')
      .select(['row_id', 'channel_id', 'content_time', 'title', 'summary', 'content', 'risk_level', 'attachments'])
      .where('public_to', 'is', null)
      .where('row_id', '>', after)
      .orderBy('row_id')
      .limit(PAGE)
      .execute();
    const searched = rows.flatMap(searchRows);
    const [stored, texts] = await Promise.all([
      readSearched(
        db,
        rows.map(({ row_id }) => row_id),
      ),
      readTexts(
        db,
        searched.flatMap(({ filepath }) => (filepath === '' ? [] : [filepath])),
      ),
    ]);
    for (const row of searched) {
      const name = `${row.row_id} ${row.filepath}`;
      const text = texts.get(row.filepath);
      const expected = text ? { ...row, body: text.body, pieces: [...row.pieces, ...text.pieces] } : row;
      const found = stored.get(name);
      stored.delete(name);
      if (!found || !isSame(comparable(found), comparable(expected)))
        problems.push(differs(`article row ${row.row_id}${row.filepath === '' ? '' : `, file ${row.filepath}`}`));
    }
    for (const name of stored.keys()) problems.push(differs(`article row ${name}, which has no such file,`));
    if (rows.length < PAGE) return problems;
    after = rows.at(-1)!.row_id;
  }
}

type SearchedRow = ReturnType<typeof searchRows>[number];

/** Pieces have no order: a search asks whether one is among them. */
const comparable = ({ pieces, content_time, ...row }: SearchedRow) => ({
  ...row,
  content_time: content_time.toISOString(),
  pieces: pieces.toSorted(),
});

async function readSearched(db: Db, rowIds: readonly number[]): Promise<Map<string, SearchedRow>> {
  const rows = await db
    .selectFrom('article_search')
    .select(['row_id', 'filepath', 'channel_id', 'content_time', 'title', 'body', 'pieces'])
    .where('row_id', 'in', [0, ...rowIds])
    .execute();
  return new Map(rows.map((row) => [`${row.row_id} ${row.filepath}`, row]));
}

async function readTexts(
  db: Db,
  filepaths: readonly string[],
): Promise<Map<string, { body: string; pieces: string[] }>> {
  const rows = await db
    .selectFrom('file_text')
    .select(['filepath', 'body', 'pieces'])
    .where('filepath', 'in', ['', ...filepaths])
    .execute();
  return new Map(rows.map(({ filepath, ...text }) => [filepath, text]));
}

/** Search rows of what is not public. */
async function strayProblems(db: Db): Promise<RecordProblem[]> {
  const { rows } = await sql<{ row_id: number }>`
    select distinct row_id from article_search left join article using (row_id)
    where article.row_id is null or public_to is not null`.execute(db);
  return rows.map(({ row_id }) => differs(`article row ${row_id}, which is not public,`));
}

/**
 * RC5: reads the texts of attachments from their files again. A file that is damaged or cannot be read now is passed
 * over: the check of files tells of it.
 */
export async function verifyTexts(
  db: Db,
  bytes: Pick<StoredBytes, 'locate'>,
  reader: TextReader,
): Promise<RecordProblem[]> {
  const problems: RecordProblem[] = [];
  const files = await db
    .selectFrom('file_text')
    .innerJoin('file', 'file.filepath', 'file_text.filepath')
    .select(['file_text.filepath', 'media_type'])
    .where('form', '=', TEXT_FORM)
    // one that took too long when it was read may be read now
    .where('problem', '=', '')
    .orderBy('file_text.filepath')
    .execute();
  for (const { filepath, media_type } of files) {
    const located = await bytes.locate(filepath);
    const kind = TEXT_KINDS[media_type];
    if (typeof located === 'string' || !kind) continue;
    const outcome = await reader.read(located.path, kind);
    if ('problem' in outcome) continue;
    const stored = await db
      .selectFrom('file_text')
      .select(['text', 'body', 'pieces'])
      .where('filepath', '=', filepath)
      .executeTakeFirst();
    const { text, body, pieces } = outcome;
    if (stored && !isSame(stored, { text, body, pieces })) problems.push(differs(`file ${filepath}`));
  }
  return problems;
}
