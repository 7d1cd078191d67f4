import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page, Request } from '@playwright/test';
import type { SiteState } from '#page/page-schema.ts';
import { BASE, column, expect, open, settled, test, watchRequests } from '../world/browser.ts';

const bonds = '/publicChannel/bondInvestment';
const main = (page: Page) => page.getByRole('main');

/** The page has fetched what it needs for the next act (WG6). */
const quiet = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => {
    const came = performance.getEntriesByType('resource').map(({ name }) => name);
    const { page: shown, onUse = [] } = JSON.parse(document.getElementById('state')!.textContent!) as SiteState;
    const hasTable = shown.blocks.some(({ id, source }) => source?.name === 'register' && onUse.includes(id));
    const chunks = ['block-loader', 'call-browser', ...(hasTable ? ['register', 'ready-to-draw'] : [])];
    return chunks.every((chunk) => came.some((name) => new RegExp(`/${chunk}-.{7}\\.js$`).test(name)));
  });

/** Files of scripts that come once the page is quiet. */
async function scriptsOf(page: Page): Promise<string[]> {
  await quiet(page);
  const seen: string[] = [];
  page.on('request', (request) => request.resourceType() === 'script' && seen.push(request.url()));
  return seen;
}

/** File of a widget's view in the build. */
function viewFile(widget: string): string {
  const manifest = readFileSync(join(import.meta.dirname, '../../dist/client/.vite/manifest.json'), 'utf8');
  return (JSON.parse(manifest) as Record<string, { file: string }>)[`widgets/${widget}/View.tsx`]!.file;
}

/** The page with the drawn chart of one product above its rows. */
async function openChart(page: Page): Promise<void> {
  const all = '/publicChannel/openFund?tab=net-values';
  await open(page, all);
  const [code] = await column(page, '产品代码');
  await open(page, `${all}&fundCode=${code}`);
}

const press = (link: Locator) => link.dispatchEvent('click', { button: 0 });

/** Keeps the scripts of views back until what it answers is called. */
async function holdViews(page: Page): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/View-/, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

test('[WG5] the script of a table comes when it is reached for, and what was pressed before is done then', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, bonds);
  const scripts = await scriptsOf(page);
  await page.mouse.move(700, 5);
  await page.keyboard.press('Tab');
  expect(scripts).toEqual([]);
  await main(page).getByRole('button', { name: '复制引用' }).dispatchEvent('click');
  await expect(main(page).getByRole('button', { name: '已复制' })).toBeVisible();
  expect(scripts.length).toBeGreaterThan(0);
});

test('[WG5] words typed before the script has come stay when it comes, and so does the focus', async ({ page }) => {
  await open(page, '/branch');
  const field = main(page).getByRole('search').locator('input[type=search]').first();
  const arrives = page.waitForResponse(/\/View-/);
  await field.fill('杭州');
  await arrives;
  await field.press('End');
  await field.pressSequentially('路');
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('杭州路');
});

test('[ER3] without a connection a search whose script has not come is told of, and goes on when the line is back', async ({
  page,
  context,
  expectFault,
}) => {
  expectFault(/ERR_INTERNET_DISCONNECTED|dynamically imported module/);
  await open(page, '/branch');
  await quiet(page);
  await context.setOffline(true);
  const field = main(page).getByRole('search').locator('input[type=search]').first();
  await field.fill('杭州');
  await field.press('Enter');
  await expect(page.getByRole('alert')).toHaveText(/^\s*网络连接异常，请检查网络设置/);
  await expect(main(page).locator('tbody tr').first()).toBeVisible();
  await context.setOffline(false);
  await field.press('Enter');
  await expect(page).toHaveURL(/%E6%9D%AD%E5%B7%9E|杭州/);
  await expect(field).toHaveValue('杭州');
});

test('[WG5] links and forms of a table that nobody has reached for move within the page; Back leads to what was there', async ({
  page,
}) => {
  await open(page, bonds);
  const { documents } = watchRequests(page);
  await press(main(page).locator('thead a').first());
  await expect(page).toHaveURL(/sort=/);
  await settled(page);
  await page.goBack();
  await expect(page).not.toHaveURL(/sort=/);
  await settled(page);
  await expect(main(page).locator('tbody tr').first()).toBeVisible();
  expect(documents).toEqual([]);
});

test('[WG5] without its script a table stays as it came, and the next reach tries again @slow', async ({
  page,
  expectFault,
}) => {
  expectFault(/Failed to load resource|request failed/);
  await open(page, bonds);
  await page.route(/\/View-/, (route) => route.abort());
  const failed = page.waitForEvent('requestfailed');
  await main(page).locator('tbody td:not(.opener)').first().hover();
  await failed;
  await expect(main(page).locator('tbody tr').first()).toBeVisible();
  await page.unroute(/\/View-/);
  await page.mouse.move(0, 0);
  const arrives = page.waitForResponse(/\/View-/);
  await main(page).locator('tbody td:not(.opener)').nth(1).hover();
  await arrives;
});

test('[WG5] whoever leaves before reaching for anything finds the page again by Back @slow', async ({ page }) => {
  await open(page, bonds);
  const rows = await main(page).locator('tbody tr').count();
  const scripts = await scriptsOf(page);
  await page.locator(`.header a[href="${BASE}/search"], .header a[href="${BASE}/"]`).first().click();
  await expect(page).not.toHaveURL(new RegExp(bonds));
  await settled(page);
  // a page left behind needs no script
  expect(scripts.filter((file) => file.endsWith(viewFile('register-table')))).toEqual([]);
  await page.goBack();
  await expect(main(page).locator('tbody tr')).toHaveCount(rows);
});

test('[WG5] who moves within the page before the script has come keeps the focus, and what was typed elsewhere @slow', async ({
  page,
}) => {
  await open(page, '/branch');
  await page.route(/\/View-/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.continue();
  });
  const next = main(page).getByRole('link', { name: '下一页' });
  await next.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/pageNum=2/);
  await settled(page);
  expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
});

test('[WG5] where the script cannot be had a search is answered by the server’s document', async ({
  page,
  expectFault,
}) => {
  // other views of the next document are kept away, too
  expectFault(/Failed to load resource|request failed|dynamically imported module/);
  await open(page, '/branch');
  await page.route(/\/View-/, (route) => route.abort());
  const { documents } = watchRequests(page);
  await main(page).getByRole('search').locator('input[type=search]').first().fill('杭州');
  await page.keyboard.press('Enter');
  await expect(main(page).getByText(/^查询到/)).toBeVisible();
  expect(documents).toHaveLength(1);
  for (const row of await main(page).locator('tbody tr:not(.row-more)').allInnerTexts()) expect(row).toContain('杭州');
});

test('[WG5] a question that is refused keeps its form, whether the script had come or not @slow', async ({ page }) => {
  await open(page, '/publicChannel/bondInvestment');
  await press(main(page).locator('thead a').first());
  await expect(page).toHaveURL(/sort=/);
  await open(page, `${bonds}?pageNum=1`);
  await page.evaluate(() => history.pushState(null, '', '?pageNum=999'));
  await page.evaluate(() => window.dispatchEvent(new PopStateEvent('popstate', { state: null })));
  await expect(main(page).getByText('没有这一页')).toBeVisible();
  await expect(main(page).getByRole('search')).toBeVisible();
});

test('[WG5] [RG38] a day chosen before the script of a chart has come is the day that is told', async ({ page }) => {
  await openChart(page);
  const range = page.getByLabel('查看某一天');
  const newest = /^\d{4}-\d{2}-\d{2}/.exec((await range.getAttribute('aria-valuetext'))!)![0];
  await range.evaluate((input: HTMLInputElement) => {
    input.value = '0';
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await expect.poll(() => range.getAttribute('aria-valuetext')).not.toContain(newest);
  await expect(range).toHaveValue('0');
});

test('[WG5] [RG38] the first touch of a drawing, before its script has come, is the day that is told @slow', async ({
  page,
}) => {
  await openChart(page);
  const reading = page.locator('.chart__reading time');
  const newest = await reading.getAttribute('datetime');
  const paper = page.locator('.chart__paper svg[role=img]');
  const { x, y, width, height } = (await paper.boundingBox())!;
  await paper.dispatchEvent('pointerdown', { clientX: x + width / 3, clientY: y + height / 2, pointerType: 'touch' });
  await expect(reading).not.toHaveAttribute('datetime', newest!);
});

test('[WG5] [SE6] what was typed before the script of the search has come is suggested @slow', async ({ page }) => {
  await open(page, '/search');
  const scripts = await scriptsOf(page);
  const box = main(page).locator('input[type=search]');
  // the page itself has put the focus there, which is nobody's reach
  await expect(box).toBeFocused();
  expect(scripts).toEqual([]);
  await page.keyboard.insertText('开户');
  await expect(main(page).getByRole('listbox', { name: '搜索建议' }).getByRole('option').first()).toBeVisible();
  await expect(box).toHaveValue('开户');
});

test('[WG5] a reach that cannot bring all that draws a block leaves it as it came, and the next one tries again @slow', async ({
  page,
  expectFault,
}) => {
  expectFault(/Failed to load resource|request failed|dynamically imported module/);
  await openChart(page);
  await page.route(/\/Drawn-/, (route) => route.abort());
  const failed = page.waitForEvent('requestfailed');
  await page.locator('.chart__lines').hover();
  await failed;
  await expect(page.locator('.chart__lines')).toBeVisible();
  await expect(main(page).getByRole('button', { name: '重试' })).toHaveCount(0);
  await page.unroute(/\/Drawn-/);
  const newest = (await page.locator('.chart__reading time').textContent())!;
  await page.getByLabel('查看某一天').focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page.locator('.chart__reading time')).not.toHaveText(newest);
});

test('[WG5] a move that waits for scripts gives way to Back @slow', async ({ page }) => {
  const list = '/publicChannel/companyNotice';
  await open(page, list);
  await page.evaluate(() => history.pushState(null, '', '?from=here'));
  const release = await holdViews(page);
  await press(main(page).getByRole('link', { name: '下一页' }));
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`${list}$`));
  release();
  await page.waitForLoadState('networkidle');
  await expect(page).toHaveURL(new RegExp(`${list}$`));
});

test('[WG5] a move that waits for scripts gives way to the next one @slow', async ({ page }) => {
  await open(page, '/publicChannel/companyNotice');
  const release = await holdViews(page);
  const next = main(page).getByRole('link', { name: '下一页' });
  await press(next);
  await expect(page.getByRole('progressbar', { name: '正在加载页面' })).toBeVisible();
  await page.locator(`.header a[href="${BASE}/search"]`).first().click();
  release();
  await expect(page).toHaveURL(/\/search$/);
  await expect(main(page).locator('input[type=search]')).toBeVisible();
  await settled(page);
  await expect(page).toHaveURL(/\/search$/);
});

test('[WG5] all buttons that were pressed before the script is there do their work @slow', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(() => (window.print = () => Object.assign(window, { printed: true })));
  await open(page, bonds);
  await main(page).getByRole('button', { name: '复制引用' }).dispatchEvent('click');
  await main(page).getByRole('button', { name: '打印' }).dispatchEvent('click');
  await expect(main(page).getByRole('button', { name: '已复制' })).toBeVisible();
  expect(await page.evaluate(() => 'printed' in window)).toBe(true);
});

test('[WG5] the script of questions that comes late takes nothing from whoever has begun to type @slow', async ({
  page,
}) => {
  const release = await holdViews(page);
  await open(page, '/serve/help/question#q-0201');
  const fold = page.locator('details').filter({ has: page.locator('[id="q-0201"]') });
  await fold.locator('summary').click();
  await expect(fold).not.toHaveAttribute('open');
  const box = main(page).locator('input[type=search]');
  await box.click();
  await box.pressSequentially('开');
  const arrives = page.waitForResponse(/\/View-/);
  release();
  await arrives;
  await page.waitForLoadState('networkidle');
  await box.pressSequentially('户');
  await expect(box).toHaveValue('开户');
  await expect(box).toBeFocused();
  await expect(fold).not.toHaveAttribute('open');
});

test('an address whose end is no text is read like one without @slow', async ({ page }) => {
  await page.goto(`${BASE}/serve/help/question#%E0%A4%A`);
  await main(page).locator('input[type=search]').click();
  await settled(page);
  const fold = main(page).locator('details.answer').first();
  await fold.locator('summary').click();
  await expect(fold).toHaveAttribute('open');
});

test('[WG5] where the drawing of a chart cannot be had its frame says so, and 重试 tries again @slow', async ({
  page,
  expectFault,
}) => {
  expectFault(/Failed to load resource|request failed|dynamically imported module|could not be drawn/);
  const chart = '/publicChannel/openFund?tab=net-values';
  await open(page, chart);
  const [code] = await column(page, '产品代码');
  const arrives = page.waitForResponse(`**/${viewFile('register-chart')}`);
  await page.locator('.chart').hover();
  await arrives;
  let refused = 0;
  await page.route(/\/Drawn-/, (route) => {
    refused += 1;
    return route.abort();
  });
  const field = main(page).getByLabel('产品代码');
  await field.fill(code!);
  await field.press('Enter');
  const retry = main(page).getByRole('button', { name: '重试' });
  await expect(retry).toBeVisible();
  // a move that ends later would draw the chart by itself
  await settled(page);
  await page.waitForLoadState('networkidle');
  // React tries what has failed again before it gives up
  expect(refused).toBeLessThan(5);
  await page.unroute(/\/Drawn-/);
  await retry.click();
  await expect(page.locator('.chart__reading')).toBeVisible();
});

test('[WG5] what says the same after a move sleeps on, and is drawn for the new address when it is reached for @slow', async ({
  page,
}) => {
  await openChart(page);
  const scripts = await scriptsOf(page);
  await press(main(page).locator('thead a').first());
  await expect(page).toHaveURL(/sort=/);
  await settled(page);
  expect(scripts.filter((file) => /\/Drawn-/.test(file) || file.endsWith(viewFile('register-chart')))).toEqual([]);
  const newest = (await page.locator('.chart__reading time').textContent())!;
  await page.getByLabel('查看某一天').focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page.locator('.chart__reading time')).not.toHaveText(newest);
  await expect(page.getByLabel('查看某一天')).toBeFocused();
  await expect(page.locator('.chart__compare input[type=hidden][name=sort]')).toHaveCount(1);
});

test('[WG5] links and forms of a block that has slept through a move keep what was chosen since @slow', async ({
  page,
}) => {
  await openChart(page);
  await press(main(page).locator('thead a').first());
  await expect(page).toHaveURL(/sort=/);
  await settled(page);
  const release = await holdViews(page);
  await page.locator('.chart__compare form').evaluate((form: HTMLFormElement) => {
    form.querySelector<HTMLInputElement>('[type=search]')!.value = '没有这只';
    form.requestSubmit();
  });
  await expect(page.getByRole('progressbar', { name: '正在加载页面' })).toBeVisible();
  release();
  await expect(page).toHaveURL(/compare=/);
  await expect(page).toHaveURL(/sort=/);
  await expect(page.getByText('没有找到可以比较的')).toBeVisible();

  await openChart(page);
  const box = page.getByLabel('与另一只产品比较：名称或代码');
  await box.fill('没有这只');
  await box.press('Enter');
  await expect(page).toHaveURL(/compare=/);
  await settled(page);
  await press(main(page).locator('thead a').first());
  await expect(page).toHaveURL(/sort=/);
  await expect(page).toHaveURL(/compare=/);
});

test('[WG5] a block beside the one that was acted on is drawn anew when its data comes @slow', async ({
  page,
  expectFault,
}) => {
  expectFault(/Failed to load resource|request failed|dynamically imported module/);
  await openChart(page);
  const { documents } = watchRequests(page);
  const clear = main(page).getByRole('link', { name: '清除条件' });
  await press(clear);
  await expect(page.locator('.chart__ask')).toBeVisible();
  await expect(page.locator('.chart__lines')).toHaveCount(0);
  expect(documents).toEqual([]);

  await openChart(page);
  await page.route(`**/${viewFile('register-chart')}`, (route) => route.abort());
  documents.length = 0;
  const answered = page.waitForRequest((request) => request.resourceType() === 'document');
  await press(clear);
  await answered;
  await expect(page.locator('.chart__ask')).toBeVisible();
  expect(documents).toHaveLength(1);
});

test('[WG5] who reaches for a block while another one moves keeps the focus @slow', async ({ page }) => {
  await open(page, '/publicChannel/openFund?tab=net-values&fuzzyItem=99');
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(`**/${viewFile('register-table')}`, async (route) => {
    await held;
    await route.continue();
  });
  await press(page.locator('.chart__products a').first());
  const box = page.locator('#block-net-rows').locator('input[type=search]');
  await box.click();
  await box.pressSequentially('新');
  await expect(page.getByRole('progressbar', { name: '正在加载页面' })).toBeVisible();
  await expect(page).not.toHaveURL(/fundCode=/);
  release();
  await expect(page).toHaveURL(/fundCode=/);
  await settled(page);
  await expect(page.locator('.chart__lines')).toBeVisible();
  await expect(box).toBeFocused();
});

test.describe('[WG6] the first act within a page fetches at most 16 kB of scripts:', () => {
  const sorts = (page: Page) => main(page).locator('thead a').first();
  const acts: Record<string, [open: (page: Page) => Promise<void>, act: (page: Page) => Locator]> = {
    'a sort beside a chart': [openChart, sorts],
    'a row beside a chart': [openChart, (page) => main(page).getByRole('link', { name: '链接' }).first()],
    'conditions cleared above a chart': [openChart, (page) => main(page).getByRole('link', { name: '清除条件' })],
    'a sort below a text, with a condition': [(page) => open(page, '/publicChannel/openFund?fundType=股票'), sorts],
    'a product chosen for a chart': [
      (page) => open(page, '/publicChannel/openFund?tab=net-values&fuzzyItem=99'),
      (page) => page.locator('.chart__products a').first(),
    ],
    'another tab': [
      (page) => open(page, '/publicChannel/openFund'),
      (page) => main(page).getByRole('link', { name: '基金净值' }),
    ],
    'search results of a week': [
      (page) => open(page, '/search?q=融资'),
      (page) => main(page).getByRole('link', { name: '一周内' }),
    ],
  };
  for (const [what, [opens, act]] of Object.entries(acts)) {
    test(what, async ({ page }) => {
      await opens(page);
      await quiet(page);
      // requests made before the act that end after it are not the act's
      const requests: Request[] = [];
      page.on('request', (request) => void (request.resourceType() === 'script' && requests.push(request)));
      const before = page.url();
      await press(act(page));
      await expect(page).not.toHaveURL(before);
      await settled(page);
      await page.waitForLoadState('networkidle');
      const sizes = await Promise.all(requests.map(async (request) => (await request.sizes()).responseBodySize));
      const kB = sizes.reduce((sum, size) => sum + size, 0) / 1000;
      expect(kB).toBeGreaterThan(2);
      expect(kB).toBeLessThanOrEqual(16);
    });
  }
});
