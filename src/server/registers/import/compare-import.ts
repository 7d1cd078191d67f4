import { sql } from 'kysely';
import type { Row } from '#page/data-shapes.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { differingFields } from '#rules/registers/same-row.ts';
import { leadOf } from '#rules/registers/lead-column.ts';
import { KEY_SEPARATOR, rowKey } from '../../store/rows/check-rows.ts';
import { compareKeyed, type Pair } from '../../store/rows/compare-keyed.ts';
import type { Db } from '../../db/tables.ts';
import { cellWords } from './cell-words.ts';
import { spelling } from './key-spellings.ts';
import type { ReadImport } from './read-import.ts';
import type { Lookup } from './references.ts';
import {
  MOST_ROWS,
  MOST_VANISHING,
  type Difference,
  type FieldChange,
  type RowName,
  type Vanishing,
} from './import-report.ts';

interface PublicRow {
  key: string;
  data: Row;
}

/** A new row whose key differs from that of a removed one by width or composition alone. */
export interface Respelt {
  line: number;
  name: string;
  stored: string;
}

/** public rows held at a time */
const BATCH = 1_000;

/**
 * Compares the rows of a file with the public ones of now, by key, as publishing will.
 * @param absent fields without a column in the file: rows take the public values
 * @returns also the rows that seem to be removed and added for a spelling
 */
export async function compareImport(
  db: Db,
  definition: RegisterDefinition,
  { rows, lines, absent, lookups }: Pick<ReadImport, 'rows' | 'lines' | 'absent' | 'lookups'>,
): Promise<{ difference: Difference; respelt: Respelt[] }> {
  const places = new Map(rows.map((row, place) => [rowKey(definition, row), place]));
  const difference: Difference = {
    publicRows: 0,
    added: 0,
    removed: 0,
    changed: 0,
    equal: 0,
    addedRows: [],
    removedRows: [],
    changedRows: [],
    changedFields: [],
  };
  const removed = new Map<string, string>();
  const respelt: Respelt[] = [];
  const counts = new Map<string, number>();
  const tell = ({ key, held: place, came }: Pair<number, PublicRow>): void => {
    if (came) difference.publicRows++;
    if (place === undefined) {
      difference.removed++;
      removed.set(spelling(key), key);
      if (difference.removedRows.length < MOST_ROWS)
        difference.removedRows.push(nameOf(definition, key, came!.data, null, lookups));
      return;
    }
    const row = rows[place]!;
    if (!came) {
      difference.added++;
      const stored = removed.get(spelling(key));
      if (stored !== undefined) respelt.push({ line: lines[place]!, name: wordsOf(key), stored: wordsOf(stored) });
      if (difference.addedRows.length < MOST_ROWS)
        difference.addedRows.push(nameOf(definition, key, row, lines[place]!, lookups));
      return;
    }
    const { data } = came;
    for (const field of absent) row[field] = data[field] ?? null;
    const fields = changesOf(definition, data, row, lookups);
    if (fields.length === 0) {
      difference.equal++;
      return;
    }
    difference.changed++;
    for (const { field } of fields) counts.set(field, (counts.get(field) ?? 0) + 1);
    if (difference.changedRows.length < MOST_ROWS)
      difference.changedRows.push({ ...nameOf(definition, key, row, lines[place]!, lookups), fields });
  };
  await compareKeyed(places, publicRows(db, definition.register), ({ key }) => key, tell);
  difference.changedFields = [...counts]
    .map(([field, count]) => ({ field, title: definition.fields[field]?.title ?? field, count }))
    .sort((a, b) => b.count - a.count);
  return { difference, respelt };
}

const wordsOf = (key: string): string => key.split(KEY_SEPARATOR).join('，');

/**
 * Pages by key, for which each register's public rows have an index: no batch is found by going through all of them.
 */
async function* publicRows(db: Db, register: string): AsyncGenerator<PublicRow[]> {
  for (let after = ''; ;) {
    const batch = await db
      .selectFrom('register_row')
      .select(['key', 'data'])
      .where('register', '=', register)
      .where(sql<boolean>`public_to is null`)
      .where('key', '>', after)
      .orderBy('key')
      .limit(BATCH)
      .execute();
    yield batch;
    if (batch.length < BATCH) return;
    after = batch.at(-1)!.key;
  }
}

/** Changed fields in the order of the definition, then those that it has no longer. */
function changesOf(
  { fields }: RegisterDefinition,
  before: Row,
  after: Row,
  lookups: ReadonlyMap<string, Lookup>,
): FieldChange[] {
  return differingFields(before, after, [...Object.keys(fields), ...Object.keys(before)]).map((field) => {
    const [from, to] = [before[field] ?? null, after[field] ?? null];
    const [old, now] = [from, to].map((value) => cellWords(fields[field], value, lookups.get(field))) as [
      string,
      string,
    ];
    // values that look equal when rounded may still differ
    return {
      field,
      title: fields[field]?.title ?? field,
      ...(old === now ? { from: String(from), to: String(to) } : { from: old, to: now }),
    };
  });
}

/** Key and further names of a row, as the table shows them. */
function nameOf(
  { key: keys, fields, columns }: RegisterDefinition,
  key: string,
  row: Row,
  line: number | null,
  lookups: ReadonlyMap<string, Lookup>,
): RowName {
  const values = key.split(KEY_SEPARATOR);
  const lead = leadOf(columns.flatMap((field) => (fields[field] ? [{ field, ...fields[field] }] : [])));
  const called =
    lead === undefined || keys.includes(lead.field) || (row[lead.field] ?? null) === null
      ? ''
      : ` ${cellWords(lead, row[lead.field]!, lookups.get(lead.field))}`;
  return {
    line,
    name: keys.map((field, at) => `${fields[field]?.title ?? field} ${values[at] ?? ''}`).join('，') + called,
  };
}

/** @param confirmed the number that the person has confirmed */
export function vanishingOf({ removed, publicRows }: Difference, confirmed: number | undefined): Vanishing | null {
  return removed > publicRows * MOST_VANISHING ? { removed, publicRows, confirmed: confirmed === removed } : null;
}
