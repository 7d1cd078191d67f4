import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../db/tables.ts';

interface CoveredRows {
  table: string;
  key: string;
  keyType: 'bigint' | 'text';
  /** the deciding content of a row, as PostgreSQL writes it: who may do what, and what is published next */
  said: string;
  /** rows that go without an act of their own: their end takes nothing from anybody */
  mayGo: boolean;
  /** the rows of the table that count for this */
  rows?: string;
  /** column by which rows belong to the subject of an act: 'staff:3', 'edition:12', 'token:4' */
  of?: Readonly<Record<string, string>>;
  /** condition for the settled ones, where not all are */
  where?: string;
}

/** Names of the table `kept` that decide. */
const DECIDING = ['site.opened', 'site.hidden', 'staff.second-factor-roles'];

/**
 * RC8: the rows that no publication and no seal covers, and that decide. Each act that changes one leaves the hash of the row
 * as it then stands in its audit line, which seals cover. Columns that are not named here are named as not covered.
 */
export const COVERED_ROWS: Readonly<Record<string, CoveredRows>> = {
  staff: {
    table: 'staff',
    key: 'staff_id',
    keyType: 'bigint',
    said: `staff_id, account, name, state, password, must_change, totp_secret, is_program,
      (select jsonb_agg(jsonb_build_array(role, channel_id) order by role, channel_id) from staff_grant
        where staff_grant.staff_id = staff.staff_id and ended_at is null)`,
    mayGo: false,
    of: {
      staff: 'staff_id',
      token: '(select token_id from delivery_token where delivery_token.staff_id = staff.staff_id)',
    },
  },
  link: {
    table: 'staff_link',
    key: 'link_hash',
    keyType: 'text',
    said: 'link_hash, staff_id, ends_at',
    mayGo: true,
    of: { staff: 'staff_id' },
  },
  session: {
    table: 'staff_session',
    key: 'session_hash',
    keyType: 'text',
    said: 'session_hash, staff_id, began_at',
    mayGo: true,
    // a session begins a moment before its line is written
    where: `began_at < now() - interval '1 minute'`,
  },
  request: {
    table: 'staff_request',
    key: 'request_id',
    keyType: 'bigint',
    // rows of earlier versions say the same as before there were details
    said: `request_id, staff_id, kind, grants, asked_by, asked_at, effective_at, ends_at, state,
      case when details = '{}' then to_jsonb(decided_by) else jsonb_build_array(decided_by, details) end`,
    mayGo: false,
    of: { staff: 'staff_id' },
  },
  vouched: {
    table: 'provider_session',
    key: 'session_hash',
    keyType: 'text',
    said: 'session_hash, issuer, subject, sid, has_second_factor, needs_code',
    mayGo: true,
    where: `session_hash in (select session_hash from staff_session where began_at < now() - interval '1 minute')`,
  },
  identity: {
    table: 'staff_identity',
    key: 'staff_id',
    keyType: 'bigint',
    said: 'staff_id, issuer, subject, bound_at, bound_by',
    mayGo: false,
    of: { staff: 'staff_id' },
  },
  double: {
    table: 'staff_double',
    key: 'staff_id',
    keyType: 'bigint',
    said: 'staff_id, double_of, declared_at, declared_by',
    mayGo: false,
    of: { staff: 'staff_id' },
  },
  rule: {
    table: 'group_rule',
    key: 'rule_id',
    keyType: 'bigint',
    said: 'rule_id, group_name, role, channel_id, begun_at, begun_by, ended_at, ended_by',
    mayGo: false,
  },
  substitution: {
    table: 'substitution',
    key: 'substitution_id',
    keyType: 'bigint',
    said: `substitution_id, absent_id, substitute_id, grants, begins_at, ends_at, is_confirmed, named_at, named_by, ended_at, ended_by`,
    mayGo: false,
    of: { staff: 'absent_id' },
  },
  // the roles themselves are sealed; a role that groups brought ends with them
  'group-grant': {
    table: 'staff_grant',
    key: 'grant_id',
    keyType: 'bigint',
    said: 'grant_id',
    mayGo: false,
    rows: 'by_group',
    of: { staff: 'staff_id' },
  },
  token: {
    table: 'delivery_token',
    key: 'token_id',
    keyType: 'bigint',
    said: 'token_id, staff_id, secret_hash, registers, made_by, made_at, expires_at, revoked_at, revoked_by',
    mayGo: false,
    of: { token: 'token_id' },
  },
  delivery: {
    table: 'delivery',
    key: 'delivery_id',
    keyType: 'bigint',
    said: `delivery_id, token_id, idempotency_key, body_hash, register, at, status, answer, edition_id, changed, rule_id, due_at,
      why, ended_at, ended_as, ended_by, ended_why`,
    mayGo: false,
    of: { edition: 'edition_id' },
  },
  share: {
    table: 'shared_preview',
    key: 'share_id',
    keyType: 'bigint',
    said: 'share_id, edition_id, version, secret_hash, for_whom, made_by, made_at, expires_at, revoked_at, revoked_by',
    mayGo: false,
  },
  remark: {
    table: 'edition_remark',
    key: 'row_id',
    keyType: 'bigint',
    said: `row_id, edition_id, remark_no, act, version, staff_id, at, text, subject, row_key, pointer, is_line, quote, cell, place_hash`,
    mayGo: false,
  },
  edition: {
    table: 'edition',
    key: 'edition_id',
    keyType: 'bigint',
    said: 'edition_id, channel_ids, base',
    mayGo: false,
    of: { edition: 'edition_id' },
  },
  progress: {
    table: 'edition_progress',
    key: 'edition_id',
    keyType: 'bigint',
    said: 'edition_id, content_hash, article_ids, done, halted',
    mayGo: true,
    of: { edition: 'edition_id' },
    // numbers are taken before the first step
    where: `edition_id in (select edition_id from edition where state in ('publishing', 'published'))`,
  },
  customer: {
    table: 'customer',
    key: 'customer_id',
    keyType: 'text',
    said: 'customer_id, cust_name, risk_level, risk_valid_date, is_pro_investor, pro_valid_to',
    mayGo: false,
    of: { customer: 'customer_id' },
  },
  application: {
    table: 'pro_application',
    key: 'application_id',
    keyType: 'bigint',
    said: 'application_id, customer_id, request_id, apply_type, declared, state, reason, valid_to, signed_at, submitted_at',
    mayGo: false,
    of: { customer: 'customer_id' },
  },
  order: {
    table: 'register_state',
    key: 'register',
    keyType: 'text',
    said: `register, (select string_agg(row_id || ' ' || sort_no, ',' order by row_id) from register_row
      where register_row.register = register_state.register and public_to is null)`,
    mayGo: true,
    rows: 'public_to is null',
  },
  kept: {
    table: 'kept',
    key: 'name',
    keyType: 'text',
    said: 'name, value',
    mayGo: false,
    where: `name in (${DECIDING.map((name) => `'${name}'`).join(', ')})`,
  },
};

/** Things that rows belong to: people, tokens and editions by number, customers by the id of the user service. */
const SUBJECT = /^(?:(staff|token|edition):(\d{1,15})|(customer):(.+))$/s;

function subjectOf(subject: string): { about: string; id: string } {
  const [, numbered, no, named, name] = SUBJECT.exec(subject) ?? [];
  return { about: numbered ?? named ?? '', id: no ?? name ?? '' };
}

/** The rows of a kind with the hash of what each says. @param of those of these things alone; absent: all */
export function readCovered(kind: string, of?: { subject: string; also: readonly string[] }): RawBuilder<Mark> {
  const { table, key, keyType, said, rows = 'true', where, of: belongs = {} } = COVERED_ROWS[kind]!;
  const { about, id } = subjectOf(of?.subject ?? '');
  const named = of?.also.flatMap((name) => (name.startsWith(`${kind}:`) ? [name.slice(kind.length + 1)] : [])) ?? [];
  const owner = belongs[about];
  const type = sql.raw(keyType);
  const isNamed = sql`${sql.raw(key)} = any(${named}::${type}[])`;
  const isOwned =
    owner === undefined
      ? sql`false`
      : sql`${sql.raw(owner)} = ${id}::${sql.raw(about === 'customer' ? 'text' : 'bigint')}`;
  const chosen = of === undefined ? sql.raw(where ?? 'true') : sql`(${isNamed} or ${isOwned})`;
  return sql<Mark>`select ${`${kind}:`}::text || ${sql.raw(key)} as name,
    encode(sha256(convert_to(jsonb_build_array(${sql.raw(said)})::text, 'UTF8')), 'hex') as hash from ${sql.table(table)} where ${sql.raw(rows)} and ${chosen}`;
}

export interface Mark {
  /** 'staff:3' */
  name: string;
  hash: string;
}

/** Marks of the things of an act, after it. @param also things beside those that belong to its subject */
export async function marksOf(db: Db, subject: string, also: readonly string[]): Promise<Record<string, string>> {
  const { about } = subjectOf(subject);
  const kinds = Object.keys(COVERED_ROWS).filter(
    (kind) => COVERED_ROWS[kind]!.of?.[about] !== undefined || also.some((name) => name.startsWith(`${kind}:`)),
  );
  if (kinds.length === 0) return {};
  const parts = kinds.map((kind) => readCovered(kind, { subject, also }));
  const { rows } = await sql<Mark>`${sql.join(parts, sql` union all `)}`.execute(db);
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]));
}
