import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { axe, BASE, column, expect, open, settled, SHELL, test, watchRequests } from '../world/browser.ts';

const bonds = '/publicChannel/bondInvestment';
const ratios = '/serve/margin/deposit-ratio';
const main = (page: Page) => page.getByRole('main');
const form = (page: Page) => main(page).getByRole('search');
const rows = (page: Page) => main(page).locator('table:has(caption) tbody tr:not(.row-more)');
const search = async (page: Page) => {
  await form(page)
    .getByRole('button', { name: /^(查询|比较|核验)$/ })
    .click();
  await settled(page);
};

async function sortThreeTimes(page: Page) {
  const mark = main(page).locator('.sort-line .sorts', { hasText: '取得日期' });
  const own = await column(page, '员工编号');
  await mark.getByRole('link').click();
  await expect(page).toHaveURL(/\?sort=certDate$/);
  await expect(mark.getByRole('link', { name: /^取得日期 ?，升序/ })).toBeVisible();
  await settled(page);
  const inOrder = async () =>
    (await column(page, '取得日期')).every((date, at, dates) => at === 0 || dates[at - 1]! <= date);
  await expect.poll(inOrder).toBe(true);
  const ascending = await column(page, '取得日期');
  await mark.getByRole('link').click();
  await expect(page).toHaveURL(/\?sort=-certDate$/);
  await expect(mark.getByRole('link', { name: /^取得日期 ?，降序/ })).toBeVisible();
  await settled(page);
  await expect.poll(async () => (await column(page, '取得日期'))[0]! > ascending.at(-1)!).toBe(true);
  const descending = await column(page, '取得日期');
  expect(descending).toEqual(descending.toSorted().reverse());
  await mark.getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`${bonds}$`));
  await expect(mark.getByRole('link', { name: /^取得日期 ?[^，]*$/ })).toBeVisible();
  await settled(page);
  await expect.poll(() => column(page, '员工编号')).toEqual(own);
}

async function takeConditionsOut(page: Page) {
  await form(page).getByLabel('业务条线').selectOption('自营');
  await form(page).getByLabel('状态').selectOption('在岗');
  await search(page);
  const chips = page.getByRole('list', { name: '查询条件' }).getByRole('link');
  await expect(chips).toHaveText([/^业务条线：自营/, /^状态：在岗/, '清除条件']);
  await expect.poll(async () => new Set(await column(page, '状态'))).toEqual(new Set(['在岗']));
  await chips.filter({ hasText: '状态' }).click();
  await expect(page).toHaveURL(/\?bizLine=%E8%87%AA%E8%90%A5$/);
  await expect(form(page).getByLabel('状态')).toHaveValue('');
  await expect(chips).toHaveText([/^业务条线：自营/, '清除条件']);
  await chips.filter({ hasText: '清除条件' }).click();
  await expect(page).toHaveURL(new RegExp(`${bonds}$`));
  await expect(chips).toHaveCount(0);
}

async function openOneRow(page: Page) {
  const number = (await column(page, '员工编号'))[2]!;
  await rows(page).nth(2).getByRole('link', { name: '的链接' }).click();
  await expect(page).toHaveURL(new RegExp(`${bonds}\\?row=${number}$`));
  await settled(page);
  await expect(rows(page)).toHaveCount(1);
  expect(await column(page, '员工编号')).toEqual([number]);
  await main(page).getByRole('link', { name: '查看全部' }).click();
  await expect(rows(page)).toHaveCount(10);
  await page.goto(`${BASE}${bonds}?row=899999`);
  await expect(main(page)).toContainText('没有这条记录');
  await main(page).getByRole('link', { name: '查看全部' }).click();
  await expect(rows(page)).toHaveCount(10);
}

async function lookBack(page: Page) {
  const newest = await form(page).getByLabel('数据日期').locator('option').first().textContent();
  const earlier = (await form(page).getByLabel('数据日期').locator('option').nth(2).getAttribute('value'))!;
  expect(newest).toMatch(/^最新（\d{4}-\d\d-\d\d）$/);
  await form(page).getByLabel('数据日期').selectOption(earlier);
  await search(page);
  await expect(main(page)).toContainText(`以下为 ${earlier} 的历史数据。`);
  await expect(page).toHaveURL(new RegExp(`asOf=${earlier}`));
  await main(page).getByRole('link', { name: '查看最新' }).click();
  await expect(main(page)).not.toContainText('历史数据');
  await expect(page).toHaveURL(new RegExp(`${ratios}$`));
}

async function compareTwoDates(page: Page) {
  await main(page).locator('.facts').getByRole('link', { name: '变动清单' }).click();
  await expect(page).toHaveURL(/deposit-ratio\/changes$/);
  await settled(page);
  const kinds = page.getByRole('navigation', { name: '变动种类' }).getByRole('link');
  await expect(kinds.first()).toHaveText(/^全部 [1-9]/);
  const raised = kinds.filter({ hasText: '上调' });
  const earliest = await form(page).getByLabel('较早日期').locator('option').last().getAttribute('value');
  await form(page).getByLabel('较早日期').selectOption(earliest!);
  await search(page);
  await expect(page).toHaveURL(new RegExp(`from=${earliest}`));
  await raised.click();
  await expect(page).toHaveURL(/kind=raised/);
  await settled(page);
  await expect(rows(page).first()).toContainText('上调');
  await expect(rows(page).first().locator('del')).not.toHaveCount(0);
}

test.describe('tools of a register', () => {
  test('[RG3] a column sorts up, down and not at all, a condition is taken out by itself, a row has its address: without a new document', async ({
    page,
    expectFault,
  }) => {
    expectFault(/404/);
    await open(page, bonds);
    const { documents } = watchRequests(page);
    await sortThreeTimes(page);
    await takeConditionsOut(page);
    expect(documents).toEqual([]);
    await openOneRow(page);
  });

  test('[RG3] cities are those of the chosen province; another province takes the chosen city away @slow', async ({
    page,
  }) => {
    await open(page, '/branch');
    const city = form(page).getByLabel('城市');
    expect(await city.locator('optgroup').count()).toBeGreaterThan(20);
    await form(page).getByLabel('省份').selectOption({ label: '浙江省' });
    await expect(city.locator('optgroup')).toHaveCount(1);
    await city.selectOption({ label: '杭州市' });
    await form(page).getByLabel('省份').selectOption({ label: '江苏省' });
    await expect(city).toHaveValue('');
    await expect(city.locator('optgroup')).toHaveAttribute('label', '江苏省');
    await form(page).getByLabel('省份').selectOption({ label: '上海市' });
    await search(page);
    await expect(page).toHaveURL(/\?provinceId=310000$/);
    await expect(page.getByRole('list', { name: '查询条件' })).toContainText('省份：上海市');
    expect(await rows(page).count()).toBeGreaterThan(0);
  });

  test('[RG3] a list with history is shown as it was, and compared between two dates @slow', async ({ page }) => {
    await open(page, ratios);
    await lookBack(page);
    await compareTwoDates(page);
  });

  test('[RG5] the whole register and what was found are files @slow', async ({ page }) => {
    await open(page, `${bonds}?bizLine=%E8%87%AA%E8%90%A5`);
    const found = Number(
      /查询到 (\d+) 人/.exec(await page.getByRole('status').filter({ hasText: '查询到' }).innerText())![1],
    );
    await main(page).getByText('下载', { exact: true }).click();
    const hrefOf = async (name: string) => (await main(page).getByRole('link', { name }).getAttribute('href'))!;
    const [ofFound, ofAll] = [await hrefOf('下载查询结果 CSV'), await hrefOf('下载全部 CSV')];
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      main(page).getByRole('link', { name: '下载查询结果 CSV' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/\.csv$/);
    const lines = async (href: string) => (await (await page.request.get(href)).text()).trim().split('\r\n');
    expect(await lines(ofFound)).toHaveLength(found + 1);
    expect((await lines(ofAll)).length).toBeGreaterThan(found + 1);
  });

  test('the head of a long table stays in sight on a tablet, and the table is scrolled by keyboard @slow', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1024, height: 900 });
    await open(page, '/publicChannel/openFund?tab=net-values&pageSize=50');
    const region = page.getByRole('region', { name: '产品净值' });
    await region.focus();
    for (let step = 0; step < 12; step++) await page.keyboard.press('ArrowDown');
    await expect.poll(() => region.evaluate((one) => one.scrollTop)).toBeGreaterThan(100);
    await expect(page.getByRole('columnheader', { name: '净值日期' })).toBeInViewport({ ratio: 0.9 });
    // a row that has the focus is not below the head
    await rows(page).last().getByRole('link', { name: '的链接' }).focus();
    for (let step = 0; step < 25; step++) await page.keyboard.press('Shift+Tab');
    const free = () =>
      page.evaluate(
        () =>
          document.activeElement!.getBoundingClientRect().top -
          document.querySelector('main thead th')!.getBoundingClientRect().bottom,
      );
    await expect.poll(free).toBeGreaterThanOrEqual(0);
  });

  test('axe finds nothing on a phone where a register is searched, checked and compared', async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 900 });
    for (const path of [
      `${ratios}/changes`,
      '/verify?words=%E6%9F%A5%E6%97%A0%E6%AD%A4%E4%BA%BA',
      '/search?q=%E5%85%AC%E5%91%8A',
    ]) {
      await open(page, path);
      expect.soft(await axe(page, 'html', SHELL), path).toEqual([]);
      expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(375);
    }
  });

  for (const [size, width] of [
    ['desktop', 1440],
    ['phone', 375],
  ] as const) {
    test(`axe finds nothing on the pages of registers, and none is wider than the window (${size}) @slow`, async ({
      page,
    }) => {
      test.slow();
      await page.setViewportSize({ width, height: 900 });
      const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
      for (const path of [
        '/publicChannel/companyInfo',
        '/branch',
        ratios,
        `${ratios}/changes`,
        '/serve/margin/concentration',
        '/verify?words=%E6%9F%A5%E6%97%A0%E6%AD%A4%E4%BA%BA',
        '/search?q=%E5%85%AC%E5%91%8A',
      ]) {
        await open(page, path);
        const { violations } = await new AxeBuilder({ page })
          .options({ resultTypes: ['violations'] })
          .withTags(tags)
          .analyze();
        expect
          .soft(
            violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
            path,
          )
          .toEqual([]);
        expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(width);
      }
    });
  }
});

test.describe('tools of a register without scripts', () => {
  test.use({ javaScriptEnabled: false });
  // the browser reports the preloads of scripts that it may not run
  test.beforeEach(({ expectFault }) => expectFault(/^request failed: \S+\.js csp$/));

  test('[RG3] [RG31] order, conditions, the address of a row, dates and changes are links and GET forms', async ({
    page,
    expectFault,
  }) => {
    expectFault(/404/);
    await page.goto(BASE + bonds);
    await sortThreeTimes(page);
    await takeConditionsOut(page);
    await openOneRow(page);
    await page.goto(BASE + ratios);
    await lookBack(page);
    await compareTwoDates(page);
  });

  test('[RG3] a person is checked: found with the way to the row, not found with advice', async ({ page }) => {
    await page.goto(BASE + bonds);
    const number = (await column(page, '员工编号'))[0]!;
    await page.goto(`${BASE}/verify`);
    await form(page).getByRole('searchbox').fill(` ${number} `);
    await search(page);
    await expect(main(page).getByRole('status')).toContainText('相符的公示记录');
    await main(page)
      .getByRole('link', { name: /查看公示记录：债券投资交易人员/ })
      .click();
    await expect(page).toHaveURL(new RegExp(`bondInvestment\\?row=${number}$`));
    await expect(rows(page)).toHaveCount(1);
    await page.goto(`${BASE}/verify`);
    await form(page).getByRole('searchbox').fill('查无此人');
    await search(page);
    await expect(main(page).getByRole('status')).toContainText('没有查到“查无此人”');
    await expect(main(page).getByRole('status').getByRole('link', { name: '400-555-0000' })).toBeVisible();
    await main(page).getByRole('link', { name: '产品核验' }).click();
    await expect(page).toHaveURL(/\/verify\?kind=product$/);
  });
});

test('[WG3] a tab whose widget the page has not shown yet opens by a click as by its address @slow', async ({
  page,
}) => {
  for (const path of [
    '/publicChannel/companyInfo',
    '/publicChannel/sypz',
    '/publicChannel/openFund',
    '/publicChannel/recruitJobs',
  ]) {
    await open(page, path);
    const tabs = page.getByRole('main').locator('.tabs a');
    const count = await tabs.count();
    expect(count, path).toBeGreaterThan(1);
    for (let at = 1; at < count; at += 1) {
      await tabs.nth(at).click();
      await expect(tabs.nth(at)).toHaveAttribute('aria-current', /page|true/);
      await settled(page);
      await expect(page.getByText('内容暂时无法显示'), `${path} tab ${at}`).toHaveCount(0);
    }
  }
});

test('the menu of downloads closes by Escape, by a click elsewhere and with the page @slow', async ({ page }) => {
  await open(page, bonds);
  const menu = main(page).locator('details.downloads');
  const unfold = async () => {
    await menu.locator('summary').click();
    await expect(menu).toHaveAttribute('open', '');
  };
  await unfold();
  await page.keyboard.press('Escape');
  await expect(menu).not.toHaveAttribute('open', '');
  await expect(menu.locator('summary')).toBeFocused();
  await unfold();
  await main(page).locator('.sort-line').getByRole('link', { name: '取得日期' }).click();
  await expect(page).toHaveURL(/\?sort=certDate$/);
  await expect(menu).not.toHaveAttribute('open', '');
  await unfold();
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`${bonds}$`));
  await expect(menu).not.toHaveAttribute('open', '');
});

test('[WG5] a menu of the table closes by Escape while the script of its block has not come @slow', async ({
  page,
}) => {
  let bring = () => {};
  const held = new Promise<void>((resolve) => (bring = resolve));
  await page.route(/\/View-/, async (route) => {
    await held;
    await route.continue();
  });
  await open(page, bonds);
  const menu = main(page).locator('details.downloads');
  await menu.locator('summary').click();
  await expect(menu).toHaveAttribute('open', '');
  await page.keyboard.press('Escape');
  await expect(menu).not.toHaveAttribute('open', '');
  bring();
});

test('on a phone the conditions fold after a search: the rows found are in view, and nothing lies on 重置 @slow', async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await open(page, bonds);
  await page.getByText('更多条件').click();
  await form(page).getByLabel('业务条线').selectOption('自营');
  const reset = form(page).getByRole('link', { name: '重置' });
  const [link, button] = await Promise.all(
    [reset, page.locator('.side__fold')].map(async (one) => (await one.boundingBox())!),
  );
  expect(link!.x + link!.width, 'left of the floating button').toBeLessThanOrEqual(button!.x);
  await search(page);
  await expect(form(page).getByLabel('业务条线')).toBeHidden();
  await expect(main(page).getByText(/^查询到/)).toBeInViewport();
});

test('[RG35] a printed register ends with address, day and version, and what cites it is copied @slow', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, bonds);
  const version = (await main(page).locator('.facts span').first().textContent())!;
  expect(version).toMatch(/^数据截至 \d{4}-\d\d-\d\d$/);
  await main(page).getByRole('button', { name: '复制引用' }).click();
  await expect(main(page).getByRole('button', { name: '已复制' })).toBeVisible();
  const cited = await page.evaluate(() => navigator.clipboard.readText());
  expect(cited).toMatch(
    new RegExp(`^债券投资交易人员公示 - .+，${version}，http.+${bonds}，访问于 \\d{4}-\\d\\d-\\d\\d$`),
  );
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await expect(page.locator('.printed')).toHaveText(new RegExp(`^http.+${bonds}　\\d{4}-\\d\\d-\\d\\d　${version}$`));
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect(page.locator('.printed')).toHaveCount(0);

  // from the register to its updates, and from a day to what it changed
  await open(page, '/serve/margin/stock');
  await main(page).getByRole('link', { name: '更新记录', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('标的证券更新记录');
  await main(page).getByRole('link', { name: '变动清单' }).first().click();
  await expect(page).toHaveURL(/changes\.from=.+&changes\.to=.+#block-changes$/);
  await expect(
    main(page)
      .locator('#block-changes')
      .getByText(/^\d{4}-\d\d-\d\d 与 \d{4}-\d\d-\d\d 相比$/),
  ).toBeInViewport();
  // a block that waits for its rows is dimmed
  await settled(page);
  expect(await axe(page)).toEqual([]);
});
