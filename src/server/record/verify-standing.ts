import { sql } from 'kysely';
import { LOCKS } from '../db/locks.ts';
import type { Db } from '../db/tables.ts';
import { readCovered, COVERED_ROWS, type Mark } from '../people/staff/standing.ts';
import type { RecordProblem } from './record-problem.ts';

/** The act of the lines from which on a kind of rows is covered. */
const BEGIN = 'record.begin';

/**
 * RC8: the first check of a store writes down what stands of each kind of rows: acts of earlier versions left no hashes. From
 * then on every row has to stand as the last act left it.
 */
export async function beginMarks(db: Db): Promise<void> {
  const missing = await notBegun(db);
  if (missing.length === 0) return;
  await db.transaction().execute(async (trx) => {
    // waits for acts that have written their line and are not committed; a later one leaves a later hash
    await sql`select pg_advisory_xact_lock(${LOCKS.record})`.execute(trx);
    for (const kind of await notBegun(trx)) {
      await sql`insert into audit (at, staff_id, account, act, subject, outcome, facts)
        select now(), null, '', ${BEGIN}, ${kind}, 'done', jsonb_build_object('marks', coalesce(jsonb_object_agg(name, hash), '{}'))
        from (${readCovered(kind)}) as standing`.execute(trx);
    }
  });
}

async function notBegun(db: Db): Promise<string[]> {
  const begun = await db.selectFrom('audit').select('subject').where('act', '=', BEGIN).execute();
  return Object.keys(COVERED_ROWS).filter((kind) => !begun.some(({ subject }) => subject === kind));
}

/** When what stands was first written down; null before. */
export async function coveredSince(db: Db): Promise<Date | null> {
  const { since } = await db
    .selectFrom('audit')
    .select(({ fn }) => fn.min('at').as('since'))
    .where('act', '=', BEGIN)
    .executeTakeFirstOrThrow();
  return since;
}

const differs = (name: string, how: string): RecordProblem => ({
  no: null,
  code: 'standing-differs',
  message: `${name} ${how}`,
});

/** RC8: compares each row that decides with what the last act on it left. @param db a transaction of one snapshot */
export async function verifyMarks(db: Db): Promise<RecordProblem[]> {
  const problems: RecordProblem[] = [];
  const notYet = new Set(await notBegun(db));
  for (const [kind, { mayGo }] of Object.entries(COVERED_ROWS)) {
    if (notYet.has(kind)) continue;
    const left = await lastMarks(db, kind);
    const { rows } = await readCovered(kind).execute(db);
    for (const { name, hash } of rows) {
      const mark = left.get(name);
      left.delete(name);
      if (mark === undefined) problems.push(differs(name, 'is there by no act that the operation record has'));
      else if (mark !== hash) problems.push(differs(name, 'is not as the last act of the operation record left it'));
    }
    if (!mayGo) for (const name of left.keys()) problems.push(differs(name, 'was removed, which no act does'));
  }
  return problems;
}

async function lastMarks(db: Db, kind: string): Promise<Map<string, string>> {
  const { rows } = await sql<Mark>`select distinct on (key) key as name, value as hash
    from audit, jsonb_each_text(facts -> 'marks') where facts ? 'marks' and key >= ${`${kind}:`} and key < ${`${kind};`}
    order by key, no desc`.execute(db);
  return new Map(rows.map(({ name, hash }) => [name, hash]));
}
