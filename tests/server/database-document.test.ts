import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tablesOf } from '#cli/database-document.ts';
import { createTestDatabase, type TestDatabase } from '#tests/world/database.ts';

const FOLDER = fileURLToPath(new URL('../../src/server/db/migrations', import.meta.url));

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/**
 * Facts of PostgreSQL about every column: type, whether it is part of the primary key, is never null, and its
 * reference.
 */
const COLUMNS = `
  select c.relname || '.' || a.attname as column, format_type(a.atttypid, null) as type,
    exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'p' and a.attnum = any (k.conkey)) as key,
    a.attnotnull as filled,
    (select k.confrelid::regclass::text from pg_constraint k
      where k.conrelid = c.oid and k.contype = 'f' and a.attnum = any (k.conkey)) as references
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'migration'`;

test('the drawings of docs/database.md are read from the migrations as PostgreSQL reads them', async () => {
  const { rows } =
    await database.pool.query<Record<'column' | 'type' | 'key' | 'filled' | 'references', unknown>>(COLUMNS);
  const known = rows.map(({ column, type, key, filled, references }) => [
    column,
    type === 'timestamp with time zone' ? 'timestamptz' : type,
    key,
    filled,
    references,
  ]);
  const drawn = tablesOf(FOLDER).flatMap(({ name, columns }) =>
    columns.map((column) => [`${name}.${column.name}`, column.type, column.isKey, column.isFilled, column.references]),
  );
  expect(drawn.toSorted()).toEqual(known.toSorted());
});
