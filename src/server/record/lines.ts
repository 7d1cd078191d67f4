/**
 * The room `record` covers what publications do not say of themselves: audit lines, the steps and versions of editions,
 * roles. Seals chain them by hash (RC1), heads of the chain go out to where nobody with rights on the database
 * reaches (RC3), and a check compares all of it (RC4). This file says what of each line is proved.
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { CONTRIBUTING } from '#rules/editions/edition-steps.ts';
import type { Db } from '../db/tables.ts';

interface LineKind {
  /** gives the order of the lines, and which seal covers one */
  key: string;
  /** when the line was written, null where it does not say */
  at: string;
  /** the proved content of a line, as PostgreSQL writes it: moments to the microsecond, in UTC */
  said: string;
}

/** The tables whose lines seals cover. `publication` stands for the edition that each publication was made from. */
export const LINES = {
  audit: {
    key: 'no',
    at: 'at',
    said: 'jsonb_build_array(no, at, staff_id, account, act, subject, outcome, facts, address)',
  },
  edition_step: {
    key: 'step_id',
    at: 'at',
    // a step that wrote a version proves that version; steps of before stand-ins say the same as they did
    said: `(jsonb_build_array(step_id, edition_id, at, staff_id, act, version, content_hash, note,
      (select jsonb_build_array(staff_id, at, title, content_hash) from edition_version
        where act in ('created', 'saved') and edition_id = edition_step.edition_id and version = edition_step.version))
      || case when instead_of = '{}' then '[]'::jsonb else jsonb_build_array(instead_of) end)`,
  },
  staff_grant: {
    key: 'grant_id',
    at: 'granted_at',
    said: 'jsonb_build_array(grant_id, staff_id, role, channel_id, granted_at)',
  },
  publication: {
    key: 'no',
    at: 'null::timestamptz',
    said: `jsonb_build_array(no, hash,
      (select jsonb_build_array(edition_id, title, version, content_hash, approved_hash, approved_by, review_due,
          (select jsonb_agg(staff_id order by step_id) from edition_step
            where edition_id = edition.edition_id and act in (${CONTRIBUTING.map((act) => `'${act}'`).join(', ')})),
          (select jsonb_agg(jsonb_build_array(step_id, staff_id, at, version, content_hash) order by step_id) from edition_step
            where edition_id = edition.edition_id and act = 'approved'))
        from edition where published_in = publication.no
          or edition_id = (select edition_id from edition_publication where no = publication.no)))`,
  },
} as const satisfies Record<string, LineKind>;

export type LineTable = keyof typeof LINES;
export const LINE_TABLES = Object.keys(LINES) as LineTable[];

/** One line as it is proved. */
export interface Line {
  key: number;
  at: Date | null;
  said: string;
}

const PAGE = 2_000;

/** Lines in order. @param after their keys are larger @param to and not larger than this; absent: all */
export async function* readLines(db: Db, table: LineTable, after: number, to?: number): AsyncGenerator<Line> {
  const { key, at, said: line } = LINES[table];
  const upTo = to === undefined ? sql`` : sql` and ${sql.ref(key)} <= ${to}`;
  for (let from = after; ;) {
    const { rows } = await sql<Line>`select ${sql.ref(key)} as key, ${sql.raw(at)} as at, ${sql.raw(line)}::text as said
      from ${sql.table(table)} where ${sql.ref(key)} > ${from}${upTo} order by ${sql.ref(key)} limit ${PAGE}`.execute(
      db,
    );
    yield* rows;
    if (rows.length < PAGE) return;
    from = rows.at(-1)!.key;
  }
}

/** The end of a role, as it is proved. */
export interface EndedGrant {
  at: Date;
  said: string;
}

/** Roles that ended, by grant_id. */
export async function readEndedGrants(db: Db): Promise<Map<number, EndedGrant>> {
  const { rows } = await sql<EndedGrant & { key: number }>`
    select grant_id as key, ended_at as at, jsonb_build_array(grant_id, ended_at)::text as said
    from staff_grant where ended_at is not null`.execute(db);
  return new Map(rows.map(({ key, ...end }) => [key, end]));
}

/** SHA-256 of lines, one after the other. */
export function lineHasher() {
  const hash = createHash('sha256');
  return { add: (line: string) => void hash.update(`${line}\n`), digest: () => hash.digest('hex') };
}
