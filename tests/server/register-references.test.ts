import type { Change } from '#kinds/index.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { RowProblems } from '#server/store/publication/publication-problems.ts';
import { publish } from '#server/store/publication/publish.ts';
import { createTestDatabase, type TestDatabase } from '../world/database.ts';

const place: RegisterDefinition = {
  schemaVersion: 1,
  register: 'place',
  title: '地区',
  endpoints: [],
  key: ['id'],
  fields: {
    id: { title: '代码', type: 'text' },
    name: { title: '名称', type: 'text' },
    parent: { title: '上级', type: 'reference', reference: { register: 'place', label: 'name' } },
  },
  columns: ['id', 'name', 'parent'],
  filters: [],
  order: ['id'],
};
const shop: RegisterDefinition = {
  ...place,
  register: 'shop',
  title: '网点',
  key: ['no'],
  fields: {
    no: { title: '编号', type: 'text' },
    city: {
      title: '城市',
      type: 'reference',
      reference: { register: 'place', label: 'name', where: { parent: '31' } },
    },
  },
  columns: ['no', 'city'],
  order: ['no'],
};
const PLACES = [
  { id: '31', name: '上海', parent: null },
  { id: '3101', name: '黄浦', parent: '31' },
  { id: '3201', name: '玄武', parent: '' },
];

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const change = (definition: RegisterDefinition, rows: Record<string, string | null>[]): Change => ({
  kind: 'rows',
  document: { definition, rows, dataDate: '2026-11-20', department: '甲' },
});
const shops = (...cities: (string | null)[]) =>
  change(
    shop,
    cities.map((city, at) => ({ no: String(at), city })),
  );
const act = (...changes: Change[]) => publish(database, { title: '公示', writtenBy: '甲', approvedBy: '乙', changes });
const problems = (...changes: Change[]) =>
  act(...changes).then(
    () => 'published',
    (error: unknown) => (error instanceof RowProblems ? error.rows : error),
  );
const publicRows = async (register: string) =>
  (
    await database.pool.query(`select key from register_row where register = $1 and public_to is null order by key`, [
      register,
    ])
  ).rows.map(({ key }) => key);

describe('[RG2] a reference names a row of the other register', () => {
  test('a register that nobody has published has none', async () => {
    expect(await problems(shops('3101'))).toEqual([
      {
        register: 'shop',
        row: 1,
        field: 'city',
        value: '3101',
        message: '第1行“城市”的值“3101”在登记表 place 中没有对应的行',
        expected: '登记表 place 中的主键；该表尚无公示的行，请先发布它',
      },
    ]);
    expect(await publicRows('shop')).toEqual([]);
  });
  test('rows of the same act count, whichever stands first; an empty cell names nothing', async () => {
    expect(await problems(shops('3101', null, ''), change(place, PLACES))).toBe('published');
    expect(await publicRows('shop')).toEqual(['0', '1', '2']);
  });
  test('public rows count, and only those that the reference takes', async () => {
    expect(await problems(shops('3101', '3201', '9'))).toMatchObject([
      { row: 2, value: '3201', expected: '登记表 place 中已公示的主键' },
      { row: 3, value: '9' },
    ]);
    expect(await publicRows('shop')).toEqual(['0', '1', '2']);
  });
  test('rows that the same act takes away do not count, nor those of a register that refers to itself', async () => {
    const fewer = PLACES.filter(({ id }) => id !== '3101');
    expect(await problems(shops('3101'), change(place, fewer))).toMatchObject([{ register: 'shop', value: '3101' }]);
    expect(await problems(change(place, PLACES.slice(1)))).toMatchObject([
      { register: 'place', row: 1, field: 'parent', value: '31' },
    ]);
    expect(await publicRows('place')).toEqual(['31', '3101', '3201']);
  });
  test('a row may go that others name: they keep its key until they are published again', async () => {
    expect(
      await problems(
        change(
          place,
          PLACES.filter(({ id }) => id !== '3101'),
        ),
      ),
    ).toBe('published');
    expect(await publicRows('shop')).toEqual(['0', '1', '2']);
    expect(await problems(shops('3101', null, ''))).toMatchObject([{ value: '3101' }]);
  });
});
