import type { Page } from '@playwright/test';
import { CHANNEL } from '#demo/channels.ts';
import { expect, test } from '#tests/world/browser.ts';
import { adminOf, callsOf, openSignedIn } from '#tests/world/console-browser.ts';

/** windows that the console is measured in */
const HEIGHTS = { 1440: 900, 1024: 768, 768: 1024, 390: 844 } as const;
type Width = keyof typeof HEIGHTS;
const WIDTHS = [1440, 1024, 768, 390] as const;
const MANY = 2_000;

const FIELDS = {
  code: { title: '证券代码', type: 'text', required: true },
  name: { title: '证券简称', type: 'text' },
  market: { title: '交易市场', type: 'text' },
  rate: { title: '折算率', type: 'text' },
  margin: { title: '融资保证金比例', type: 'text' },
  short: { title: '融券保证金比例', type: 'text' },
  from: { title: '生效日期', type: 'date' },
  reason: { title: '调整原因', type: 'text' },
};

/** A register of many rows, and the same rows with three other cells in each. */
function registerOfMany(run: string) {
  const definition = {
    schemaVersion: 1,
    register: `looked-at-${run}`,
    title: `担保证券名单${run}`,
    endpoints: [],
    department: '信用业务部',
    key: ['code'],
    fields: FIELDS,
    columns: Object.keys(FIELDS),
    filters: [{ field: 'code' }],
    order: ['code'],
  };
  const rows = (dataDate: string, cells: object) => ({
    kind: 'rows',
    document: {
      definition,
      dataDate,
      department: '信用业务部',
      rows: Array.from({ length: MANY }, (_, at) => ({
        code: String(600_000 + at),
        name: `示例股份${at}`,
        market: at % 2 ? '上海证券交易所' : '深圳证券交易所',
        margin: '100%',
        from: '2026-11-01',
        ...cells,
      })),
    },
  });
  const reason = '交易所公布的静态市盈率高于三百倍，按规则下调折算率';
  return {
    first: [
      { kind: 'register', document: definition },
      rows('2026-11-01', { rate: '0.70', short: '60%', reason: '定期调整' }),
    ],
    next: [rows('2026-11-02', { rate: '0.65', short: '80%', reason })],
  };
}

async function peopleOf(baseURL: string) {
  const admin = await adminOf(baseURL);
  const grants = (...roles: ('editor' | 'reviewer' | 'publisher' | 'channel-admin' | 'auditor')[]) =>
    roles.map((role) => ({ role, channelId: '' }));
  const writer = await admin.addReady('版面撰写', grants('channel-admin', 'editor'));
  const reader = await admin.addReady('版面审核', grants('reviewer', 'publisher', 'channel-admin', 'auditor'));
  await admin.close();
  return { writer, reader };
}

/** Opens a screen, and waits until what it asks for is drawn. */
async function show(page: Page, path: string): Promise<void> {
  await page.goto(`/console${path}`);
  await drawn(page);
}

async function drawn(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('.loading, main [aria-busy=true]')).toHaveCount(0);
}

const sizeTo = (page: Page, width: Width) => page.setViewportSize({ width, height: HEIGHTS[width] });

/** Rows of the register's table that are seen as a whole: inside its frame, above the bar that saves. */
const rowsInSight = (page: Page): Promise<number> =>
  page.locator('.row-grid').evaluate((table) => {
    const bottomOf = (selector: string) =>
      document.querySelector(selector)?.getBoundingClientRect() ?? { top: innerHeight, bottom: innerHeight };
    const foot = Math.min(innerHeight, bottomOf('.save-bar').top, bottomOf('.row-grid-place').bottom);
    return [...table.querySelectorAll('tbody tr')].filter((row) => row.getBoundingClientRect().bottom <= foot).length;
  });

/** Whether an edition's acts stand inside the window as a whole. */
const actsInSight = (page: Page): Promise<boolean> =>
  page.locator('.acts-bar').evaluate((bar) => {
    const { top, bottom, left, right } = bar.getBoundingClientRect();
    const buttons = [...bar.querySelectorAll('button, a')].map((one) => one.getBoundingClientRect());
    return (
      [top >= 0, bottom <= innerHeight + 1, left >= 0, right <= innerWidth + 1].every(Boolean) &&
      buttons.length > 0 &&
      buttons.every((one) => one.top >= top && one.bottom <= bottom && one.right <= innerWidth)
    );
  });

/** Tables wider than their frame, and whatever makes the window scroll sideways; a register's grid scrolls by itself. */
const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth } = document.documentElement;
    const tables = [...document.querySelectorAll('main table:not(.row-grid)')].filter((table) => {
      const frame = table.parentElement!.getBoundingClientRect();
      const { width, right } = table.getBoundingClientRect();
      return width > 0 && (right > frame.right + 1 || width > frame.width + 1);
    });
    return [
      ...(scrollWidth > innerWidth ? [`window ${scrollWidth}`] : []),
      ...tables.map((table) => `table ${table.textContent?.slice(0, 40)}`),
    ];
  });

/** Tables that are no cards: on a phone their rows would still be lines of cells. */
const noCards = (page: Page): Promise<string[]> =>
  page.locator('main table').evaluateAll((tables) =>
    tables
      .filter((table) => table.getBoundingClientRect().width > 0)
      .filter((table) =>
        [...table.querySelectorAll('tbody tr')].some((row) => getComputedStyle(row).display === 'table-row'),
      )
      .map((table) => table.textContent?.slice(0, 40) ?? ''),
  );

test('[LO3] [LO1] a register shows twelve rows at a desk and eight beside a small menu; the bar has the firm, and the menu at most fourteen lines', async ({
  page,
  baseURL,
}) => {
  const { reader } = await peopleOf(baseURL!);
  await openSignedIn(page, reader, '/console/registers/advisory-staff');
  await expect(page.locator('.row-grid tbody tr').nth(12)).toBeAttached();
  await drawn(page);
  expect(await rowsInSight(page)).toBeGreaterThanOrEqual(12);
  const firm = page.getByRole('banner').getByRole('link', { name: '管理后台' });
  await expect(firm).toContainText('示例证券');
  const menu = page.getByRole('navigation', { name: '主菜单' });
  expect(await menu.getByRole('link').count()).toBeLessThanOrEqual(14);
  await expect(menu.locator('a:not(:has(svg))')).toHaveCount(0);
  await sizeTo(page, 1024);
  expect(await rowsInSight(page)).toBeGreaterThanOrEqual(8);
  expect(await tooWide(page)).toEqual([]);
});

test('[LO3] [ED13] [ED14] an edition of 2,000 changed rows is short, and its acts are in sight at every width; no table is wider than its frame, and on a phone lists are cards @slow', async ({
  page,
  baseURL,
}) => {
  const { writer, reader } = await peopleOf(baseURL!);
  const run = Date.now().toString(36);
  const { first, next } = registerOfMany(run);
  const [writing, reviewing] = [await callsOf(baseURL!, writer), await callsOf(baseURL!, reader)];
  const sent = async (title: string, changes: object[]): Promise<number> => {
    const { editionId } = await writing.post<{ editionId: number }>('/editions', { title, changes });
    await writing.post(`/editions/${editionId}/submit`, { version: 1 });
    return editionId;
  };
  const published = await sent(`担保证券名单${run}`, first);
  await reviewing.post(`/editions/${published}/approve`, { version: 1 });
  await reviewing.post(`/editions/${published}/publish`, { version: 1 });
  const many = await sent(`担保证券名单的调整${run}`, next);
  const title = `关于名单调整的说明${run}`;
  const dated = { channelId: CHANNEL.marginNotice, title, contentTime: '2026-11-20T09:00:00+08:00' };
  const text = await sent(title, [{ kind: 'article', document: { ...dated, content: '<p>第一段</p>' } }]);
  await Promise.all([writing.close(), reviewing.close()]);
  await openSignedIn(page, reader, `/console/editions/${many}`);

  await expect(page.locator('tr[data-difference]')).toHaveCount(20);
  await drawn(page);
  for (const width of WIDTHS) {
    await sizeTo(page, width);
    expect.soft(await actsInSight(page), `${width}`).toBe(true);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    if (width >= 1024) expect.soft(height, `${width}`).toBeLessThanOrEqual(4_000);
    expect.soft(await tooWide(page), `${width}`).toEqual([]);
  }
  await sizeTo(page, 1440);
  const inSight = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate(
        (one) => one.getBoundingClientRect().bottom <= document.querySelector('.acts-bar')!.getBoundingClientRect().top,
      );
  expect(await inSight('tr[data-difference]')).toBe(true);
  await show(page, `/editions/${text}`);
  expect(await inSight('main ins')).toBe(true);
  expect(await actsInSight(page)).toBe(true);

  const screens = ['/', '/editions', '/content', '/channels', '/registers', '/registers/branch', `/editions/${text}`];
  for (const path of [...screens, '/settings', '/people', '/notices', '/media', '/pages']) {
    await show(page, path);
    for (const width of WIDTHS) {
      await sizeTo(page, width);
      await drawn(page);
      expect.soft(await tooWide(page), `${path} ${width}`).toEqual([]);
    }
    expect.soft(await noCards(page), path).toEqual([]);
    const bar = await page.getByRole('banner').evaluate((one) => one.getBoundingClientRect().height);
    expect.soft(bar, path).toBeLessThanOrEqual(56);
    await sizeTo(page, 1440);
  }
});
