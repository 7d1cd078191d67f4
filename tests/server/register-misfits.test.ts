import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { publish } from '#server/store/publication/publish.ts';
import { findMisfits } from '#server/store/rows/register-misfits.ts';
import { createUpkeep } from '#server/store/rows/register-upkeep.ts';
import { createTestDatabase, type TestDatabase } from '../world/database.ts';

const definition: RegisterDefinition = {
  schemaVersion: 1,
  register: 'branch',
  title: '网点',
  endpoints: [],
  key: ['no'],
  fields: {
    no: { title: '编号', type: 'text' },
    kind: { title: '类别', type: 'choice', choices: { 1: '甲', 2: '乙', 3: '丙' } },
    phone: { title: '电话', type: 'text' },
    note: { title: '备注', type: 'text' },
  },
  columns: ['no'],
  filters: [],
  order: ['no'],
};
const changed: RegisterDefinition = {
  ...definition,
  fields: {
    no: definition.fields.no!,
    kind: { title: '类别', type: 'choice', choices: { 1: '甲', 2: '乙' } },
    telephone: { title: '电话', type: 'text' },
    note: definition.fields.note!,
  },
};

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const rows = ['1', '2', '3', '3'].map((kind, at) => ({ no: String(at), kind, phone: '400' }));
  await publish(database, {
    title: '网点',
    writtenBy: '甲',
    approvedBy: '乙',
    changes: [{ kind: 'rows', document: { definition, dataDate: '2026-11-20', department: '办公室', rows } }],
  });
});
afterAll(() => database.drop());

const expected = [
  'register branch: 4 public rows hold the field phone, which the definition does not name',
  'register branch: field telephone has no values in 4 public rows',
  'register branch: 2 public rows hold 3 in field kind, which is no choice any more',
];

test('a definition that fits says nothing, also of an optional field that is empty everywhere', async () => {
  expect(await findMisfits(database.db, [definition])).toEqual([]);
  expect(await findMisfits(database.db, [{ ...definition, register: 'without-rows' }])).toEqual([]);
});

test('renamed and removed fields and choices are told with the number of their public rows', async () => {
  expect(await findMisfits(database.db, [changed])).toEqual(expected);
});

test('the server tells it once a definition', async () => {
  const messages: string[] = [];
  const upkeep = createUpkeep(database, (sentence) => messages.push(sentence));
  for (const one of [changed, structuredClone(changed), definition, changed]) await upkeep([one]);
  expect(messages).toEqual([...expected, ...expected]);
});
