import { sql, type Transaction } from 'kysely';
import type { Tables } from '../../db/tables.ts';
import type { PublicationProblem, RowProblem } from '../publication/publication-problems.ts';
import { closedProof, datedTable, openedProof } from '../publication/publication-log.ts';

/** A publication while its transaction is open. Its number is given; readers see nothing of it yet. */
export interface Publication {
  trx: Transaction<Tables>;
  no: number;
  at: Date;
  /** proofs for the log entry */
  proofs: string[];
  problems: PublicationProblem[];
  rowProblems: RowProblem[];
  /** ids of new things, by their place in the act's changes; those that were taken before are there already */
  ids: Map<number, number>;
  /** false: rows of whole registers are not written, nor articles indexed, because nothing is kept */
  writesRows: boolean;
}

export interface ClosedBecause {
  reason: string;
  successor: string | null;
}

/** rows sent in one statement; 5,000 rows of a register are five round trips */
const BATCH = 1_000;
/** characters sent in one statement: long texts have a thousand pieces a row, and no statement may take half a minute */
const LONGEST_BATCH = 2_000_000;

/** Opens rows: from this publication on they are public. `row` has every content column, `extra` what is not public. */
export async function openRows(
  publication: Publication,
  table: string,
  rows: Record<string, unknown>[],
  extra: string[] = [],
): Promise<void> {
  const columns = [...datedTable(table).content, ...extra];
  for (const row of rows) publication.proofs.push(openedProof(table, row));
  for (const list of inStatements(rows)) {
    await sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))}, opened_in, public_from)
      select ${sql.join(columns.map((column) => sql.ref(column)))}, ${publication.no}::bigint, ${publication.at}::timestamptz
      from json_populate_recordset(null::${sql.table(table)}, ${list}::json)`.execute(publication.trx);
  }
}

/** JSON lists of rows, each for one statement; one row alone may be longer. */
export function* inStatements(rows: readonly object[]): Generator<string> {
  let batch: string[] = [];
  let length = 0;
  for (const row of rows) {
    const text = JSON.stringify(row);
    if (batch.length === BATCH || (batch.length > 0 && length + text.length > LONGEST_BATCH)) {
      yield `[${batch.join(',')}]`;
      [batch, length] = [[], 0];
    }
    batch.push(text);
    length += text.length;
  }
  if (batch.length > 0) yield `[${batch.join(',')}]`;
}

type ClosedRow = Record<string, unknown> & { row_id: number; opened_in: number };

/** Closes open rows. `rows` have row_id, opened_in and the columns that identify them. */
export async function closeRows(
  publication: Publication,
  table: string,
  rows: ClosedRow[],
  because?: ClosedBecause,
): Promise<void> {
  if (rows.length === 0) return;
  const { trx, no, at } = publication;
  const why =
    because && datedTable(table).reasoned ? { closed_reason: because.reason, closed_successor: because.successor } : {};
  for (const row of rows) publication.proofs.push(closedProof(table, { ...row, ...why }));
  const reasons = Object.entries(why).map(([column, value]) => sql`, ${sql.ref(column)} = ${value}::text`);
  const ids = rows.map((row) => row.row_id);
  const { numAffectedRows } =
    await sql`update ${sql.table(table)} set public_to = ${at}, closed_in = ${no}${reasons.length ? sql.join(reasons, sql``) : sql``}
    where row_id = any(${ids}::bigint[]) and public_to is null`.execute(trx);
  // the log's lock makes this impossible while all writing goes through publish
  if (Number(numAffectedRows) !== rows.length)
    throw new Error(`${table}: ${rows.length} rows to close, ${numAffectedRows} found open`);
}

/**
 * Another reason or successor of a withdrawn thing (RT9). Its last row is opened and closed again in this publication,
 * so the earlier entries of the log stay true, and nobody ever reads it as public.
 * @returns false where it was never public
 */
export async function closeAnew(
  publication: Publication,
  table: string,
  id: string | number,
  because: ClosedBecause,
): Promise<boolean> {
  const { content, identity } = datedTable(table);
  const {
    rows: [last],
  } = await sql<
    Record<string, unknown> & { row_id: number }
  >`select * from ${sql.table(table)} where ${sql.ref(identity[0]!)} = ${id} order by public_from desc, row_id desc limit 1`.execute(
    publication.trx,
  );
  if (!last) return false;
  if (last.closed_reason === because.reason && last.closed_successor === because.successor) return true;
  const row = Object.fromEntries(content.map((column) => [column, last[column]]));
  const why = { closed_reason: because.reason, closed_successor: because.successor };
  publication.proofs.push(openedProof(table, row), closedProof(table, { ...row, ...why, opened_in: publication.no }));
  // never open, not for a moment: its address may be another's by now
  const columns = sql.join(content.map((column) => sql.ref(column)));
  await sql`insert into ${sql.table(table)} (${columns}, opened_in, public_from, closed_in, public_to, closed_reason, closed_successor)
    select ${columns}, ${publication.no}::bigint, ${publication.at}::timestamptz, ${publication.no}::bigint, ${publication.at}::timestamptz, ${because.reason}::text, ${because.successor}::text
    from ${sql.table(table)} where row_id = ${last.row_id}`.execute(publication.trx);
  return true;
}
