import type { Page } from '@playwright/test';
import { column, expect, open, BASE, settled, test, watchRequests } from '../world/browser.ts';

const staff = '/publicChannel/fundSaleStaff';
/** the register's rows alone: notes may hold tables too */
const rows = (page: Page) => page.getByRole('main').locator('table:has(caption) tbody tr:not(.row-more)');
const pager = (page: Page) => page.getByRole('navigation', { name: '分页' });
const form = (page: Page) => page.getByRole('search');
const tabs = (page: Page) => page.getByRole('navigation', { name: '期货IB业务公示', exact: true }).getByRole('link');

/** The same steps with and without scripts: everything of a register has an address. */
async function searchPageAndReturn(page: Page) {
  const person = (await column(page, '姓名'))[3]!;
  await form(page).getByLabel('姓名或证书编号').fill(person);
  await form(page).getByRole('button', { name: '查询' }).click();
  await expect(page).toHaveURL(
    new RegExp(`fundSaleStaff\\?fuzzyItem=${encodeURIComponent(person)}(&orgName=&asOf=)?$`),
  );
  await expect(page.getByRole('status').filter({ hasText: '查询到' })).toBeVisible();
  await settled(page);
  const found = await column(page, '姓名');
  expect(found.length).toBeGreaterThan(0);
  expect([...new Set(found)]).toEqual([person]);
  await expect(page.getByRole('status').filter({ hasText: '查询到' })).toHaveText(`查询到 ${found.length} 人`);
  await expect(form(page).getByLabel('姓名或证书编号')).toHaveValue(person);

  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`${staff}$`));
  await expect(form(page).getByLabel('姓名或证书编号')).toHaveValue('');
  await expect(rows(page)).toHaveCount(10);
  const first = await column(page, '证书编号');
  await pager(page).getByRole('link', { name: '第 2 页' }).click();
  await expect(page).toHaveURL(/\?pageNum=2$/);
  await settled(page);
  await expect(pager(page)).toContainText('第 11–20 人，共 320 人');
  const second = await column(page, '证书编号');
  expect(second.filter((one) => first.includes(one))).toEqual([]);
  await page.reload();
  expect(await column(page, '证书编号')).toEqual(second);

  await pager(page)
    .getByText(/^10 .\/页$/)
    .first()
    .click();
  await pager(page)
    .getByRole('link', { name: /^20 .\/页$/ })
    .click();
  await expect(page).toHaveURL(/\?pageSize=20$/);
  await expect(rows(page)).toHaveCount(20);
  expect(await column(page, '证书编号')).toEqual([...first, ...second]);
}

async function findNothingAndClear(page: Page) {
  await form(page).getByLabel('姓名或证书编号').fill('查无此人');
  await form(page).getByRole('button', { name: '查询' }).click();
  const nothing = page.getByRole('status').filter({ hasText: '没有符合条件的记录' });
  await expect(nothing).toBeVisible();
  await expect(rows(page)).toHaveCount(0);
  await nothing.getByRole('link', { name: '清除条件' }).click();
  await expect(rows(page)).toHaveCount(10);
  await expect(page).toHaveURL(new RegExp(`${staff}$`));
}

async function openTabs(page: Page) {
  await expect(tabs(page)).toHaveText(['管理人员', '业务人员', '营业部']);
  await expect(tabs(page).and(page.locator('[aria-current=page]'))).toHaveText(['管理人员']);
  await settled(page);
  expect(new Set(await column(page, '类别'))).toEqual(new Set(['管理人员']));
  await tabs(page).filter({ hasText: '业务人员' }).click();
  await expect(page).toHaveURL(/futuresIB\?tab=staff$/);
  await settled(page);
  await expect.poll(async () => new Set(await column(page, '类别'))).toEqual(new Set(['业务人员']));
  await pager(page).getByRole('link', { name: '第 2 页' }).click();
  await expect(page).toHaveURL(/futuresIB\?(?=.*tab=staff)(?=.*pageNum=2)/);
  await expect(tabs(page).and(page.locator('[aria-current=page]'))).toHaveText(['业务人员']);
  await tabs(page).filter({ hasText: '营业部' }).click();
  await expect(page).toHaveURL(/futuresIB\?tab=branches$/);
  await expect(rows(page).first()).toContainText('示例期货有限公司');
}

test.describe('registers', () => {
  test('[PC3] names are found, pages and sizes turned, Back undoes each: all without a new document @fast', async ({
    page,
  }) => {
    await open(page, staff);
    const { documents } = watchRequests(page);
    await searchPageAndReturn(page);
    expect(documents, 'the reload alone').toHaveLength(1);
    await open(page, staff);
    await findNothingAndClear(page);
  });

  test('tabs have addresses of their own, and a tab forgets the page of its neighbour @slow', async ({ page }) => {
    await open(page, '/publicChannel/futuresIB');
    await openTabs(page);
    await page.goBack();
    await expect(pager(page).locator('[aria-current=page]')).toHaveText('2');
    await expect(tabs(page).and(page.locator('[aria-current=page]'))).toHaveText(['业务人员']);
  });

  test('a deep link answers filter, page and size at once, and choices combine @slow', async ({ page }) => {
    await open(page, '/publicChannel/bondInvestment?bizLine=%E8%87%AA%E8%90%A5&pageSize=20');
    expect(new Set(await column(page, '业务条线'))).toEqual(new Set(['自营']));
    await expect(form(page).getByLabel('业务条线')).toHaveValue('自营');
    const whole = await rows(page).count();
    await form(page).getByLabel('状态').selectOption('离岗');
    await form(page).getByRole('button', { name: '查询' }).click();
    await expect(page).toHaveURL(/(?=.*bizLine=)(?=.*status=)(?=.*pageSize=20)/);
    await expect.poll(() => rows(page).count()).toBeLessThan(whole);
    await page.goBack();
    await expect(rows(page)).toHaveCount(whole);
    await expect(form(page).getByLabel('状态')).toHaveValue('');
    await expect(page.getByRole('main')).toContainText(/数据截至 2026-11-\d\d/);
    await expect(page.getByRole('main')).toContainText('责任部门：固定收益总部');
  });

  test('nonsense in the address is the first page, never a fault @slow', async ({ page }) => {
    for (const query of [
      '?pageNum=abc',
      '?pageNum=-1',
      '?pageNum=0',
      '?pageNum=1&unknown=%3Cscript%3E',
      '?fuzzyItem=%25%5C_%27%22',
    ]) {
      await open(page, staff + query);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('基金销售资格人员公示');
    }
  });
});

test.describe('registers without scripts', () => {
  test.use({ javaScriptEnabled: false });
  // the browser reports the preloads of scripts that it may not run
  test.beforeEach(({ expectFault }) => expectFault(/^request failed: \S+\.js csp$/));

  test('[PC3] names are found, pages and sizes turned by links and GET forms @slow', async ({ page }) => {
    await page.goto(BASE + staff);
    await searchPageAndReturn(page);
    await page.goto(BASE + staff);
    await findNothingAndClear(page);
  });

  test('tabs, lists and the drawer work as plain HTML @slow', async ({ page }) => {
    await page.goto(`${BASE}/publicChannel/futuresIB`);
    await openTabs(page);
    await page.setViewportSize({ width: 375, height: 800 });
    await page.getByText('菜单', { exact: true }).click();
    await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '公司公告' }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('公司公告');
    // buttons that need scripts are not offered
    await expect(page.getByRole('button', { name: '打印' })).toBeHidden();
  });
});

/** RG7: what was typed stays, is told, and answers with nothing. */
async function typeWhatCannotBeRead(page: Page) {
  await page.goto(`${BASE}/serve/margin/conver-rate`);
  const more = page.getByText('更多条件');
  if (await more.isVisible()) await more.click();
  const field = form(page).getByLabel('折算率（起）');
  await field.fill('abc');
  await form(page).getByRole('button', { name: '查询' }).click();
  await expect(page).toHaveURL(/[?&]converRateFrom=abc/);
  await expect(page.getByRole('status').filter({ hasText: '查询条件无法识别' })).toBeVisible();
  await expect(field).toBeVisible();
  await expect(field).toHaveValue('abc');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription('请输入数字，例如 30 或 30%');
  await expect(field).toBeFocused();
  await expect(rows(page)).toHaveCount(0);
  await expect(page.locator('.downloads, .chips')).toHaveCount(0);
  await field.fill('６５％');
  await form(page).getByRole('button', { name: '查询' }).click();
  await expect(page.getByRole('status').filter({ hasText: '查询到' })).toBeVisible();
  await expect(field).not.toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveValue('６５％');
}

test('[RG7] a condition that cannot be read keeps its field, and is answered once it is corrected @slow', async ({
  page,
}) => {
  await typeWhatCannotBeRead(page);
});

test.describe('conditions without scripts, on a phone', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 375, height: 800 } });
  test.beforeEach(({ expectFault }) => expectFault(/^request failed: \S+\.js csp$/));
  test('[RG7] a condition that cannot be read keeps its field, and is answered once it is corrected @slow', async ({
    page,
  }) => {
    await typeWhatCannotBeRead(page);
  });
});

test('[RG33] no table of a register is wider than its page, on a laptop and in a narrow window', async ({ page }) => {
  const wide: string[] = [];
  for (const width of [1440, 1080, 768]) {
    await page.setViewportSize({ width, height: 900 });
    for (const path of [
      '/publicChannel/bondInvestment',
      '/publicChannel/finProductInfo',
      '/publicChannel/openFund',
      '/publicChannel/openFund?tab=net-values',
      '/publicChannel/etfQualify',
      '/publicChannel/sypz?tab=certificates',
      '/publicChannel/marketers',
      '/serve/products/privateFund',
      '/branch',
    ]) {
      await page.goto(BASE + path);
      const [room, needed] = await page
        .locator('main .sheet')
        .first()
        .evaluate((sheet) => [sheet.clientWidth, sheet.scrollWidth]);
      if (needed! > room!) wide.push(`${path} at ${width}: ${needed} of ${room}`);
    }
  }
  expect(wide).toEqual([]);
});

test('[RG36] on a phone branches are asked for by province and city, by what they do, and counted by province @slow', async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await open(page, '/branch');
  await expect(form(page).getByLabel('省份')).toBeVisible();
  await expect(form(page).getByLabel('城市')).toBeVisible();
  await expect(form(page).getByLabel('网点名称或地址')).toBeHidden();
  await form(page).getByText('更多条件').click();
  await form(page).getByLabel('可办业务').selectOption('期权');
  await form(page).getByRole('button', { name: '查询' }).click();
  await expect(page.getByRole('status').filter({ hasText: '查询到' })).toBeVisible();
  await settled(page);
  const services = await column(page, '可办业务');
  expect(services.length).toBeGreaterThan(0);
  expect(services.every((one) => one.includes('期权'))).toBe(true);
  expect((await column(page, '营业时间')).every((one) => one.startsWith('交易日'))).toBe(true);

  await open(page, '/branch');
  const first = page.getByRole('list', { name: '各省网点' }).getByRole('link').first();
  const [, count] = /(\d+) 家$/.exec((await first.textContent())!)!;
  await first.click();
  await expect(page.getByRole('status').filter({ hasText: '查询到' })).toHaveText(`查询到 ${count} 家`);
});

test('[RG38] the chart of a fund stands above its table and tells the values of a day by keyboard and by finger', async ({
  page,
}) => {
  await open(page, '/publicChannel/openFund?tab=net-values');
  const [code] = await column(page, '产品代码');
  await open(page, `/publicChannel/openFund?tab=net-values&fundCode=${code}`);
  const reading = page.locator('.chart__reading');
  const newest = (await reading.locator('time').textContent())!;
  const chart = (await page.locator('.chart').boundingBox())!;
  expect(chart.y).toBeLessThan((await page.locator('main .sheet').boundingBox())!.y);
  await page.getByLabel('查看某一天').focus();
  await page.keyboard.press('ArrowLeft');
  await expect(reading.locator('time')).not.toHaveText(newest);
  expect((await reading.locator('time').textContent())! < newest).toBe(true);
  await expect(reading).toContainText(/单位净值 ?\d\.\d{4} ?较前一日 ?[+-]?\d+\.\d\d%/);
  const paper = (await page.locator('.chart__paper').boundingBox())!;
  await page.mouse.move(paper.x + 1, paper.y + 40);
  const oldest = (await reading.locator('time').textContent())!;
  await page.keyboard.press('Home');
  await expect(reading.locator('time')).toHaveText(oldest);
});
