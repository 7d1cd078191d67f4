import { describe, expect, test } from 'vitest';
import type { RegisterDefinition } from '#page/register-schema.ts';
import type { Change } from '#kinds/index.ts';
import { TransferRefused } from '#server/editions/draft/transfer-refused.ts';
import {
  compareIn,
  differingOf,
  exportFrom,
  linesOf,
  publishIn,
  saveIn,
  signedBy,
  twoEnvironments,
} from '../world/transfer.ts';
import { smallWorld } from '../world/site.ts';

const definition = {
  schemaVersion: 1,
  register: 'open-days',
  title: '投资者开放日',
  endpoints: [],
  key: ['day'],
  columns: ['day', 'place'],
  filters: [{ field: 'day' }],
  order: ['-day'],
  fields: {
    day: { title: '日期', type: 'date' },
    place: { title: '地点', type: 'text' },
    phone: { title: '联系电话', type: 'text', restricted: true },
  },
} as unknown as RegisterDefinition;

const dayOf = (at: number): string => new Date(Date.UTC(2020, 0, 1 + at)).toISOString().slice(0, 10);
const row = (at: number, place = '营业部') => ({ day: dayOf(at), place, phone: '000-0000' });
const rowsWith = (rows: object[]): Change[] => [
  { kind: 'rows', document: { definition, dataDate: '2026-11-01', department: '办公室', rows } as never },
];
/** more than a line holds, and more than an edition holds itself */
const MANY = 1_250;
const many = (place?: (at: number) => string | undefined) =>
  rowsWith(Array.from({ length: MANY }, (_, at) => row(at, place?.(at))));

const exchange = twoEnvironments(smallWorld(), { production: true, trial: true });
const ROWS = 'rows:open-days';

const rowsIn = async (environment: typeof exchange.trial) => {
  const found = await environment.site.database.db
    .selectFrom('register_row')
    .select('data')
    .where('register', '=', 'open-days')
    .where('public_to', 'is', null)
    .orderBy('sort_no')
    .execute();
  return found.map(({ data }) => data);
};

describe('[BE7] rows of registers', () => {
  test('go where they are asked for, with all columns and their definition, and come as an edition', async () => {
    const { production, trial } = exchange;
    await trial.site.publish('试', [{ kind: 'register', document: definition }, ...many()]);
    const without = await exportFrom(trial, exchange.folder, []);
    expect(linesOf(without).some(({ kind, rows }) => kind === 'rows' || rows !== undefined)).toBe(false);
    const path = await exportFrom(trial, exchange.folder, ['rows']);
    const exported = linesOf(path);
    expect(exported.flatMap(({ rows }) => (rows ? [rows.length] : []))).toEqual([1_000, 250]);
    const compared = await compareIn(production, path);
    expect(differingOf(compared)).toEqual({ 'register:open-days': 'new', [ROWS]: 'new' });
    expect(compared.things.find(({ subject }) => subject === ROWS)!.title).toBe('登记表“投资者开放日”（1,250 行）');
    await publishIn(production, (await saveIn(production, path))!);
    expect(await rowsIn(production)).toEqual(await rowsIn(trial));
    expect((await rowsIn(production))[0]).toMatchObject({ phone: '000-0000' });
    expect(differingOf(await compareIn(production, path))).toEqual({});
  });

  test('what differs is told as counts; rows that were changed on both sides are a clash', async () => {
    const { production, trial } = exchange;
    const theirs = Array.from({ length: MANY - 3 }, (_, at) => row(at, at < 5 ? '新址' : undefined));
    await trial.site.publish('试', rowsWith([...theirs, row(9_000), row(9_001)]));
    const path = await exportFrom(trial, exchange.folder, ['rows']);
    const changed = await compareIn(production, path);
    expect(differingOf(changed)).toEqual({ [ROWS]: 'changed' });
    expect(changed.things.find(({ subject }) => subject === ROWS)!.differences).toEqual([
      '数据：新增 2 行，修改 5 行，删除 3 行',
    ]);
    await production.site.publish('产', rowsWith([row(1), row(2)]));
    expect(differingOf(await compareIn(production, path))).toEqual({ [ROWS]: 'clash' });
    expect(await saveIn(production, path)).toBeNull();
    await publishIn(production, (await saveIn(production, path, { take: [ROWS] }))!);
    expect(await rowsIn(production)).toEqual(await rowsIn(trial));
    expect(differingOf(await compareIn(trial, await exportFrom(production, exchange.folder, ['rows'])))).toEqual({});
  });

  test('more or fewer rows than a file says, and rows of another form, are refused', async () => {
    const { production, trial } = exchange;
    const exported = linesOf(await exportFrom(trial, exchange.folder, ['rows']));
    const first = exported.findIndex(({ rows }) => rows !== undefined);
    const refused = (lines: object[]) => compareIn(production, signedBy(trial, exchange.folder, lines));
    await expect(refused(exported.toSpliced(first, 1))).rejects.toThrow(/it has fewer rows than it says/);
    await expect(refused(exported.toSpliced(first, 0, { rows: [{ day: '2020-01-01' }] }))).rejects.toThrow(
      /it has more rows than it says/,
    );
    const odd = exported[first]!.rows.with(3, { day: { a: 1 } });
    await expect(refused(exported.with(first, { rows: odd }))).rejects.toThrow(TransferRefused);
  });
});
