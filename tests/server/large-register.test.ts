import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { findCommonPieces, listRegisterRows, MOST_COUNTED } from '#server/store/rows/list-register-rows.ts';
import { publish } from '#server/store/publication/publish.ts';
import { deriveRegisters } from '#server/store/rows/register-derived.ts';
import { indexRegisters } from '#server/store/rows/register-indexes.ts';
import type { RegisterQuestion } from '#server/store/rows/register-question.ts';
import { createTestDatabase, type TestDatabase } from '../world/database.ts';

const ROWS = 10_400;
const definition: RegisterDefinition = {
  schemaVersion: 1,
  register: 'large',
  title: '大表',
  endpoints: [],
  key: ['code'],
  fields: {
    code: { title: '代码', type: 'text' },
    name: { title: '名称', type: 'text' },
    kind: { title: '类别', type: 'choice', choices: { a: '甲', b: '乙' } },
    amount: { title: '金额', type: 'money', sortable: true },
  },
  columns: ['code', 'name', 'kind', 'amount'],
  filters: [
    { field: 'kind' },
    { field: 'amount' },
    { fuzzy: ['name', 'code'], name: 'fuzzyItem', title: '名称或代码' },
  ],
  order: ['code'],
};
const code = (index: number) => `Z${String(index).padStart(6, '0')}`;
const row = (index: number) => ({
  code: code(index),
  name: index === 77 ? '唯一' : '示例',
  kind: index < 10_200 ? 'a' : 'b',
  amount: index % 100 === 0 ? null : String(ROWS - index),
});

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await publish(database, {
    title: '大表',
    writtenBy: '甲',
    approvedBy: '乙',
    changes: [
      {
        kind: 'rows',
        document: {
          definition,
          rows: Array.from({ length: ROWS }, (_, index) => row(index)),
          dataDate: '2026-11-20',
          department: '甲',
        },
      },
    ],
  });
});
afterAll(() => database.drop());

const list = async (question: Partial<RegisterQuestion>, pageNum = 1) => {
  const page = await listRegisterRows(
    database.db,
    'now',
    definition,
    { filters: {}, ...question },
    { pageNum, pageSize: 3 },
    { rows: ROWS, common: await findCommonPieces(database.db, 'large') },
  );
  return [page.rows.map((one) => one.code), page.total, page.more];
};
const indexes = async () =>
  (
    await database.pool.query<{ indexdef: string }>(
      `select indexdef from pg_indexes where tablename = 'register_row' and starts_with(indexname, 'register_by_') order by indexdef`,
    )
  ).rows.map(({ indexdef }) => indexdef);

test('[RG3] counts are exact up to 10,000 and end there, whatever is common', async () => {
  expect(MOST_COUNTED).toBe(10_000);
  expect(await list({})).toEqual([[code(0), code(1), code(2)], ROWS, false]);
  expect(await list({ filters: { fuzzyItem: '唯一' } })).toEqual([[code(77)], 1, false]);
  expect(await list({ filters: { kind: 'b' } })).toEqual([[code(10_200), code(10_201), code(10_202)], 200, false]);
  expect(await list({ filters: { kind: 'a' } })).toEqual([[code(0), code(1), code(2)], 10_000, true]);
  expect(await list({ filters: { fuzzyItem: '例' } }, 2)).toEqual([[code(3), code(4), code(5)], 10_000, true]);
  expect(await list({ filters: { fuzzyItem: 'z0' } })).toEqual([[code(0), code(1), code(2)], 10_000, true]);
  expect(await list({ filters: { fuzzyItem: 'z00' } })).toEqual([[code(0), code(1), code(2)], 10_000, false]);
  expect(await list({ filters: { fuzzyItem: 'z0103' } })).toEqual([
    [code(10_300), code(10_301), code(10_302)],
    100,
    false,
  ]);
  expect(await list({ filters: { amountFrom: '1', amountTo: '200' } })).toEqual([
    [code(10_201), code(10_202), code(10_203)],
    198,
    false,
  ]);
});

test('[RG3] sorted pages are the same before and after their indexes are made, empty cells last', async () => {
  const pages = async () => [
    await list({ sort: 'amount' }),
    await list({ sort: '-amount' }),
    await list({ sort: 'amount', filters: { fuzzyItem: '例' } }),
    await list({ sort: 'amount' }, Math.ceil(ROWS / 3)),
  ];
  const before = await pages();
  expect(before[0]).toEqual([[code(10_399), code(10_398), code(10_397)], ROWS, false]);
  expect(before[1]).toEqual([[code(1), code(2), code(3)], ROWS, false]);
  expect(before[3]).toEqual([[code(10_200), code(10_300)].slice(-(ROWS % 3 || 3)), ROWS, false]);
  await indexRegisters(database, [definition]);
  expect(await indexes()).toHaveLength(2);
  expect(await pages()).toEqual(before);
});

test('[RG3] far pages are reached from the nearer end, and a search has no pages beyond what is counted', async () => {
  const last = Math.ceil(ROWS / 3);
  expect((await list({}, 10))[0]).toEqual([code(27), code(28), code(29)]);
  expect((await list({}, 3_000))[0]).toEqual([code(8_997), code(8_998), code(8_999)]);
  expect((await list({}, last))[0]).toEqual([code(10_398), code(10_399)]);
  expect(await list({}, last + 1)).toEqual([[], ROWS, false]);
  expect(await list({ filters: { kind: 'a' } }, 3_334)).toEqual([
    [code(9_999), code(10_000), code(10_001)],
    10_000,
    true,
  ]);
  expect(await list({ filters: { kind: 'a' } }, 3_335)).toEqual([[], 10_000, true]);
  expect(await list({ filters: { kind: 'b' } }, 67)).toEqual([[code(10_398), code(10_399)], 200, false]);
});

test('[RG3] of words that many rows hold the rarer one is looked for, the other asked of its rows', async () => {
  const common = await findCommonPieces(database.db, 'large');
  expect([...common.values()].filter((count) => count <= MOST_COUNTED)).toEqual([]);
  expect(common.get([...common.keys()].find((piece) => piece.endsWith('=a'))!)).toBe(10_200);
  expect(await list({ filters: { kind: 'a', fuzzyItem: '例' } })).toEqual([[code(0), code(1), code(2)], 10_000, true]);
  expect(await list({ filters: { kind: 'a', fuzzyItem: '唯' } })).toEqual([[code(77)], 1, false]);
  expect(await list({ filters: { kind: 'a', fuzzyItem: '例', amountFrom: '300', amountTo: '400' } })).toEqual([
    [code(10_001), code(10_002), code(10_003)],
    99,
    false,
  ]);
});

test('[RG2] indexes follow the definition: nothing is made twice, what is not needed goes', async () => {
  await indexRegisters(database, [definition]);
  const made = await indexes();
  await indexRegisters(database, [definition]);
  expect(await indexes()).toEqual(made);
  await indexRegisters(database, [
    { ...definition, fields: { ...definition.fields, amount: { title: '金额', type: 'money' } } },
  ]);
  expect(await indexes()).toHaveLength(1);
  await indexRegisters(database, []);
  expect(await indexes()).toEqual([]);
});

test('[RG3] rows of a store that did not search this way yet are derived at the start', async () => {
  await database.owner.query(`update register_row set pieces = '{}', search = '{}'; delete from register_derived`);
  expect((await list({ filters: { fuzzyItem: '唯一' } }))[1]).toBe(0);
  await deriveRegisters(database.db, [definition]);
  expect(await list({ filters: { fuzzyItem: '唯一' } })).toEqual([[code(77)], 1, false]);
  expect(await list({ filters: { kind: 'a' } })).toEqual([[code(0), code(1), code(2)], 10_000, true]);
});
