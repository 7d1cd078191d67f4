import { describe, expect, test } from 'vitest';
import { redLineFinder, redLineWords, type RedLineRegister, type RedLines } from '#rules/red-lines.ts';

type Row = Record<string, string | number | null>;

const fields: RedLineRegister['fields'] = {
  no: { title: '编号', type: 'text' },
  money: { title: '金额', type: 'money', unit: '万元' },
  rate: { title: '比例', type: 'percent' },
  state: { title: '状态', type: 'choice', choices: { on: '在岗', off: '离岗' } },
};
const ended = { field: 'state', values: ['off'] };
const register: RedLineRegister = { title: '名单', key: ['no'], fields, verify: { ended } };
const plain: RedLineRegister = { title: '名单', key: ['no'], fields };

/** `was` and `is` by key; null: nothing is public */
function between(
  was: Row[] | null,
  is: Row[],
  {
    before = plain,
    after = before,
    dates = ['2026-01-01', '2026-01-01'],
  }: { before?: RedLineRegister; after?: RedLineRegister; dates?: [string, string] } = {},
): RedLines {
  const finder = redLineFinder(was && { definition: before, dataDate: dates[0] }, {
    definition: after,
    dataDate: dates[1],
  });
  const open = new Map((was ?? []).map((row) => [row.no, row]));
  for (const row of is) {
    const old = open.get(row.no!);
    if (old) finder.stays(old, row);
    else finder.comes(row);
    open.delete(row.no!);
  }
  for (const row of open.values()) finder.goes(row);
  return finder.found();
}
const words = (found: RedLines): string[] => found.lines.map(redLineWords);
const rows = (count: number, more: (at: number) => Row = () => ({})): Row[] =>
  Array.from({ length: count }, (_, at) => ({ no: `N${at}`, ...more(at) }));

describe('[RD1] a value that changes more than tenfold', () => {
  test.each<[string, Row, Row, string[]]>([
    ['ten times is none', { money: 3 }, { money: 30 }, []],
    ['more than ten', { money: '3' }, { money: '30.1' }, ['“金额”（N0）：变动超过十倍，3 万元 → 30.1 万元']],
    ['less than a tenth', { money: 3 }, { money: 0.29 }, ['“金额”（N0）：变动超过十倍，3 万元 → 0.29 万元']],
    ['a tenth in decimals', { money: '0.3' }, { money: '0.03' }, []],
    ['nothing', { money: 0 }, { money: 500 }, []],
    ['no value', { money: null }, { money: 500 }, []],
    ['another sign', { money: -2 }, { money: 300 }, ['“金额”（N0）：变动超过十倍，-2 万元 → 300 万元']],
  ])('%s', (_, was, is, told) => {
    expect(words(between([{ no: 'N0', ...was }], [{ no: 'N0', ...is }]))).toEqual(told);
  });

  test('by what visitors read under each definition, in one unit', () => {
    const money = (unit: string) => ({
      ...plain,
      fields: { ...fields, money: { title: '金额', type: 'money', unit } },
    });
    const one = [{ no: 'N0', money: 5 }];
    expect(words(between(one, one, { before: money('万元'), after: money('元') }))).toEqual([
      '“金额”（N0）：变动超过十倍，5 万元 → 5 元',
    ]);
    expect(words(between(one, [{ no: 'N0', money: 50_000 }], { before: money('万元'), after: money('元') }))).toEqual(
      [],
    );
    const share = [{ no: 'N0', rate: '0.61' }];
    const decimal = { ...plain, fields: { ...fields, rate: { title: '比例', type: 'decimal' } } };
    const fraction = { ...plain, fields: { ...fields, rate: { title: '比例', type: 'percent', fraction: true } } };
    expect(words(between(share, share, { after: decimal }))).toEqual(['“比例”（N0）：变动超过十倍，0.61% → 0.61']);
    expect(words(between(share, share, { after: fraction }))).toEqual(['“比例”（N0）：变动超过十倍，0.61% → 61.00%']);
    expect(words(between(share, [{ no: 'N0', rate: '0.0061' }], { after: fraction }))).toEqual([]);
  });

  test('twenty are listed, the others counted', () => {
    const { lines, more } = between(
      rows(60, () => ({ money: 1 })),
      rows(60, () => ({ money: 100 })),
    );
    expect([lines.length, more]).toEqual([20, 40]);
  });
});

describe('[RD2] a ratio beyond five deviations', () => {
  const rates = (last: string, at = 9) => rows(10, (n) => ({ rate: n === at ? last : String(60 + n) }));
  test('that comes or changes', () => {
    expect(words(between(null, rates('6.9')))).toEqual(['“比例”（N9）：与本列其他值相差超过 5 倍标准差，6.9%']);
    expect(words(between(rates('69'), rates('99')))).toEqual([
      '“比例”（N9）：与本列其他值相差超过 5 倍标准差，69% → 99%',
    ]);
    expect(words(between(null, rates('69')))).toEqual([]);
    expect(words(between(rates('6.9'), rates('6.9')))).toEqual([]);
  });
  test('equal values scatter a little, and few say nothing', () => {
    const equal = (last: string, count = 10) => rows(count, (at) => ({ rate: at === 0 ? last : '50' }));
    expect(words(between(null, equal('58')))).toEqual([]);
    expect(words(between(null, equal('5')))).toHaveLength(1);
    expect(words(between(null, equal('5', 5)))).toEqual([]);
  });
});

test('[RD3] more than a fifth of the rows gone', () => {
  expect(words(between(rows(10), rows(8)))).toEqual([]);
  const { lines, rowsGone } = between(rows(10), rows(7));
  expect(lines.map(redLineWords)).toEqual(['现在公示的 10 行中有 3 行将移除（30%），10 行 → 7 行']);
  expect(rowsGone).toBe(3);
  expect(between(rows(10), rows(8)).rowsGone).toBe(2);
});

describe('[RD4] the mark of departure', () => {
  const staff = (off: number, count = 10) => rows(count, (at) => ({ state: at < off ? 'off' : 'on' }));
  test.each<[string, number | null, number, string | null]>([
    ['covers none', 2, 0, '不覆盖任何一行'],
    ['covered none before', 0, 0, null],
    ['covers none of a new table', null, 0, '不覆盖任何一行'],
    ['covers all', 2, 10, '覆盖所有行'],
    ['covered all before', 10, 10, null],
    ['a fifth more', 2, 4, null],
    ['more than a fifth more', 2, 5, '多覆盖超过 20% 的行'],
  ])('%s', (_, was, is, told) => {
    const found = words(between(was === null ? null : staff(was), staff(is), { before: register }));
    expect(found.map((one) => /标记(?:比公示中的)?(.*?)，/.exec(one)?.[1])).toEqual(told === null ? [] : [told]);
  });
  test('that a definition moves or takes away', () => {
    const moved = { ...register, verify: { ended: { field: 'state', values: ['on'] } } };
    expect(words(between(staff(2), staff(2), { before: register, after: moved }))).toEqual([
      '“状态”：离岗或终止的标记比公示中的多覆盖超过 20% 的行，2 行（20%） → 8 行（80%）',
    ]);
    expect(words(between(staff(2), staff(2), { before: register, after: plain }))[0]).toContain('不覆盖任何一行');
  });
});

test('[RD5] a data date older than the public one', () => {
  const dated = (was: string, is: string) => words(between(rows(1), rows(1), { dates: [was, is] }));
  expect(dated('2026-02-01', '2026-01-31')).toEqual(['数据日期早于公示中的数据日期，2026-02-01 → 2026-01-31']);
  expect(dated('2026-02-01', '2026-02-01')).toEqual([]);
});
