import { expect, test } from 'vitest';
import { findRowRedLines } from '#kinds/rows/server/find-red-lines.ts';
import type { RowsDocument } from '#kinds/rows/index.ts';
import type { FieldDefinition, RegisterDefinition } from '#page/register-schema.ts';

const rates = Array.from({ length: 20 }, (_, at) => `rate${at}`);
const definition: RegisterDefinition = {
  schemaVersion: 1,
  register: 'rates',
  title: '保证金比例',
  endpoints: [],
  key: ['code'],
  fields: {
    code: { title: '代码', type: 'text' },
    ...Object.fromEntries(
      rates.map((name): [string, FieldDefinition] => [name, { title: name, type: 'percent', scale: 2 }]),
    ),
  },
  columns: ['code', ...rates],
  filters: [],
  order: ['code'],
};
const document = (count: number, by = 1): RowsDocument => ({
  definition,
  dataDate: '2026-11-20',
  department: '信用业务部',
  rows: Array.from({ length: count }, (_, row) => ({
    code: String(row),
    ...Object.fromEntries(rates.map((name, at) => [name, String(((row % 50) + at) * by)])),
  })),
});
const none = {} as never;

test('[RD7] while rows of many numbers are looked at, other requests have their turn', async () => {
  let turns = 0;
  let isLooking = true;
  const tick = (): void => {
    turns += 1;
    if (isLooking) setImmediate(tick);
  };
  setImmediate(tick);
  const { lines, more } = await findRowRedLines({ db: none }, document(2_000), document(2_000, 1.01));
  isLooking = false;
  expect([lines, more]).toEqual([[], 0]);
  expect(turns).toBeGreaterThan(2);
});

test('[RD7] the worker is asked once for the same rows, whether they stand in the edition or apart', async () => {
  const keys: unknown[] = [];
  const runInWorker = (async (_name: string, _input: object, key?: string) => {
    keys.push(key);
    return { lines: [], more: 0, rowsGone: 0 };
  }) as never;
  const look = (after: RowsDocument) => findRowRedLines({ db: none, runInWorker }, document(2_000), after);
  await look(document(10));
  await look(document(10));
  await look(document(11));
  expect(keys.map((key) => typeof key)).toEqual(['string', 'string', 'string']);
  expect([keys[0] === keys[1], keys[0] === keys[2]]).toEqual([true, false]);
});
