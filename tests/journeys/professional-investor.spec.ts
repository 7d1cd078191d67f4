import type { Page } from '@playwright/test';
import { axe, BASE, expect, open, test } from '../world/browser.ts';

const PATH = '/serve/professionalInvestor';
const PDF = { name: '资产证明.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n证明\n%%EOF\n') };
const PNG = { name: '经历.png', mimeType: 'image/png', buffer: Buffer.from('\x89PNG\r\n\x1a\n0000', 'latin1') };

async function logIn(page: Page, baseURL: string, customer: RegExp) {
  await page.goto(`/demo/login?url=${encodeURIComponent(baseURL + BASE + PATH)}`);
  await page.getByRole('button', { name: customer }).click();
  await page.waitForURL(`**${BASE}${PATH}`);
}
const form = (page: Page) => page.locator('form.application');
const progress = (page: Page) => page.getByRole('region', { name: /申请进度/ });

test('[RK5] nobody sees the form without a login: a dialog asks, 取消 leaves a way on, 去登录 leads there and back', async ({ page, baseURL }) => {
  await open(page, PATH);
  const dialog = page.getByRole('dialog', { name: '温馨提示' });
  await expect(dialog).toContainText('您尚未登录资金账号，请登录后继续操作。');
  expect(await axe(page)).toEqual([]);
  await dialog.getByRole('button', { name: '取消' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(form(page)).toHaveCount(0);
  await page.getByRole('button', { name: '去登录' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('演示登录');
  expect(new URL(page.url()).searchParams.get('url')).toBe(`${baseURL}${BASE}${PATH}`);
  await page.getByRole('button', { name: /演示客户甲/ }).click();
  await expect(form(page)).toBeVisible();
});

test('[RK5] an action that page data marks needsFundAccount asks first, by mouse and by keyboard, and lets customers pass', async ({ page, baseURL }) => {
  await open(page, '/publicChannel/sypz');
  const link = page.getByRole('link', { name: '申请专业投资者确认' });
  const dialog = page.getByRole('dialog', { name: '温馨提示' });
  for (const act of [() => link.click(), () => link.press('Enter'), () => link.click({ modifiers: ['Control'] })]) {
    await act();
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
  await expect(page).toHaveURL(/publicChannel\/sypz$/);
  await logIn(page, baseURL!, /演示客户乙/);
  await page.goto(`${BASE}/publicChannel/sypz`);
  await link.click();
  await expect(form(page)).toBeVisible();
});

test('[RK7] from an empty form to its status: everything wrong is told at once, what is typed stays, sent it is under review', async ({ page, baseURL, expectFault }) => {
  await logIn(page, baseURL!, /演示客户癸/);
  await form(page).getByRole('button', { name: '提交申请' }).click();
  const wrong = page.getByRole('alert').filter({ hasText: '请修改以下' });
  await expect(wrong).toBeFocused();
  await expect(wrong.getByRole('listitem')).toHaveCount(6);
  expect(await axe(page)).toEqual([]);
  await wrong.getByRole('button', { name: /金融资产应不低于/ }).click();
  await expect(page.getByLabel('金融资产（万元）')).toBeFocused();

  await page.keyboard.type('680');
  await page.getByLabel('投资经历（年）').fill('3');
  await page.getByLabel('金融资产证明（必传）').setInputFiles([PDF, { name: '程序.pdf', mimeType: 'application/pdf', buffer: Buffer.from('MZ\x90\0') }]);
  await page.getByLabel('投资经历或工作证明（必传）').setInputFiles(PNG);
  await page.getByLabel('我已阅读并同意以上内容').check();
  await page.getByLabel('我单独同意').check();
  await form(page).getByRole('button', { name: '提交申请' }).click();
  await expect(page.getByRole('alert').filter({ hasText: '文件“程序.pdf”不是 PDF、JPG 或 PNG' })).toBeVisible();

  // a line that breaks loses nothing of it
  expectFault(/ERR_FAILED|confirm/);
  await page.getByRole('button', { name: '移除 程序.pdf' }).click();
  await page.route('**/professional/investor/confirm', (route) => route.abort(), { times: 1 });
  await form(page).getByRole('button', { name: '提交申请' }).click();
  await expect(page.getByRole('alert').filter({ hasText: '您填写的内容都还在' })).toBeVisible();
  await expect(page.getByLabel('金融资产（万元）')).toHaveValue('680');

  await form(page).getByRole('button', { name: '提交申请' }).dblclick();
  await expect(page.getByRole('heading', { name: '申请进度：已提交' })).toBeFocused();
  await expect(form(page)).toHaveCount(0);
  await expect(progress(page).getByText('资产证明.pdf')).toBeVisible();
  expect(await axe(page)).toEqual([]);
  await page.reload();
  await expect(page.getByRole('heading', { name: '申请进度：已提交' })).toBeVisible();
});

test('[RK7] every state is shown with what it means and what can be done', async ({ page, baseURL }) => {
  await page.setViewportSize({ width: 768, height: 900 });
  for (const [customer, heading, words, again] of [
    [/演示客户丙/, '已提交', '等待审核人员受理', false],
    [/演示客户丁/, '审核中', '正在核对您的材料', false],
    [/演示客户戊/, '待补充材料', '请补充最近一个月', true],
    [/演示客户己/, '已驳回', '不属于金融资产', true],
    [/演示客户庚/, '已失效', '请重新申请', true],
    [/演示客户壬/, '已确认', '有效期至', false],
  ] as const) {
    await logIn(page, baseURL!, customer);
    await expect(page.getByRole('heading', { name: `申请进度：${heading}` })).toBeVisible();
    await expect(progress(page)).toContainText(words);
    await expect(form(page)).toHaveCount(again ? 1 : 0);
  }
});

test('[RK7] what was typed is there again after a login that was needed meanwhile, and not for another customer', async ({ page, baseURL, context }) => {
  await logIn(page, baseURL!, /演示客户辛/);
  await page.getByLabel('近三年年均收入（万元）').fill('77');
  await context.clearCookies({ name: 'accessToken' });
  await logIn(page, baseURL!, /演示客户辛/);
  await expect(page.getByLabel('近三年年均收入（万元）')).toHaveValue('77');
  await logIn(page, baseURL!, /演示客户甲/);
  await expect(page.getByLabel('近三年年均收入（万元）')).toHaveValue('');
});

test('[RK7] the whole form by keyboard alone, on a phone', async ({ page, baseURL }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await logIn(page, baseURL!, /演示客户乙/);
  const focused = () => page.evaluate(() => document.activeElement?.closest('label, .application__field')?.textContent?.trim() ?? document.activeElement?.textContent ?? '');
  const tabTo = async (words: RegExp) => {
    for (let presses = 0; presses < 120; presses += 1) {
      if (words.test(await focused())) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`Never reached ${words}`);
  };
  await tabTo(/^自然人专业投资者$/);
  await page.keyboard.press('ArrowDown');
  await expect(page.getByLabel('普通投资者转化')).toBeChecked();
  await tabTo(/^近三年年均收入/);
  await page.keyboard.type('45');
  await tabTo(/^投资经历（年）/);
  await page.keyboard.type('1.5');
  await tabTo(/^近三年收入证明/);
  const [first] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Space')]);
  await first.setFiles(PDF);
  await tabTo(/^投资经历或工作证明/);
  // a second chooser does not open in a browser without a screen
  await page.locator(':focus').setInputFiles(PNG);
  await tabTo(/^我已阅读/);
  await page.keyboard.press('Space');
  await tabTo(/^我单独同意/);
  await page.keyboard.press('Space');
  await tabTo(/^提交申请$/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: '申请进度：已提交' })).toBeFocused();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });
  test.beforeEach(({ expectFault }) => expectFault(/^request failed: \S+\.js csp$/));
  test('[RK7] the page tells conditions and materials, and another way to apply', async ({ page }) => {
    await page.goto(BASE + PATH);
    await expect(page.getByText('金融资产不低于500万元')).toBeVisible();
    await expect(page.locator('.apply__form noscript p')).toBeVisible();
  });
});
