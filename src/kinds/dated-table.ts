import { sql, type RawBuilder } from 'kysely';
import { canonicalJson } from '#rules/json/canonical-json.ts';
import type { Db } from '#server/db/tables.ts';
import type { PublicationChange } from '#server/store/publication/publication-changes.ts';
import type { DatedColumns } from './define-kind.ts';
import type { KindName } from './index.ts';

/** Queries of stores on a table of dated rows in which a thing has one open row at most. */
export interface DatedTable {
  /** its name */
  table: string;
  columns: DatedColumns;
  /** condition of the rows that are of this kind, where the table holds another one, too */
  own?: RawBuilder<boolean>;
}

const ownOf = ({ own }: DatedTable): RawBuilder<boolean> => own ?? sql<boolean>`true`;

const identityOf = ({ columns }: DatedTable) => columns.identity[0]!;

/** Public now, or before a publication within its own transaction. */
export const openBefore = (no: number | undefined) =>
  no === undefined ? sql`public_to is null` : sql`(public_to is null or closed_in = ${no}) and opened_in < ${no}`;

/** @param id as the column holds it */
export async function openRowOf(
  db: Db,
  of: DatedTable,
  id: string | number,
  before?: number,
): Promise<(Record<string, unknown> & { row_id: number; opened_in: number }) | undefined> {
  const { rows } = await sql<
    Record<string, unknown> & { row_id: number; opened_in: number }
  >`select * from ${sql.table(of.table)} where ${sql.ref(identityOf(of))} = ${id} and ${ownOf(of)} and ${openBefore(before)}`.execute(
    db,
  );
  return rows[0];
}

/** Number of the publication that opened the public row: the revision of most kinds. */
export const openedIn = async (db: Db, of: DatedTable, id: string | number, before?: number): Promise<string> =>
  String((await openRowOf(db, of, id, before))?.opened_in ?? '');

/** The newest publication that opened or closed a row of it. */
export async function lastPublicationIn(db: Db, of: DatedTable, id: string | number): Promise<number | null> {
  const { rows } = await sql<{
    no: number | null;
  }>`select max(greatest(opened_in, closed_in)) as no from ${sql.table(of.table)} where ${sql.ref(identityOf(of))} = ${id} and ${ownOf(of)}`.execute(
    db,
  );
  return rows[0]?.no ?? null;
}

export type DatedRow = Record<string, unknown> & { opened_in: number; closed_in: number | null };

interface Description {
  kind: KindName;
  /** columns that are computed, and never written by a change */
  derived?: readonly string[];
  nameOf?: (row: DatedRow) => string;
  pathOf?: (row: DatedRow) => string;
}

/** Rows that a publication opened or closed. */
export async function rowsTouched(db: Db, of: DatedTable, no: number): Promise<DatedRow[]> {
  const { rows } =
    await sql<DatedRow>`select * from ${sql.table(of.table)} where (opened_in = ${no} or closed_in = ${no}) and ${ownOf(of)} order by row_id`.execute(
      db,
    );
  return rows;
}

/** Effect of a publication on each thing whose rows it changed. */
export function changesIn(
  of: DatedTable,
  rows: readonly DatedRow[],
  no: number,
  { kind, derived = [], nameOf = () => '', pathOf = () => '' }: Description,
): PublicationChange[] {
  const columns = of.columns.content.filter((column) => !derived.includes(column));
  return [...Map.groupBy(rows, (row) => String(row[identityOf(of)]))].flatMap(([id, versions]) => {
    const after = versions.find((row) => row.opened_in === no && row.closed_in === null);
    const before = versions.find((row) => row.closed_in === no && row.opened_in !== no);
    const shown = after ?? before ?? versions.at(-1)!;
    const fields =
      after && before
        ? columns
            .filter((column) => plain(before[column]) !== plain(after[column]))
            .map((field) => ({ field, before: before[field], after: after[field] }))
        : [];
    if (after && before && fields.length === 0) return [];
    const how = after ? (before ? 'changed' : 'added') : 'withdrew';
    return [{ kind, how, id, name: nameOf(shown), fields, path: pathOf(shown) }];
  });
}

const plain = (value: unknown): string => canonicalJson(value instanceof Date ? value.toISOString() : (value ?? null));
