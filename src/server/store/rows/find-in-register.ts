import { sql, type RawBuilder } from 'kysely';
import type { Cell } from '#page/data-shapes.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import type { Db } from '../../db/tables.ts';
import type { Moment } from '../publication/new-publication.ts';
import { numberPiece, pieceFilters } from './derive-row.ts';
import { publicAt } from '../publication/moment.ts';
import { holdsWords, isWholly } from './register-question.ts';
import { foldTyped } from '../search/search-pieces.ts';

/** A row whose fuzzy fields hold the words of a check. */
export interface FoundInRegister {
  key: string;
  data: Record<string, Cell>;
  /** since when the key has been public without a break */
  since: Date;
  /** one of the searched fields is the words and nothing else */
  exact: boolean;
}

/**
 * Rows of a register in whose fuzzy filters the words stand: as one text, else each of them. A name is often typed with
 * a space in it, or with a number behind it.
 * @param most rows that are answered; exact ones first
 */
export async function findInRegister(
  db: Db,
  moment: Moment,
  definition: RegisterDefinition,
  words: string,
  most: number,
): Promise<FoundInRegister[]> {
  const whole = foldTyped(words);
  const parts = [
    ...new Set(
      words
        .split(/[\s,，、;；]+/u)
        .map(foldTyped)
        .filter((part) => part !== ''),
    ),
  ];
  const found = await findWords(db, moment, definition, [whole], most);
  return found.length > 0 || parts.length < 2 ? found : findWords(db, moment, definition, parts, most);
}

async function findWords(
  db: Db,
  moment: Moment,
  definition: RegisterDefinition,
  words: readonly string[],
  most: number,
): Promise<FoundInRegister[]> {
  const holding = rowsHolding(moment, definition, words, most);
  if (!holding) return [];
  const { register } = definition;
  // each part has an index of its own by key; asked as one, every row found would read the whole register
  const ofKey = (key: RawBuilder<unknown>, ended: RawBuilder<unknown>) =>
    sql`select register, key, public_from, former_key from register_row where register = ${register} and key = ${key} and public_to ${ended}`;
  const began = (key: RawBuilder<unknown>, when: RawBuilder<unknown>) =>
    sql`select begun.public_from, begun.former_key from (${ofKey(key, sql`is null`)} union all ${ofKey(key, sql`is not null`)}) as begun where begun.public_from ${when}
        and not exists (select from register_row as past where past.register = begun.register and past.key = begun.key and past.public_to = begun.public_from)
      order by begun.public_from desc limit 1`;
  // RG23: a row that a definition gave another key goes on
  const { rows } = await sql<FoundInRegister>`with recursive found as (${holding}),
    line as (
      select found.key as of, first.public_from, first.former_key from found cross join lateral (${began(sql`found.key`, sql`<= found.public_from`)}) as first
      union all
      select line.of, earlier.public_from, earlier.former_key from line cross join lateral (${began(sql`line.former_key`, sql`< line.public_from`)}) as earlier
        where line.former_key is not null)
    select key, data, exact, (select min(line.public_from) from line where line.of = found.key) as since
    from found order by exact desc, sort_no`.execute(db);
  return rows;
}

/** A row of any register in which words stand. */
export type FoundInAny = Pick<FoundInRegister, 'key' | 'data' | 'exact'> & { register: string };

/**
 * Rows of several registers in one question, exact ones first.
 * @param most rows of each register; @param onlyExact of a register only what the words name wholly
 */
export async function findInRegisters(
  db: Db,
  searched: readonly { definition: RegisterDefinition; onlyExact: boolean }[],
  words: readonly string[],
  most: number,
): Promise<FoundInAny[]> {
  const parts = searched.flatMap(({ definition, onlyExact }) => {
    const holding = rowsHolding('now', definition, words, most);
    return holding
      ? sql`select ${sql.lit(definition.register)} as register, key, data, exact from (${holding}) as held${onlyExact ? sql` where exact` : sql``}`
      : [];
  });
  if (parts.length === 0) return [];
  const { rows } =
    await sql<FoundInAny>`select * from (${sql.join(parts, sql` union all `)}) as found order by exact desc`.execute(
      db,
    );
  return rows;
}

/**
 * SE7: public rows in which a number stands as a whole.
 * @param number as writtenNumbers gives it @param most rows of each register
 */
export async function findNumber(
  db: Db,
  registers: readonly string[],
  number: string,
  most: number,
): Promise<FoundInAny[]> {
  const { rows } = await sql<FoundInAny>`select register, key, data, true as exact from (
      select register, key, data, sort_no, row_number() over (partition by register order by sort_no) as place from register_row
      where pieces @> ${[numberPiece(number)]}::text[] and register = any(${[...registers]}::text[]) and ${publicAt('register_row', 'now')}
    ) as held where place <= ${most} order by register, sort_no`.execute(db);
  return rows;
}

/** Rows of a register in one of whose fuzzy filters all the words stand; undefined for one that has no such filter. */
function rowsHolding(
  moment: Moment,
  definition: RegisterDefinition,
  words: readonly string[],
  most: number,
): RawBuilder<unknown> | undefined {
  const fuzzy = new Set(definition.filters.flatMap((filter) => ('fuzzy' in filter ? filter.name : [])));
  const filters = pieceFilters(definition).filter(({ name, kind }) => kind === 'text' && fuzzy.has(name));
  if (filters.length === 0) return undefined;
  const either = filters.map((filter) => holdsWords(filter, words));
  const lines = filters.map(({ name }) => sql`search->>${sql.lit(name)}`);
  const wholly = filters.flatMap(({ prefix, whole }) =>
    whole.length > 0 ? [sql` or ${isWholly(prefix, words[0] ?? '')}`] : [],
  );
  const isWhole = sql`(${words[0] ?? ''} = any(string_to_array(concat_ws(E'\n', ${sql.join(lines)}), E'\n'))${sql.join(wholly, sql``)})`;
  return sql`select key, data, public_from, ${isWhole} as exact, sort_no from register_row
    where (${sql.join(either, sql` or `)}) and register = ${sql.lit(definition.register)} and ${publicAt('register_row', moment)}
    order by exact desc, sort_no limit ${most}`;
}
