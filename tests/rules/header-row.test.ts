import { describe, expect, test } from 'vitest';
import { headerRow } from '#rules/look/header-row.ts';

type Words = Parameters<typeof headerRow>[0];

const titles = (count: number, title = '信息公告') => Array.from({ length: count }, () => title);
const FIRM = { name: '示例证券', englishName: 'SHILI SECURITIES', hotline: '400-555-0126', isTwoRows: false };
const rowOf = (count: number, words: Partial<Words> = {}) =>
  headerRow({ ...FIRM, titles: titles(count), hasLogin: true, ...words });

test('[HD6] what the row has no room for is under 更多, which takes room itself', () => {
  expect(rowOf(6)).toEqual({ narrow: 6, wide: 6 });
  expect(rowOf(8)).toEqual({ narrow: 6, wide: 8 });
  expect(rowOf(9)).toEqual({ narrow: 6, wide: 7 });
  expect(rowOf(20)).toEqual({ narrow: 6, wide: 7 });
});

test('[HD6] longer words, a longer name of the firm, a wide mark, and 登录 take their room', () => {
  expect(rowOf(0, { titles: titles(9, '投资者教育基地') })).toEqual({ narrow: 4, wide: 5 });
  expect(rowOf(7, { hasLogin: false })).toEqual({ narrow: 7, wide: 7 });
  expect(rowOf(8, { name: '某某某某证券股份有限公司' })).toEqual({ narrow: 5, wide: 6 });
  expect(rowOf(8, { logo: { width: 800, height: 100, hasName: false } })).toEqual({ narrow: 4, wide: 5 });
});

describe('[HD9] search as a field and the hotline in the header’s row', () => {
  const parts = (count: number, words: Partial<Words> = {}) => {
    const { field, line } = rowOf(count, { hasLogin: false, ...words });
    return { field, line };
  };

  test('of at most five entries, where there is room for them; 登录 takes some', () => {
    expect(parts(2)).toEqual({ field: 'narrow', line: 'narrow' });
    expect(parts(4)).toEqual({ field: 'wide', line: 'narrow' });
    expect(parts(5)).toEqual({ field: 'wide', line: 'narrow' });
    expect(parts(4, { hasLogin: true })).toEqual({ field: 'wide', line: 'narrow' });
    expect(parts(5, { hasLogin: true })).toEqual({ line: 'narrow' });
    expect(parts(6)).toEqual({});
  });

  test('a long logo shrinks the field to its icon before the hotline goes', () => {
    const logo = { width: 800, height: 100, hasName: true };
    expect(parts(4, { logo })).toEqual({ field: 'wide', line: 'narrow' });
    expect(parts(4, { logo: { ...logo, hasName: false } })).toEqual({ line: 'wide' });
    expect(parts(4, { logo: { ...logo, hasName: false }, name: '某某某某某某某某证券股份有限公司' })).toEqual({});
  });

  test('a number that is longer than its place, or none, leaves the field', () => {
    expect(parts(3, { hotline: '400-555-0126 转 8' })).toEqual({ field: 'narrow' });
    expect(parts(3, { hotline: '' })).toEqual({ field: 'narrow' });
  });

  test('in two rows whatever the number of entries, as far as there is room; the hotline is above', () => {
    expect(parts(8, { isTwoRows: true })).toEqual({ field: 'narrow' });
    expect(parts(9, { isTwoRows: true })).toEqual({});
  });
});
