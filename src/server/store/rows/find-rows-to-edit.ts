import { sql, type RawBuilder } from 'kysely';
import type { Row } from '#page/data-shapes.ts';
import type { FieldDefinition, RegisterDefinition } from '#page/register-schema.ts';
import { filterKind } from '#page/register-view.ts';
import { readNumber } from '#rules/registers/read-condition.ts';
import { normaliseSearch } from '#rules/search/search-text.ts';
import type { Db } from '../../db/tables.ts';
import { looseExpression } from '../search/loose-expression.ts';
import type { Paging } from './list-register-rows.ts';
import { conditionsOf } from './register-question.ts';

/**
 * An editor's query of a register's public rows: by any of its fields, also by those that visitors never see (RG19).
 */
export interface RowQuery {
  /** values of the register's own filters, by name */
  filters: Readonly<Record<string, string>>;
  /** looked for as people read the cells; '' for none */
  words: string;
  /** the one field in which the words are looked for; '' for any */
  field: string;
  /** a field of the definition, '-' before it for descending; '': the register's own order */
  sort: string;
  /** only rows of these keys */
  keys: readonly string[] | null;
  /** only rows that became as they are at this moment or later; 'last': with the last publication that changed any */
  since: Date | 'last' | null;
}

export interface RowToEdit {
  /** values of the key fields, joined as the store has them */
  key: string;
  /** every field that the row has */
  data: Row;
  /** since when it has been so */
  changedAt: Date;
}

/** Stored value → label of choices and references, by field. */
export type Labels = ReadonlyMap<string, Readonly<Record<string, string>>>;

/**
 * RG19: one page of a register's public rows with all of their fields. Fields come from the definition alone, values are
 * bound. What is asked for beside the register's own order goes through all rows of the register once: a third of a
 * second for a hundred thousand.
 */
export async function findRowsToEdit(
  db: Db,
  definition: RegisterDefinition,
  query: RowQuery,
  labels: Labels,
  { pageNum, pageSize }: Paging,
): Promise<{ rows: RowToEdit[]; total: number }> {
  const { register } = definition;
  const open = sql`register = ${sql.lit(register)} and public_to is null`;
  const window = sql`limit ${pageSize} offset ${(pageNum - 1) * pageSize}`;
  const conditions = conditionsFor(definition, query, labels);
  if (conditions.length === 0 && query.sort === '') {
    const { rows } = await sql<RowToEdit>`select key, data, public_from as "changedAt" from register_row
      where ${open} order by sort_no, row_id ${window}`.execute(db);
    const count = await sql<{ total: string }>`select count(*) as total from register_row where ${open}`.execute(db);
    return { rows, total: Number(count.rows[0]!.total) };
  }
  const sorted = query.sort === '' ? sql`null::text` : sortValue(definition, query.sort.replace(/^-/, ''), labels);
  const order = (table: string): RawBuilder<unknown> =>
    sql`${sql.ref(`${table}.sorted`)} ${sql.raw(query.sort.startsWith('-') ? 'desc' : 'asc')} nulls last, ${sql.ref(`${table}.sort_no`)}, ${sql.ref(`${table}.row_id`)}`;
  const { rows } = await sql<{ total: string } & ({ key: null } | RowToEdit)>`with found as materialized (
      select row_id, sort_no, ${sorted} as sorted from register_row where ${open}${sql.join(
        conditions.map((one) => sql` and ${one}`),
        sql``,
      )}
    ), page as (select * from found order by ${order('found')} ${window})
    select (select count(*) from found) as total, register_row.key, register_row.data, register_row.public_from as "changedAt"
      from (select 1) as one left join (page join register_row using (row_id)) on true order by ${order('page')}`.execute(
    db,
  );
  return {
    rows: rows.flatMap((row) => (row.key === null ? [] : [{ key: row.key, data: row.data, changedAt: row.changedAt }])),
    total: Number(rows[0]?.total ?? 0),
  };
}

function conditionsFor(definition: RegisterDefinition, query: RowQuery, labels: Labels): RawBuilder<boolean>[] {
  const { register } = definition;
  const { pieces, others } = conditionsOf(definition, { filters: query.filters });
  const conditions = [...pieces.flatMap(({ exact, plain }) => (exact ? [plain] : [])), ...others];
  if (normaliseSearch(query.words) !== '') conditions.push(holdsAll(definition, query, labels));
  if (query.keys) conditions.push(sql<boolean>`key = any(${[...query.keys]}::text[])`);
  if (query.since === 'last')
    conditions.push(
      sql<boolean>`public_from = (select max(public_from) from register_row where register = ${sql.lit(register)})`,
    );
  else if (query.since) conditions.push(sql<boolean>`public_from >= ${query.since}`);
  return conditions;
}

/** The words as one text, else each of them in some cell of the row. */
function holdsAll(definition: RegisterDefinition, query: RowQuery, labels: Labels): RawBuilder<boolean> {
  const whole = holdsWords(definition, query, labels);
  const parts = query.words.split(/\s+/u).filter((words) => normaliseSearch(words) !== '');
  if (parts.length < 2) return whole;
  const each = parts.map((words) => holdsWords(definition, { ...query, words }, labels));
  return sql<boolean>`(${whole} or (${sql.join(each, sql` and `)}))`;
}

/** Words stand in a cell as it is read: in a text, in the label of a choice, as a number. */
function holdsWords(
  { fields }: RegisterDefinition,
  { words, field: only }: RowQuery,
  labels: Labels,
): RawBuilder<boolean> {
  const names = Object.keys(fields).filter((name) => only === '' || name === only);
  const texts = names.filter((name) => !labels.has(name));
  const either: RawBuilder<boolean>[] = [];
  if (texts.length > 0)
    either.push(sql<boolean>`concat_ws(E'\n', ${sql.join(texts.map(valueOf))}) ~ ${looseExpression(words)}`);
  for (const name of names) {
    const choices = labels.get(name);
    if (choices) {
      const meant = Object.keys(choices).filter((value) =>
        normaliseSearch(choices[value]!).includes(normaliseSearch(words)),
      );
      // a value that is no choice any more is read as it is stored
      either.push(
        sql<boolean>`(${valueOf(name)} = any(${meant}::text[]) or (${valueOf(name)} ~ ${looseExpression(words)} and not (${valueOf(name)} = any(${Object.keys(choices)}::text[]))))`,
      );
    } else if (filterKind(fields[name]!) === 'number') {
      const number = readNumber(words, fields[name]!.type === 'percent');
      if (number !== null)
        either.push(
          sql<boolean>`${numberOf(name)} = ${number}::numeric${sql.raw(fields[name]!.fraction ? ' / 100' : '')}`,
        );
    }
  }
  return either.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(either, sql` or `)})`;
}

const valueOf = (name: string): RawBuilder<unknown> => sql`(data->>${sql.lit(name)})`;

/** null for a text that is no number: rows may have become such by a definition */
const numberOf = (name: string): RawBuilder<unknown> =>
  sql`(case when ${valueOf(name)} ~ '^-?\\d{1,20}(\\.\\d{1,20})?$' then ${valueOf(name)}::numeric end)`;

/** Order of a field's cells: by number, by label, else by character. */
function sortValue({ fields }: RegisterDefinition, name: string, labels: Labels): RawBuilder<unknown> {
  const field = fields[name] as FieldDefinition;
  const choices = labels.get(name);
  if (choices)
    return sql`(coalesce(${JSON.stringify(choices)}::jsonb ->> ${valueOf(name)}, ${valueOf(name)}) collate "C")`;
  return filterKind(field) === 'number' ? numberOf(name) : sql`(${valueOf(name)} collate "C")`;
}
