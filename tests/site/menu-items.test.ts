import { expect, test } from 'vitest';
import type { Shell } from '#page/page-schema.ts';
import { entriesInRow, type MenuEntry } from '#site/shell/menu-items.ts';

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
