import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../db/tables.ts';

/** After which publication: what it left public; absent: now. */
export type After = number | undefined;

export const openAfter = (no: After): RawBuilder<boolean> =>
  no === undefined
    ? sql<boolean>`public_to is null`
    : sql<boolean>`opened_in <= ${no} and (closed_in is null or closed_in > ${no})`;

/**
 * The publication that made a register what it is, or was, null where there never was one; and how many rows it has.
 */
export async function findRegisterPublication(
  db: Db,
  register: string,
  after?: number,
): Promise<{ no: number | null; rows: number }> {
  const { rows } = await sql<{
    no: number | null;
    rows: number;
  }>`select max(opened_in) as no, coalesce(sum(row_count), 0)::int as rows from (
    select opened_in, row_count from register_state where register = ${register} and ${openAfter(after)}
    union all select max(opened_in), 0 from register_row where register = ${register} and ${openAfter(after)}) as opened`.execute(
    db,
  );
  return rows[0]!;
}
