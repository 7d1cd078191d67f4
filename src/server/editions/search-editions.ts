import { sql, type RawBuilder } from 'kysely';
import type { Row } from '#page/data-shapes.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import type { EditionState } from '#rules/editions/edition-steps.ts';
import { isSameRow } from '#rules/registers/same-row.ts';
import { documentIn, idOf } from '#kinds/changes.ts';
import { kindOf, type Change } from '#kinds/index.ts';
import { rows as rowsKind } from '#kinds/rows/index.ts';
import { upgradeChanges } from '#kinds/upgrade-change.ts';
import type { Db } from '../db/tables.ts';
import { textOfHtml } from '../store/articles/text-of-html.ts';
import { rowKey } from '../store/rows/check-rows.ts';
import { holdTerms, textHolds } from '../store/search/typed-terms.ts';
import { isWithin, type Reach } from '../people/staff/reach.ts';

/** A text of an edition, and what it is there. */
interface EditionText {
  label: string;
  text: string;
}

/** An edition in which something stands. */
export interface EditionHolding {
  editionId: number;
  title: string;
  state: EditionState;
  version: number;
  changedAt: Date;
  createdBy: string;
  /** texts with one of the terms */
  texts: EditionText[];
}

type Candidate = Omit<EditionHolding, 'texts'> & { changes: unknown };

/** candidates whose changes are read, the newest first; and rows of theirs that are stored separately */
const MOST = 40;
const MOST_ROWS = 200;
/** texts of one edition that are answered */
const MOST_TEXTS = 8;

/**
 * CS3: editions that are neither published nor discarded, in the title or the newest version of which all terms stand.
 * Rows count as far as they are not public as they are. `more`: others may hold them, which were not read. @param terms folded @param reach of reading
 */
export async function findEditionsHolding(
  db: Db,
  terms: readonly string[],
  reach: Reach,
): Promise<{ list: EditionHolding[]; more: boolean }> {
  const [newest, stored] = await Promise.all([
    read(
      db,
      sql`${isOpen(reach)} and ${textHolds(sql`(edition.title || ' ' || changes::text)`, terms)} order by changed_at desc limit ${MOST + 1}`,
    ),
    findStoredRows(db, terms, reach),
  ]);
  const candidates = newest.slice(0, MOST);
  const missing = [...new Set(stored.map(({ editionId }) => editionId))].filter(
    (id) => !candidates.some(({ editionId }) => editionId === id),
  );
  const others = missing.length === 0 ? [] : await read(db, sql`edition.edition_id = any(${missing}::bigint[])`);
  const found: EditionHolding[] = [];
  for (const { changes: written, ...edition } of [...candidates, ...others]) {
    const changes = upgradeChanges(written);
    const own = stored.filter(({ editionId }) => editionId === edition.editionId);
    const texts = [...changes.flatMap(textsOfChange), ...(await textsOfRows(db, changes, own, terms))].filter(
      ({ text }) => holdsSome([text], terms),
    );
    if (holdTerms([edition.title, ...texts.map(({ text }) => text)], terms))
      found.push({ ...edition, texts: texts.slice(0, MOST_TEXTS) });
  }
  return { list: found, more: newest.length > MOST || stored.length === MOST_ROWS };
}

const holdsSome = (texts: readonly string[], terms: readonly string[]): boolean =>
  terms.some((term) => holdTerms(texts, [term]));

async function read(db: Db, where: RawBuilder<unknown>): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select edition.edition_id as "editionId", edition.title, state, edition.version, changed_at as "changedAt", changes,
      coalesce((select staff.name from edition_step join staff using (staff_id) where edition_step.edition_id = edition.edition_id order by step_id limit 1), '') as "createdBy"
    from edition join edition_version on edition_version.edition_id = edition.edition_id and edition_version.version = edition.version
    where ${where}`.execute(db);
  return rows;
}

const isOpen = (reach: Reach) => sql`edition.state not in ('published', 'discarded') and ${isWithin(reach)}`;

interface StoredRow {
  editionId: number;
  register: string;
  row: Row;
}

/** Rows of large registers, of the parts that are not those of the public rows. */
async function findStoredRows(db: Db, terms: readonly string[], reach: Reach): Promise<StoredRow[]> {
  const { rows } = await sql<StoredRow>`
    with drafted as materialized (
      select distinct edition.edition_id, row_set.register, part
      from edition join edition_version on edition_version.edition_id = edition.edition_id and edition_version.version = edition.version
        cross join lateral jsonb_array_elements(changes) as change
        join row_set on row_set.row_set_hash = change #>> '{document,rowSet,hash}'
        cross join lateral unnest(row_set.parts) as part
      where ${isOpen(reach)}
    ), shown as materialized (
      select unnest(parts) as part from (select distinct on (register) row_set_hash from public_row_set order by register, no desc) as newest join row_set using (row_set_hash)
    )
    select edition_id as "editionId", register, row from drafted join row_part on part_hash = part
      cross join lateral json_array_elements(row_part.rows) as row
    where part not in (select part from shown) and ${textHolds(sql`row_part.rows::text`, terms)} and ${textHolds(sql`row::text`, terms)}
    limit ${MOST_ROWS}`.execute(db);
  return rows;
}

/** Texts of a change but for rows, with the names that people know its fields by. */
function textsOfChange(change: Change): EditionText[] {
  if (change.withdraw) return [{ label: '撤下的原因', text: change.withdraw.reason }];
  const { words } = kindOf(change);
  const { rows: _rows, rowSet: _set, definition: _definition, rewrite: _rewrite, ...rows } = Object(change.document);
  const named = kindOf(change).hasRows ? rows : change.document;
  return textsIn(named, []).map(({ path, text }) => ({
    label: words.fieldTitle(path, change.document as never) || words.titleOf(change.document as never, idOf(change)),
    text,
  }));
}

function textsIn(value: unknown, path: readonly string[]): { path: readonly string[]; text: string }[] {
  if (typeof value === 'string') return [{ path, text: isHtml(value) ? textOfHtml(value) : value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => textsIn(one, [...path, name]));
}

const isHtml = (text: string): boolean => /<[a-z][^>]*>/i.test(text);

/** Rows with one of the terms, each as one text; those that are public as they are say nothing new. */
async function textsOfRows(
  db: Db,
  changes: readonly Change[],
  stored: readonly StoredRow[],
  terms: readonly string[],
): Promise<EditionText[]> {
  const texts: EditionText[] = [];
  for (const change of changes) {
    const document = documentIn(rowsKind, change);
    if (!document) continue;
    const { definition, rows = [], rowSet } = document;
    const ofSet = rowSet ? stored.filter(({ register }) => register === definition.register).map(({ row }) => row) : [];
    const own = [...rows, ...ofSet].filter((row) => holdsSome(cellsOf(row), terms));
    texts.push(
      ...(await notPublic(db, definition, own)).map((row) => ({
        label: `登记表“${definition.title}”的行`,
        text: Object.keys(definition.fields)
          .flatMap((field) => (row[field] === null || row[field] === undefined ? [] : String(row[field])))
          .join(' · '),
      })),
    );
  }
  return texts;
}

const cellsOf = (row: Row): string[] => Object.values(row).map((cell) => String(cell ?? ''));

async function notPublic(db: Db, definition: RegisterDefinition, rows: readonly Row[]): Promise<Row[]> {
  const some = rows.slice(0, MOST_ROWS);
  if (some.length === 0) return [];
  const known = await db
    .selectFrom('register_row')
    .select(['key', 'data'])
    .where('register', '=', definition.register)
    .where(
      'key',
      'in',
      some.map((row) => rowKey(definition, row)),
    )
    .where('public_to', 'is', null)
    .execute();
  const before = new Map(known.map(({ key, data }) => [key, data]));
  return some.filter((row) => !isSameRow(before.get(rowKey(definition, row)) ?? {}, row));
}
