import { axe, expect, test } from '#tests/world/browser.ts';
import { adminOf, demoAccount, openSignedIn } from '#tests/world/console-browser.ts';

test('[PB2] an auditor sees a page as it was, follows a link there, and reads what it was made of', async ({
  page,
  baseURL,
}) => {
  await openSignedIn(page, await demoAccount('auditor'), '/console/past');
  await expect(page.getByText('还没有选择页面和时间')).toBeVisible();
  expect(await axe(page)).toEqual([]);
  await page.getByLabel('网址或站内路径').fill('not an address');
  await page.getByRole('button', { name: '查看' }).click();
  await expect(page.getByText('请填写本站的网址')).toBeVisible();
  await page.getByLabel('网址或站内路径').fill(`${baseURL}/swhysc/publicChannel/antiFraud?pageNum=1`);
  await page.getByLabel('时间（北京时间）').fill('2026-11-20T10:00');
  await page.getByRole('button', { name: '查看' }).click();
  const past = page.frameLocator('iframe');
  await expect(past.getByRole('note')).toContainText('历史页面：2026-11-20 10:00');
  await expect(past.getByRole('heading', { name: '防范非法证券活动', level: 1 })).toBeVisible();
  await expect(page.getByRole('row', { name: /^栏目/ })).toContainText('防范非法证券活动');
  await past.getByRole('link', { name: '公司基本信息公示' }).first().click();
  await expect(page).toHaveURL(/path=%2FpublicChannel%2FcompanyInfo/);
  await expect(page.getByRole('row', { name: /^登记表/ })).toContainText('公司基本信息');
  // the minute that runs is not yet over, and past as far as it has run
  const now = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 16);
  await page.getByLabel('时间（北京时间）').fill(now);
  await page.getByRole('button', { name: '查看' }).click();
  await expect(page).toHaveURL(new RegExp(encodeURIComponent(now)));
  await expect(past.getByRole('note')).toContainText(`历史页面：${now.slice(0, 10)}`);
  await expect(page.getByRole('row', { name: /^登记表/ })).toContainText('公司基本信息');
});

test('[WG4] a widget is found in the gallery, its props change the preview, and wrong ones are told while the preview stays', async ({
  page,
  baseURL,
}) => {
  const admin = await adminOf(baseURL!);
  await openSignedIn(page, await admin.addReady('开发者', [{ role: 'channel-admin', channelId: '' }]));
  await admin.close();
  await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '部件与参考' }).click();
  await page.getByLabel('查找部件').fill('article-list');
  expect(await axe(page)).toEqual([]);
  await page.getByRole('link', { name: /article-list/ }).click();
  const preview = page.frameLocator('iframe');
  await expect(preview.getByText('原证书自声明之日起作废')).toBeVisible();
  // in the frame nothing may run, not even what looks for faults
  expect(await axe(page, 'form')).toEqual([]);
  await page.getByLabel('显示摘要').uncheck();
  await expect(preview.getByText('原证书自声明之日起作废')).toHaveCount(0);
  await expect(preview.getByText('关于营业部公章遗失作废的声明')).toBeVisible();
  await page.getByLabel('“更多”的链接').fill('no path');
  await expect(page.getByText('属性不正确，预览停留在上一次正确的样子')).toBeVisible();
  await expect(preview.getByText('关于营业部公章遗失作废的声明')).toBeVisible();
  await page.getByRole('button', { name: '恢复示例' }).click();
  await expect(preview.getByText('原证书自声明之日起作废')).toBeVisible();
});

test('on a phone the menu stands behind a button and closes with each screen @slow', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await openSignedIn(page, await demoAccount('auditor'));
  const menu = page.getByRole('navigation', { name: '主菜单' });
  const button = page.getByRole('banner').getByRole('button', { name: '菜单' });
  await expect(menu.getByRole('link')).toHaveCount(0);
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  await menu.getByRole('link', { name: '发布记录' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('发布记录');
  await expect(menu.getByRole('link')).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
});
