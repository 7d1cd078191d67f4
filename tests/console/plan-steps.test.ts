import { describe, expect, test } from 'vitest';
import { NO_PERIOD, periodProblem, planSteps } from '#console/settings/plan-steps.ts';
import { addTerms, termOverlaps, termsIn } from '#console/settings/term-overlaps.ts';
import { goneWords } from '#console/settings/gone-words.ts';
import { differencesOf } from '#console/documents/differences.ts';
import { tidyValue } from '#console/documents/tidy-value.ts';

const at = (clock: string) => `${clock}:00+08:00`;

describe('the publications that a setting is planned with', () => {
  test('without times it is one; with an end what is public now comes back', () => {
    expect(planSteps({ value: 'true', from: '', to: '' }, 'false')).toEqual([{ at: '', value: 'true' }]);
    expect(planSteps({ value: 'true', from: '2026-12-13T00:00', to: '2026-12-14T00:00' }, 'false')).toEqual([
      { at: at('2026-12-13T00:00'), value: 'true' },
      { at: at('2026-12-14T00:00'), value: 'false' },
    ]);
  });

  test('entries of a list come and go by themselves, and times at which nothing changes are none', () => {
    const typed = {
      value: ['甲', '乙', '丙'],
      from: '',
      to: '',
      periods: [NO_PERIOD, { from: '2026-12-01T00:00', to: '2026-12-10T00:00' }, { from: '', to: '2026-12-10T00:00' }],
    };
    expect(planSteps(typed, ['甲'])).toEqual([
      { at: '', value: ['甲', '丙'] },
      { at: at('2026-12-01T00:00'), value: ['甲', '乙', '丙'] },
      { at: at('2026-12-10T00:00'), value: ['甲'] },
    ]);
    // values shown until then are public already
    expect(
      planSteps(
        { ...typed, periods: [NO_PERIOD, { from: '2026-12-01T00:00', to: '' }, { from: '2026-12-01T00:00', to: '' }] },
        ['甲'],
      ),
    ).toEqual([{ at: at('2026-12-01T00:00'), value: ['甲', '乙', '丙'] }]);
  });

  test('times that have passed or stand in the wrong order are told', () => {
    const now = '2026-11-22T12:00';
    expect([
      periodProblem(NO_PERIOD, now),
      periodProblem({ from: '2026-11-22T12:01', to: '2026-11-22T12:02' }, now),
    ]).toEqual(['', '']);
    expect(periodProblem({ from: now, to: '' }, now)).toContain('开始时间已过');
    expect(periodProblem({ from: '', to: '2026-11-22T11:59' }, now)).toContain('结束时间已过');
    expect(periodProblem({ from: '', to: '2028-01-01T00:00' }, now)).toContain('请核对年份');
    expect(periodProblem({ from: '2026-12-02T00:00', to: '2026-12-01T00:00' }, now)).toBe('结束时间应晚于开始时间');
  });
});

describe('[LG4] protected words', () => {
  test('many are pasted at once, those that stand there already are told and not added again', () => {
    expect(termsIn(' 范冰、余里\n谷业，，')).toEqual(['范冰', '余里', '谷业']);
    expect(addTerms(['范冰'], ['余里', '范冰', '余里'])).toEqual({ terms: ['范冰', '余里'], twice: ['范冰'] });
  });

  test('a word within another is told with the shortest that holds it', () => {
    expect(termOverlaps(['示例证券股份', '证券', '范冰', '示例证券'])).toEqual([
      { short: '证券', long: '示例证券' },
      { short: '示例证券', long: '示例证券股份' },
    ]);
  });
});

describe('what a form leaves behind', () => {
  const schema = {
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string' },
      fax: { type: 'string' },
      english: { type: 'string', default: '' },
      filings: {
        type: 'object',
        properties: { icp: { type: 'object', required: ['text'], properties: { text: { type: 'string' } } } },
      },
    },
  };

  test('empty optional texts and objects go; what is needed, was a default before or is unknown stays', () => {
    expect(
      tidyValue(schema, { name: '', fax: '', english: '', filings: { icp: {} }, strange: '' }, { english: '' }),
    ).toEqual({ name: '', english: '', strange: '' });
    expect(tidyValue(schema, { name: '甲', filings: { icp: { text: 'x' } } })).toEqual({
      name: '甲',
      filings: { icp: { text: 'x' } },
    });
  });
});

describe('differences between two values', () => {
  test('are told down to the fields, with titles; the order of fields is none', () => {
    expect(differencesOf({ a: 1, b: [{ c: 'x' }] }, { b: [{ c: 'y' }], a: 1 })).toEqual([
      { pointer: '/b/0/c', path: ['b', { entry: { c: 'y' } }, 'c'], before: 'x', after: 'y' },
    ]);
    expect(differencesOf({ a: 1, b: 2 }, { b: 2, a: 1 })).toEqual([]);
    const [one, two, three] = [
      { title: '一', seed: 1 },
      { title: '二', seed: 2 },
      { title: '三', seed: 3 },
    ];
    const later = { ...three, seed: 4 };
    expect(differencesOf([one, two, three], [later, one, two])).toEqual([
      { pointer: '/0', path: [{ entry: later }], moved: { from: 3, to: 1 } },
      { pointer: '/0/seed', path: [{ entry: later }, 'seed'], before: 3, after: 4 },
    ]);
    expect(differencesOf([one, two, three], [one, three])).toEqual([
      { pointer: '/1', path: [{ entry: two }], before: two },
    ]);
    expect(differencesOf([one], [one, two])).toEqual([{ pointer: '/1', path: [{ entry: two }], after: two }]);
  });

  test('what is new as a whole is told by its fields and entries, what is one thing as one', () => {
    expect(differencesOf(undefined, { a: 1, b: ['x'] }).map(({ pointer, after }) => [pointer, after])).toEqual([
      ['/a', 1],
      ['/b/0', 'x'],
    ]);
    expect(differencesOf({ a: { c: 1 } }, undefined).map(({ pointer, before }) => [pointer, before])).toEqual([
      ['/a', { c: 1 }],
    ]);
    expect(
      differencesOf({ a: { c: 1 } }, { a: { c: 2 } }, ([name]) => name === 'a').map(({ pointer }) => pointer),
    ).toEqual(['/a']);
    expect(differencesOf('true', undefined)).toEqual([{ pointer: '', path: [], before: 'true' }]);
  });
});

test('what the site no longer says of itself is told once, whatever took its place', () => {
  const before = {
    name: '甲',
    hotline: '95000',
    complaintPhone: '95000',
    email: 'a@b.cn',
    fax: '1',
    addresses: [
      { title: '总部', text: '滨江路1号' },
      { title: '分部', text: '江边路2号' },
    ],
  };
  expect(goneWords(before, before)).toEqual([]);
  expect(goneWords(before, { ...before, name: '乙', hotline: '95001' })).toEqual([]);
  expect(
    goneWords(before, {
      ...before,
      hotline: '95001',
      complaintPhone: '95001',
      fax: '',
      addresses: [{ title: '总部', text: '江边路2号' }],
    }),
  ).toEqual([
    { title: '客服热线', words: '95000' },
    { title: '传真', words: '1' },
    { title: '地址', words: '滨江路1号' },
  ]);
  expect(goneWords(undefined, before)).toEqual([]);
});
