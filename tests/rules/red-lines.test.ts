import { describe, expect, test } from 'vitest';
import { redLineFinder, redLineWords, type RedLineRegister, type RedLines } from '#rules/registers/red-lines.ts';

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
    finder.see(old, row);
    open.delete(row.no!);
  }
  for (const row of open.values()) finder.see(row, undefined);
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
  ])('%s', (_, was, is, expected) => {
    expect(words(between([{ no: 'N0', ...was }], [{ no: 'N0', ...is }]))).toEqual(expected);
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
  test('values that hardly scatter, and few of them', () => {
    const among = (last: string, usual: (at: number) => string, count = 21) =>
      words(
        between(
          null,
          rows(count, (at) => ({ rate: at === 0 ? last : usual(at) })),
        ),
      );
    const near = (at: number) => (60 + at / 20).toFixed(2);
    expect(among('66.00', near)).toEqual(['“比例”（N0）：与本列其他值相差超过 5 倍标准差，66.00%']);
    expect(among('62.50', near)).toHaveLength(1);
    expect(among('61.50', near)).toEqual([]);
    expect(among('0.30', (at) => (0.02 + at / 2_000).toFixed(3))).toHaveLength(1);
    expect(among('58', () => '50')).toHaveLength(1);
    // no more than rounding
    expect(among('51', () => '50')).toEqual([]);
    expect(among('5', () => '50', 5)).toEqual([]);
  });
  test('also where other rows keep the value', () => {
    const was = rows(200, (at) => ({ rate: at < 3 ? '65' : '70' }));
    const is = was.map((row, at) => (at === 199 ? { ...row, rate: '65' } : row));
    expect(words(between(was, is))).toEqual(['“比例”（N199）：与本列其他值相差超过 5 倍标准差，70% → 65%']);
  });
  test('that others like it would hide, beside what is public; not where most of a column moves', () => {
    const was = rows(20, (at) => ({ rate: (60 + at / 20).toFixed(2) }));
    const changed = (count: number, rate: (old: string) => string) =>
      words(
        between(
          was,
          was.map((row, at) => (at < count ? { ...row, rate: rate(row.rate as string) } : row)),
        ),
      );
    expect(changed(3, () => '66.00')).toHaveLength(3);
    expect(changed(20, (old) => String(Number(old) + 6))).toEqual([]);
  });
});

describe('a number that a text states', () => {
  const withText = (title: string): RedLineRegister => ({
    ...plain,
    fields: { no: fields.no!, said: { title, type: 'text' } },
  });
  const one = (title: string, was: string, is: string) =>
    words(between([{ no: 'N0', said: was }], [{ no: 'N0', said: is }], { before: withText(title) }));

  test.each<[title: string, was: string, is: string, isTold: boolean]>([
    ['费率', '4.35%', '43.5%', false],
    ['费率', '4.35%', '43.6%', true],
    ['费率', '0.61', '61%', false],
    ['费率', '0.61', '0.61%', true],
    ['费率', '0.61', '0.0061', true],
    ['费率', '61', '6', true],
    ['费率（%）', '0.61', '61', true],
    ['费率（%）', '0.61', '0.61%', false],
    ['费用', '12.5‰', '1.25%', false],
    ['费用', '12.5‰', '12.5%', false],
    ['费用', '12.5‰', '13.5%', true],
    ['费用', '百分之5', '5%', false],
    ['费用', '万分之2.5', '2.5%', true],
    ['规模', '100万元', '1,100万元', true],
    ['规模', '100万元', '１００亿元', true],
    ['规模', '100万元', '1000000', false],
    ['规模', '100万份', '100亿份', true],
    ['规模', '100万元', '1万美元', false],
    ['规模（万元）', '100', '10000', true],
    ['期限', '1年', '12个月', false],
    ['期限', '3个月', '3年', true],
    ['标准', '成交金额的0.3‰，最低5元', '成交金额的0.3%，最低50元', false],
    ['标准', '成交金额的0.3‰，最低5元', '成交金额的0.3‰，最低500元', true],
    // both ends of a range, whose unit stands behind the second
    ['费率', '5-10%', '0.4-10%', true],
    ['费率', '5-10%', '5-110%', true],
    ['费率', '5%～10%', '0.4%～10%', true],
    ['费率', '5-10%', '0.5-10%', false],
    ['费率', '1.5%至2%', '15.5%至20%', true],
    ['规模', '5至10万元', '60至100万元', true],
    ['规模', '5万-10万元', '60-100万元', true],
    ['规模', '5万-10万元', '50,000-100,000元', false],
    ['期限', '3—5年', '3—5个月', true],
    ['标准', '收取5–10元', '收取500–1000元', true],
    ['费率（%）', '5-10', '50-110', true],
    ['费率', '万分之2至3', '万分之2至31', true],
    ['日期', '2026-01-01', '1-1-1', false],
    ['标准', '第3.2条：0.3‰', '第3.2条：0.5%', true],
    ['标准', '不低于100万元', '不高于1亿元', false],
    // codes, days, telephones and versions are none
    ['编号', '600000', '1', false],
    ['编号', 'A0001', 'A9999', false],
    ['电话', '021-55507172', '010-1', false],
    ['日期', '2026-01-01', '2026-12-31', false],
    ['文号', '第1号', '第99号', false],
    ['版本', '1.2.3', '99.2.3', false],
  ])('[RD1] %s: %s → %s', (title, was, is, isReported) => {
    expect(one(title, was, is)).toEqual(isReported ? [`“${title}”（N0）：变动超过十倍，${was} → ${is}`] : []);
  });

  test('[RD2] in a column whose numbers are shares by their signs, or by its title', () => {
    const among = (title: string, last: string, usual: (at: number) => string) =>
      words(
        between(
          null,
          rows(21, (at) => ({ said: at === 0 ? last : usual(at) })),
          { before: withText(title) },
        ),
      );
    const beyond = (title: string, value: string) => [`“${title}”（N0）：与本列其他值相差超过 5 倍标准差，${value}`];
    const signed = (at: number) => (at === 3 ? '面议' : `${(4 + at / 40).toFixed(2)}%`);
    expect(among('标准', '9.00%', signed)).toEqual(beyond('标准', '9.00%'));
    expect(among('标准', '4.35', signed)).toEqual(beyond('标准', '4.35'));
    expect(among('标准', '42.5‰', signed)).toEqual([]);
    const bare = (at: number) => (0.6 + at / 1_000).toFixed(3);
    expect(among('折算率', '0.700', bare)).toEqual(beyond('折算率', '0.700'));
    expect(among('净值', '0.700', bare)).toEqual([]);
    expect(among('代码', '1', (at) => String(600_000 + at))).toEqual([]);
    const decimals = { ...plain, fields: { no: fields.no!, said: { title: '折算率', type: 'decimal' } } };
    expect(
      words(
        between(
          null,
          rows(21, (at) => ({ said: at === 0 ? '0.700' : bare(at) })),
          { before: decimals },
        ),
      ),
    ).toHaveLength(1);
  });

  test('[RD1] a definition that turns it into a number, or back', () => {
    const percent = { ...plain, fields: { no: fields.no!, said: { title: '费率', type: 'percent' } } };
    const turned = (change: string, now: string) =>
      words(
        between([{ no: 'N0', said: change }], [{ no: 'N0', said: now }], { before: withText('费率'), after: percent }),
      );
    expect(turned('4.35%', '4.35')).toEqual([]);
    expect(turned('4.35%', '0.0435')).toEqual(['“费率”（N0）：变动超过十倍，4.35% → 0.0435%']);
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
  ])('%s', (_, was, is, expected) => {
    const found = words(between(was === null ? null : staff(was), staff(is), { before: register }));
    expect(found.map((one) => /标记(?:比公示中的)?(.*?)，/.exec(one)?.[1])).toEqual(
      expected === null ? [] : [expected],
    );
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
