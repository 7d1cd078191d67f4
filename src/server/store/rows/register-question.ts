import { containing } from '../../db/like.ts';
import { sql, type RawBuilder } from 'kysely';
import type { FieldDefinition, RegisterDefinition } from '#page/register-schema.ts';
import { filterKind } from '#page/register-view.ts';
import type { Moment } from '../publication/new-publication.ts';
import { KEY_SEPARATOR } from './check-rows.ts';
import { choicePiece, LONGEST_CHOICE_PIECE, pieceFilters, type PieceFilter } from './derive-row.ts';
import { foldTyped, piecesToFind } from '../search/search-pieces.ts';
import { isStillPublic } from '../publication/still-public.ts';

/** Filter values by call parameter; names that are no filter of the definition are ignored. */
type Filters = Readonly<Record<string, string>>;

export interface RegisterQuestion {
  filters: Filters;
  /** a sortable field, '-' before it for descending; absent: the register's own order */
  sort?: string;
  /** values of the key fields: only this row */
  row?: readonly string[];
  /** limits a past list to rows that are still public at this moment, whatever their key is there */
  stillAt?: Moment;
}

export interface PieceCondition {
  all: string[];
  /** the pieces say it all; of a longer word some are enough, for `others` looks for it besides */
  exact: boolean;
  /** the same asked of a row that is read anyway: comparing a row's pieces takes several times as long */
  plain: RawBuilder<boolean>;
}

/** Conditions on a row. */
export interface Conditions {
  /** each word and choice, answered by one index */
  pieces: PieceCondition[];
  others: RawBuilder<boolean>[];
}

/**
 * Conditions come from the definition's closed list (a filter on a hidden field would be an oracle); values are bound.
 * Text is looked for as folded, choices are equal, dates and numbers compare as such, also as a range by {name}From and
 * {name}To (RG3).
 */
export function conditionsOf(
  definition: RegisterDefinition,
  { filters, row, stillAt }: Pick<RegisterQuestion, 'filters' | 'row' | 'stillAt'>,
): Conditions {
  const conditions: Conditions = {
    pieces: [],
    others: [
      ...(row ? [sql<boolean>`key = ${row.join(KEY_SEPARATOR)}`] : []),
      ...(stillAt ? [isStillPublic(definition, stillAt)] : []),
    ],
  };
  for (const filter of pieceFilters(definition)) {
    const value = filters[filter.name]?.trim();
    if (value === undefined || value === '') continue;
    if (filter.kind === 'choice') addChoice(conditions, filter.name, filter.prefix, value);
    else if (foldTyped(value) === '') continue;
    else if (filter.whole.length > 0) conditions.others.push(holdsWords(filter, [foldTyped(value)]));
    else addWord(conditions, filter.name, filter.prefix, foldTyped(value));
  }
  for (const filter of definition.filters) {
    const field = 'field' in filter ? definition.fields[filter.field] : undefined;
    if (field && 'field' in filter && !field.restricted)
      conditions.others.push(...rangeConditions(filter.field, field, filters));
  }
  return conditions;
}

/** Whether a register on demand is asked without a condition, and so shows nothing. */
export function asksTooLittle(definition: RegisterDefinition, question: RegisterQuestion): boolean {
  const { pieces, others } = conditionsOf(definition, { ...question, stillAt: undefined });
  return definition.onDemand === true && pieces.length + others.length === 0;
}

/**
 * A row that has each of the folded words: in its searched text, or as the whole of a field that has to be named
 * wholly.
 */
export function holdsWords({ name, prefix, whole }: PieceFilter, words: readonly string[]): RawBuilder<boolean> {
  const each = words.map((word) => {
    const pieces = piecesToFind(word).map((piece) => prefix + piece);
    const held = sql<boolean>`(pieces @> ${pieces}::text[] and search->>${sql.lit(name)} like ${containing(word)})`;
    return whole.length === 0 ? held : sql<boolean>`(${held} or ${isWholly(prefix, word)})`;
  });
  return sql<boolean>`(${sql.join(each, sql` and `)})`;
}

/** Whether a field of the row that has to be named wholly is this folded word. */
export const isWholly = (prefix: string, word: string): RawBuilder<boolean> =>
  sql<boolean>`pieces @> ${[choicePiece(prefix, word)]}::text[]`;

function addChoice({ pieces, others }: Conditions, name: string, prefix: string, value: string): void {
  const plain = sql<boolean>`data->>${sql.lit(name)} = ${value}`;
  // a piece of full length may be the beginning of a longer value
  const exact = [...value].length < LONGEST_CHOICE_PIECE;
  pieces.push({ all: [choicePiece(prefix, value)], exact, plain });
  if (!exact) others.push(plain);
}

function addWord({ pieces, others }: Conditions, name: string, prefix: string, word: string): void {
  const plain = sql<boolean>`search->>${sql.lit(name)} like ${containing(word)}`;
  const exact = [...word].length < 3;
  pieces.push({ all: piecesToFind(word).map((piece) => prefix + piece), exact, plain });
  // pieces of a longer word may stand apart
  if (!exact) others.push(plain);
}

function rangeConditions(name: string, field: FieldDefinition, filters: Filters): RawBuilder<boolean>[] {
  const kind = filterKind(field);
  if (kind !== 'date' && kind !== 'number') return [];
  const value = typedValue(name, field);
  const bounds: [string | undefined, string][] = [
    [filters[name], '='],
    [filters[`${name}From`], '>='],
    [filters[`${name}To`], '<='],
  ];
  const wanted = bounds.flatMap(([text, compared]) =>
    text?.trim() ? [sql<boolean>`${value} ${sql.raw(compared)} ${bound(kind, text.trim(), field)}`] : [],
  );
  // words of a date (VA5) stand behind all days, and are in no range of them
  return field.words && filters[`${name}From`]?.trim() ? [...wanted, sql<boolean>`${value} < ${BEHIND_DAYS}`] : wanted;
}

/** The sign behind the digits, as characters compare. */
const BEHIND_DAYS = ':';

/**
 * A field's value as it compares: dates are kept as yyyy-mm-dd and compare by character as other texts, numbers as
 * numbers. Spelled equally in conditions, orders and indexes, or no index would be used.
 */
export function typedValue(name: string, field: FieldDefinition): RawBuilder<unknown> {
  return filterKind(field) === 'number'
    ? sql`((nullif(data->>${sql.lit(name)}, ''))::numeric)`
    : sql`((data->>${sql.lit(name)}) collate "C")`;
}

/** The bound of a fraction is in the percents that a page shows: 65 finds 0.65. */
function bound(kind: 'date' | 'number', text: string, { fraction }: FieldDefinition): string | number {
  if (kind === 'date') return text;
  const number = Number(text);
  return fraction ? Number((number / 100).toPrecision(15)) : number;
}

export interface OrderKey {
  name: string;
  value: RawBuilder<unknown>;
  descending: boolean;
}

/**
 * Expressions by which rows are ordered, each under a name; empty values last either way. The register's own order as
 * it is now is `sort_no`; for a past moment that order is made from the values of the rows.
 */
export function ordering(definition: RegisterDefinition, sort: string | undefined, moment: Moment): OrderKey[] {
  const words = [...(sort ? [sort] : []), ...(moment === 'now' ? [] : definition.order)];
  const keys = words.flatMap((word, index): OrderKey[] => {
    const name = word.replace(/^-/, '');
    const field = definition.fields[name];
    return field ? [{ name: `sorted_${index}`, value: typedValue(name, field), descending: word.startsWith('-') }] : [];
  });
  const own = (name: string): OrderKey => ({ name, value: sql.ref(name), descending: false });
  return [...keys, own('sort_no'), own('row_id')];
}
