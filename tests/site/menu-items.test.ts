import { describe, expect, test } from 'vitest';
import type { Shell } from '#page/page-schema.ts';
import { entriesInRow, partsInRow, type MenuEntry } from '#site/shell/menu-items.ts';

const entries = (count: number, title = '信息公告'): MenuEntry[] =>
  Array.from({ length: count }, (_, at) => ({ title, path: `/${at}`, children: [] }));
const shell = (brand: Partial<Shell['brand']> = {}, login = '/login') =>
  ({ brand: { name: '示例证券', englishName: 'SHILI SECURITIES', ...brand }, login }) as Shell;

test('[HD6] what the row has no room for is under 更多, which takes room itself', () => {
  expect(entriesInRow(entries(6), shell())).toEqual({ narrow: 6, wide: 6 });
  expect(entriesInRow(entries(8), shell())).toEqual({ narrow: 6, wide: 8 });
  expect(entriesInRow(entries(9), shell())).toEqual({ narrow: 6, wide: 7 });
  expect(entriesInRow(entries(20), shell())).toEqual({ narrow: 6, wide: 7 });
});

test('[HD6] longer words, a longer name of the firm, and 登录 take their room', () => {
  expect(entriesInRow(entries(9, '投资者教育基地'), shell())).toEqual({ narrow: 4, wide: 4 });
  const { login: _, ...without } = shell();
  expect(entriesInRow(entries(7), without as Shell)).toEqual({ narrow: 7, wide: 7 });
  expect(entriesInRow(entries(8), shell({ name: '某某某某证券股份有限公司' }))).toEqual({ narrow: 5, wide: 6 });
});

describe('[HD9] search as a field and the hotline in the header’s row', () => {
  const parts = (count: number, brand: Partial<Shell['brand']> = {}, login = '') => {
    const { login: _, ...without } = shell({ hotline: '400-555-0126', ...brand });
    const menu: Shell['menu'] = [];
    return partsInRow(entries(count), { ...without, menu, ...(login && { login }) } as Shell);
  };
  const never = { field: 'never', line: 'never' };

  test('of at most five entries, where there is room for them; 登录 takes some', () => {
    expect(parts(2)).toEqual({ field: 'narrow', line: 'narrow' });
    expect(parts(4)).toEqual({ field: 'wide', line: 'narrow' });
    expect(parts(5)).toEqual({ field: 'wide', line: 'narrow' });
    expect(parts(4, {}, '/login')).toEqual({ field: 'wide', line: 'narrow' });
    expect(parts(5, {}, '/login')).toEqual({ field: 'never', line: 'narrow' });
    expect(parts(6)).toEqual(never);
  });

  test('a long logo shrinks the field to its icon before the hotline goes', () => {
    const logo = { src: '/a.svg', width: 800, height: 100, hasName: true };
    expect(parts(4, { logo })).toEqual({ field: 'wide', line: 'narrow' });
    expect(parts(4, { logo: { ...logo, hasName: false } })).toEqual({ field: 'never', line: 'wide' });
    expect(parts(4, { logo: { ...logo, hasName: false }, name: '某某某某某某某某证券股份有限公司' })).toEqual(never);
  });

  test('a number that is longer than its place, or none, leaves the field', () => {
    expect(parts(3, { hotline: '400-555-0126 转 8' })).toEqual({ field: 'narrow', line: 'never' });
    expect(parts(3, { hotline: '' })).toEqual({ field: 'narrow', line: 'never' });
  });

  test('in two rows whatever the number of entries, as far as there is room; the hotline is above', () => {
    expect(parts(8, { header: 'two-rows' })).toEqual({ field: 'narrow', line: 'never' });
    expect(parts(9, { header: 'two-rows' })).toEqual(never);
    expect(parts(12, { header: 'two-rows' })).toEqual(never);
  });

  test('not where the menu could not be loaded', () => {
    expect(partsInRow(entries(3), { ...shell(), menu: null } as Shell)).toEqual(never);
  });
});
