import { describe, expect, test } from 'vitest';
import { readConditions, readDay, readNumber, type ConditionRule } from '#rules/registers/read-condition.ts';

test.each([
  ['30', '30'],
  ['３０', '30'],
  [' 30 ', '30'],
  ['1 000', '1000'],
  ['1,000', '1000'],
  ['１，０００．５', '1000.5'],
  ['+12', '12'],
  ['－５', '-5'],
  ['−5', '-5'],
  ['0.650', '0.650'],
  ['123456789012345', '123456789012345'],
])('[RG7] a number is read however it is typed: %s', (typed, number) => {
  expect(readNumber(typed)).toBe(number);
});

test.each([
  'abc',
  '三十',
  '1,00',
  '1e5',
  '0x10',
  '30%',
  '3.',
  '.',
  '',
  '-',
  '1234567890123456',
  '1.12345678901',
  'Infinity',
  '30 万',
  '30 40',
])('[RG7] no number: %s', (typed) => {
  expect(readNumber(typed)).toBeNull();
});

test('[RG7] the sign of percent is read where percents are asked for', () => {
  expect(['30%', '３０％', '30 %', '30'].map((typed) => readNumber(typed, true))).toEqual(['30', '30', '30', '30']);
  expect([readNumber('30%'), readNumber('30%%', true), readNumber('%', true)]).toEqual([null, null, null]);
});

test.each([
  ['2026-01-05', '2026-01-05'],
  ['２０２６－０１－０５', '2026-01-05'],
  ['2026/1/5', '2026-01-05'],
  ['2026.1.5', '2026-01-05'],
  ['2026年1月5日', '2026-01-05'],
  [' 2024-02-29 ', '2024-02-29'],
  ['2026-13-01', null],
  ['2026-02-29', null],
  ['2026-00-10', null],
  ['0000-01-01', null],
  ['2026-01', null],
  ['yesterday', null],
])('[RG7] a day is read however it is typed, and only one that there is: %s', (typed, day) => {
  expect(readDay(typed)).toBe(day);
});

describe('conditions of a register', () => {
  const rules: [string, ConditionRule][] = [
    ['market', { title: '市场', choices: ['SH', 'SZ'] }],
    ['converRateFrom', { title: '折算率（起）', format: 'number', percent: true }],
    ['converRateTo', { title: '折算率（止）', format: 'number', percent: true }],
    ['navDateFrom', { title: '净值日期（起）', format: 'date' }],
    ['navDateTo', { title: '净值日期（止）', format: 'date' }],
    ['fuzzyItem', { title: '姓名', minLength: 2 }],
    ['asOf', { title: '数据日期', format: 'date', choices: ['2026-11-19'] }],
    ['from', { title: '较早日期', format: 'date', choices: ['2026-11-20', '2026-11-19'] }],
    ['to', { title: '较晚日期', format: 'date', choices: ['2026-11-20', '2026-11-19'] }],
  ];
  const messagesOf = (given: Record<string, unknown>) =>
    readConditions(rules, given).problems.map(({ name, title, message }) => `${name} ${title}：${message}`);

  test('[RG7] what can be read is answered as it compares, and empty fields of a form ask for nothing', () => {
    expect(
      readConditions(rules, {
        // a copied text, with characters that nobody sees
        market: '\u200bSH\ufeff',
        converRateFrom: '３\u200b０％',
        converRateTo: '',
        navDateFrom: '2026/1/5',
        fuzzyItem: ' 王\u200d明 ',
        other: 'x',
        asOf: '2026年11月19日',
      }),
    ).toEqual({
      values: { market: 'SH', converRateFrom: '30', navDateFrom: '2026-01-05', fuzzyItem: '王明', asOf: '2026-11-19' },
      problems: [],
    });
  });

  test.each([
    [{ market: '火星' }, 'market 市场：没有这一项，请从列表中选择'],
    [{ market: 'constructor' }, 'market 市场：没有这一项，请从列表中选择'],
    [{ converRateFrom: 'abc' }, 'converRateFrom 折算率（起）：请输入数字，例如 30 或 30%'],
    [{ converRateFrom: '1'.repeat(16) }, 'converRateFrom 折算率（起）：数字过长，整数最多 15 位，小数最多 10 位'],
    [{ converRateFrom: '70', converRateTo: '9' }, 'converRateTo 折算率（止）：应不小于起始值 70'],
    [{ navDateFrom: '2026-13-01' }, 'navDateFrom 净值日期（起）：请输入日期，例如 2026-01-31'],
    [{ navDateFrom: '2026-11-02', navDateTo: '2026-11-01' }, 'navDateTo 净值日期（止）：应不早于起始日期 2026-11-02'],
    [{ from: '2026-11-20', to: '2026/11/19' }, 'to 较晚日期：应不早于起始日期 2026-11-20'],
    [{ asOf: '2026-11-18' }, 'asOf 数据日期：这一天没有公布名单，最早的是 2026-11-19，请从列表中选择'],
    [{ asOf: '2026/11/21' }, 'asOf 数据日期：这一天没有公布名单，此前最近的是 2026-11-19，请从列表中选择'],
    [{ asOf: 'abc' }, 'asOf 数据日期：请输入日期，例如 2026-01-31'],
    [{ fuzzyItem: '王' }, 'fuzzyItem 姓名：请至少输入 2 个字'],
    [{ fuzzyItem: '王 · ' }, 'fuzzyItem 姓名：请至少输入 2 个字'],
    [{ fuzzyItem: '·' }, 'fuzzyItem 姓名：请输入文字、字母或数字'],
    [{ fuzzyItem: '王\0明' }, 'fuzzyItem 姓名：请输入文字、字母或数字'],
    [{ fuzzyItem: '王'.repeat(201) }, 'fuzzyItem 姓名：最多 200 个字，现有 201 个，请缩短'],
  ])('[RG7] what cannot be read is told with what would be right: %j', (given, message) => {
    expect(messagesOf(given)).toEqual([message]);
  });

  test('[RG7] every condition that cannot be read is told at once, and both ends of a range may be the same', () => {
    expect(messagesOf({ market: '火星', converRateFrom: 'abc', converRateTo: 'x' })).toHaveLength(3);
    expect(
      messagesOf({ converRateFrom: '30', converRateTo: '30%', navDateFrom: '2026-01-05', navDateTo: '2026/1/5' }),
    ).toEqual([]);
  });
});
