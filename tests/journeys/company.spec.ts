import { AxeBuilder } from '@axe-core/playwright';
import { DOMAIN_CHANNELS } from '../world/domain-channels.ts';
import { BASE, expect, open, test } from '../world/browser.ts';

test('[RT7] the organisation chart is a tree: arrow keys walk and fold it, axe finds nothing, and 公司组织架构图 is the same', async ({
  page,
}) => {
  await open(page, '/publicChannel/orgChart');
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/aboutUs\/orgStructure$/);
  const unit = (name: string) =>
    page.locator('summary', { hasText: name }).filter({ hasText: new RegExp(`^${name}$`) });
  await unit('股东会').focus();
  for (const [key, name] of [
    ['ArrowDown', '监事会'],
    ['ArrowDown', '董事会'],
    ['ArrowUp', '监事会'],
    ['End', '另类投资子公司'],
    ['Home', '股东会'],
    ['ArrowRight', '监事会'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(unit(name)).toBeFocused();
  }
  // a unit that does not branch opens its duty, folds again, then leads up
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('监督董事与高级管理人员履职，检查公司财务。')).toBeVisible();
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByText('监督董事与高级管理人员履职，检查公司财务。')).toBeHidden();
  await page.keyboard.press('ArrowLeft');
  await expect(unit('股东会')).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(unit('董事会')).toBeHidden();
});

test('[FO6] a report opens as the file that it is; one without a file says 暂无数据 @slow', async ({
  page,
  context,
}) => {
  await open(page, '/socialDuty/ESG');
  // the content of the new window depends on the browser's own reader; its request does not
  const opened = context.waitForEvent('page');
  const answered = context.waitForEvent('response', (response) => response.url().endsWith('.pdf'));
  await page
    .getByRole('link', { name: /^2025年度环境、社会及治理报告/ })
    .first()
    .click();
  const answer = await answered;
  expect(answer.url()).toMatch(/\/static-file\/\d{4}\/\d\d\/[0-9a-f]{64}\.pdf$/);
  expect(answer.headers()['content-type']).toBe('application/pdf');
  await (await opened).close();
  await page.getByRole('button', { name: '2019年度社会责任报告' }).click();
  await expect(page.getByRole('alert').filter({ hasText: '暂无数据' })).toBeVisible();
});

test('[RT8] business sectors lead to their first page, and the lines of 机构服务及交易 are tabs', async ({ page }) => {
  await open(page, '/businessSector');
  await expect(page).toHaveURL(`${BASE}/businessSector/personalFinance`);
  await page.getByRole('navigation', { name: '业务板块栏目' }).getByRole('link', { name: '机构服务及交易' }).click();
  await expect(page).toHaveURL(`${BASE}/businessSector/instSvcTxBus/primeBroker`);
  const tabs = page.getByRole('navigation', { name: '机构服务及交易的业务线' }).getByRole('link');
  await expect(tabs).toHaveText(['主经纪商', '研究咨询', '自营交易']);
  await tabs.nth(2).click();
  await expect(page).toHaveURL(`${BASE}/businessSector/instSvcTxBus/selfTrade`);
  await expect(tabs.nth(2)).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('自营交易');
});

test('[RT7] recruitment shows posts that can be searched and portraits that lead to their stories @slow', async ({
  page,
}) => {
  await open(page, '/publicChannel/recruitJobs');
  await page.getByLabel('招聘类别').selectOption({ label: '实习' });
  await page.getByRole('button', { name: '查询' }).click();
  await expect(page).toHaveURL(/category=3/);
  await expect(page.getByRole('main').getByText('intern@shili.example').first()).toBeVisible();
  await open(page, '/publicChannel/staffStyle');
  const portraits = page.getByRole('main').locator('img');
  await expect
    .poll(() => portraits.first().evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
    .toBe(360);
  await page.getByRole('link', { name: /^沈若川/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('沈若川');
});

test('[CH5] every channel of both trees opens, and says something @slow', async ({ request }) => {
  for (const [, title, url] of DOMAIN_CHANNELS) {
    const answer = await request.get(`${BASE}/${url}`);
    expect.soft(answer.status(), url).toBe(200);
    const html = await answer.text();
    expect.soft(html.match(/<h1/g), url).toHaveLength(1);
    expect.soft(html, `${title} ${url}`).not.toMatch(/暂无内容|暂无公示数据|内容暂时无法显示/);
  }
});
