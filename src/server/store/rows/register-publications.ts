import { sql } from 'kysely';
import type { Paged } from '#wire/console-answers.ts';
import type { RegisterPublication } from '#wire/take-up-answers.ts';
import type { Db } from '../../db/tables.ts';
import { rowsOfKind } from './definition-rows.ts';

interface Question {
  register: string;
  pageNum: number;
  pageSize: number;
  /** fields that may not be told of: a row in which nothing else is another has not changed; absent: none */
  hidden?: readonly string[];
  /** without publications of the definition alone */
  ofRows?: boolean;
  /** none after it */
  until?: Date;
}

/** ED5, RG35: publications that changed a register, newest first, each with what it did and how it left it. */
export async function listRegisterPublications(
  db: Db,
  question: Question,
): Promise<Paged<Omit<RegisterPublication, 'lacks'>>> {
  const { register, pageNum, pageSize, hidden = [], ofRows = false, until } = question;
  const { rows } = await sql<{
    no: number;
    at: Date;
    title: string;
    written_by: string;
    approved_by: string;
    total: string;
  }>`with touching as (
      select opened_in as no from register_row where register = ${register}
      union select closed_in from register_row where register = ${register} and closed_in is not null
      union select opened_in from register_state where register = ${register}
      ${ofRows ? sql`` : sql`union select opened_in from page where page = ${register} and ${rowsOfKind('register')}`}
    ) select publication.no, at, title, written_by, approved_by, count(*) over () as total
      from publication join touching using (no)${until ? sql` where at <= ${until}` : sql``} order by no desc limit ${pageSize} offset ${(pageNum - 1) * pageSize}`.execute(
    db,
  );
  // beyond the last page nothing is there that could say how many there are
  if (rows.length === 0 && pageNum > 1)
    return { ...(await listRegisterPublications(db, { ...question, pageNum: 1, pageSize: 1 })), list: [] };
  const nos = rows.map(({ no }) => no);
  const counts = await countRows(db, register, nos, hidden);
  const states = await db
    .selectFrom('register_state')
    .select(['data_date', 'row_count', 'opened_in', 'closed_in'])
    .where('register', '=', register)
    .execute();
  const definitions = await db
    .selectFrom('page')
    .select('opened_in')
    .where('page', '=', register)
    .where(rowsOfKind('register'))
    .where('opened_in', '=', sql<number>`any(${nos}::bigint[])`)
    .execute();
  return {
    total: Number(rows[0]?.total ?? 0),
    list: rows.map(({ no, at, title, written_by, approved_by }) => {
      const state = states.find(
        ({ opened_in, closed_in }) => opened_in <= no && (closed_in === null || closed_in > no),
      );
      return {
        no,
        at: at.toISOString(),
        title,
        writtenBy: written_by,
        approvedBy: approved_by,
        dataDate: state?.data_date ?? '',
        rows: state?.row_count ?? 0,
        ...(counts.get(no) ?? { added: 0, changed: 0, removed: 0, rewritten: 0 }),
        hasDefinition: definitions.some(({ opened_in }) => opened_in === no),
      };
    }),
  };
}

type Counts = Pick<RegisterPublication, 'added' | 'changed' | 'removed' | 'rewritten'>;

/** RG23: a row that was only rewritten counts by itself, under the key that it had. */
async function countRows(
  db: Db,
  register: string,
  nos: readonly number[],
  hidden: readonly string[],
): Promise<Map<number, Counts>> {
  const shown = sql`data - ${[...hidden]}::text[]`;
  const { rows } = await sql<Counts & { no: number }>`
    with touched as (
      select opened_in as no, key, former_key, ${shown} as shown, true as opened, false as closed from register_row
        where register = ${register} and opened_in = any(${[...nos]}::bigint[])
      union all select closed_in, key, null, ${shown}, false, true from register_row
        where register = ${register} and closed_in = any(${[...nos]}::bigint[])
    ), rewritten as (
      select no, former_key from touched where former_key is not null
    ), keyed as (
      select no, key, bool_or(opened) as opened, bool_or(closed) as closed, count(distinct shown) as versions from touched
        where former_key is null and (opened
          or not exists (select from rewritten where rewritten.no = touched.no and rewritten.former_key = touched.key))
        group by no, key
    ), counts as (
      select no, opened and not closed as added, opened and closed and versions > 1 as changed, closed and not opened as removed,
          false as rewritten from keyed
        union all select no, false, false, false, true from rewritten
    ) select no, count(*) filter (where added)::int as added, count(*) filter (where changed)::int as changed,
        count(*) filter (where removed)::int as removed, count(*) filter (where rewritten)::int as rewritten
      from counts group by no`.execute(db);
  return new Map(rows.map(({ no, ...counts }) => [Number(no), counts]));
}
