import { sql } from 'kysely';
import type { Cell } from '#page/data-shapes.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import type { Db } from '../../db/tables.ts';
import type { Moment } from '../publication/new-publication.ts';
import { publicAt } from '../publication/moment.ts';
import { conditionsOf, ordering, type RegisterQuestion } from './register-question.ts';

export interface RegisterReading {
  /** rows that the question leaves */
  count: number;
  /**
   * The rows, in order, some at a time; can be read once. They hold restricted fields, too.
   * @param part of them: so many from that one on, which is 0 for the first
   */
  batches(part?: { from: number; most: number }): AsyncGenerator<Record<string, Cell>[]>;
}

const BATCH = 1_000;

/**
 * All rows that a question leaves, as one query saw them: publications meanwhile change nothing, because a row is
 * never changed or deleted. No connection is held between two batches, however slowly they are taken.
 */
export async function readRegisterInBatches(
  db: Db,
  moment: Moment,
  definition: RegisterDefinition,
  question: RegisterQuestion,
): Promise<RegisterReading> {
  const parts = await findRowIds(db, moment, definition, question);
  return {
    count: parts.reduce((sum, { count }) => sum + count, 0),
    async *batches({ from, most } = { from: 0, most: Infinity }) {
      for (const [at, { ids, count }] of parts.entries()) {
        const [first, end] = [from - at * BATCH, from + most - at * BATCH];
        if (first >= count || end <= 0) continue;
        const { rows } = await sql<{ data: Record<string, Cell> }>`
          select data from unnest(${ids}::bigint[]) with ordinality as wanted (row_id, place) join register_row using (row_id) order by place`.execute(
          db,
        );
        yield rows.slice(Math.max(first, 0), end).map(({ data }) => data);
      }
    },
  };
}

/** The rows’ ids in order, a text for each batch: eight bytes a row of a register that may have a million. */
async function findRowIds(
  db: Db,
  moment: Moment,
  definition: RegisterDefinition,
  question: RegisterQuestion,
): Promise<{ ids: string; count: number }[]> {
  const { pieces, others } = conditionsOf(definition, question);
  const conditions = [
    sql<boolean>`register = ${definition.register}`,
    publicAt('register_row', moment),
    ...(pieces.length > 0 ? [sql<boolean>`pieces @> ${pieces.flatMap(({ all }) => all)}::text[]`] : []),
    ...others,
  ];
  const order = ordering(definition, question.sort, moment).map(
    ({ value, descending }) => sql`${value}${descending ? sql` desc` : sql``} nulls last`,
  );
  const { rows } = await sql<{ ids: string; count: number }>`
    select array_agg(row_id order by place)::text as ids, count(*)::int as count from (
      select row_id, row_number() over (order by ${sql.join(order)}) - 1 as place from register_row where ${sql.join(conditions, sql` and `)}
    ) as found group by place / ${sql.lit(BATCH)} order by place / ${sql.lit(BATCH)}`.execute(db);
  return rows;
}
