import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { axe, expect, test } from '#tests/world/browser.ts';
import { adminOf, demoAccount, openSignedIn, signIn } from '#tests/world/console-browser.ts';

const menu = (page: Page) => page.getByRole('navigation', { name: '主菜单' }).getByRole('link');
const NEWS = '0001000200010002';

/** Presses Tab until what is wanted has the focus. */
async function tabTo(page: Page, name: RegExp | string): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const one = document.activeElement as HTMLInputElement | null;
      return one?.getAttribute('aria-label') ?? one?.labels?.[0]?.textContent ?? one?.textContent ?? '';
    });
    if (typeof name === 'string' ? focused.trim() === name : name.test(focused)) return;
  }
  throw new Error(`Tab never reached ${String(name)}`);
}

test('by keyboard alone one signs in, adds a person with a role for one channel, and gets the link', async ({
  page,
}) => {
  const admin = await demoAccount('system-admin');
  const account = `k${Date.now().toString(36)}`;
  await page.goto('/console/sign-in');
  await expect(page.getByLabel('账号')).toBeFocused();
  await page.keyboard.type(admin.account);
  await tabTo(page, '密码');
  await page.keyboard.type(admin.password);
  await page.keyboard.press('Enter');
  await expect(menu(page).first()).toBeVisible();
  await tabTo(page, '人员');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await tabTo(page, '添加人员');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('添加人员');
  await tabTo(page, '姓名');
  await page.keyboard.type('键盘人');
  await tabTo(page, '账号');
  await page.keyboard.type(account);
  await tabTo(page, '角色');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await tabTo(page, '范围');
  await page.keyboard.type('媒体报道');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('group', { name: '第 1 个角色' })).toContainText('新闻资讯 / 媒体报道');
  await tabTo(page, '添加');
  await page.keyboard.press('Enter');
  await expect(page.getByText('请把这个链接交给键盘人')).toBeVisible();
  expect(await page.getByLabel('设置密码的一次性链接').inputValue()).toMatch(/\/console\/set-password#[\w-]{43}$/);
  expect(await axe(page)).toEqual([]);
  await menu(page).filter({ hasText: '人员' }).click();
  await page.getByLabel('姓名或账号').fill(account);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`words=${account}`));
  await expect(page.getByRole('row').filter({ hasText: account })).toContainText('编辑 新闻资讯 / 媒体报道待设置密码');
});

test('a suspended person is out at the next click @slow', async ({ page, context, baseURL, browser, expectFault }) => {
  expectFault(/401/);
  const admin = await adminOf(baseURL!);
  const person = await admin.addReady('将停用者', [{ role: 'editor', channelId: '' }]);
  await admin.close();
  await openSignedIn(page, person);
  const other = await browser.newContext({ baseURL: baseURL!, extraHTTPHeaders: { 'x-forwarded-for': '10.9.9.9' } });
  const office = await other.newPage();
  await openSignedIn(office, await demoAccount('system-admin'), `/console/people/${person.staffId}`);
  await office.getByRole('button', { name: '停用账号' }).click();
  await expect(office.getByRole('dialog')).toContainText('登录立即结束');
  await office.keyboard.press('Escape');
  await expect(office.getByRole('button', { name: '停用账号' })).toBeFocused();
  await office.keyboard.press('Enter');
  await office.getByRole('dialog').getByRole('button', { name: '停用', exact: true }).click();
  await expect(office.getByText('已停用').first()).toBeVisible();
  await menu(page).filter({ hasText: '发布记录' }).click();
  await expect(page.getByText('登录已结束，请重新登录')).toBeVisible();
  await other.close();
  // the session has ended; the browser stays known (ST7)
  expect((await context.cookies()).map(({ name }) => name).sort()).toEqual(['console', 'console-browser']);
});

test('[ST5] a role of a reviewer waits until a second administrator has confirmed it, which both are told @slow', async ({
  page,
  baseURL,
  browser,
}) => {
  const admin = await adminOf(baseURL!);
  const person = await admin.addReady('待审核者', [{ role: 'editor', channelId: '' }]);
  const response = await admin.post<{ isWaiting: boolean }>(`/people/${person.staffId}/grants`, {
    grants: [{ role: 'reviewer', channelId: '' }],
  });
  expect(response.isWaiting).toBe(true);
  await admin.close();
  const line = (desk: Page) =>
    desk
      .getByRole('region', { name: /^待确认/ })
      .getByRole('listitem')
      .filter({ hasText: person.name })
      .first();
  await openSignedIn(page, await demoAccount('system-admin'), '/console/people');
  await expect(line(page)).toContainText('增加角色');
  await expect(line(page).getByRole('button')).toHaveText(['收回']);
  expect(await axe(page)).toEqual([]);
  const other = await browser.newContext({ baseURL: baseURL!, extraHTTPHeaders: { 'x-forwarded-for': '10.9.9.10' } });
  const desk = await other.newPage();
  await openSignedIn(desk, await demoAccount('system-admin-2'));
  await desk.getByRole('alert').filter({ hasText: '项人员请求等您确认' }).getByRole('link').click();
  await line(desk)
    .getByRole('button', { name: /确\s?认/ })
    .click();
  await desk
    .getByRole('dialog')
    .getByRole('button', { name: /确\s?认/ })
    .click();
  await expect(line(desk)).toHaveCount(0);
  await desk.goto(`/console/people/${person.staffId}`);
  await expect(desk.getByRole('region', { name: '角色和范围' })).toContainText('审核');
  await other.close();
});

test('the menu shows what the roles allow, for which channels, and other roles show other menus @fast', async ({
  page,
  baseURL,
  expectFault,
}) => {
  expectFault(/401/);
  const admin = await adminOf(baseURL!);
  const person = await admin.addReady('换角色者', [{ role: 'editor', channelId: NEWS }]);
  await openSignedIn(page, person);
  await expect(menu(page).filter({ hasText: '发布记录' })).toBeVisible();
  for (const name of ['人员', '操作记录']) await expect(menu(page).filter({ hasText: name })).toHaveCount(0);
  await expect(page.getByRole('region', { name: '我的角色' })).toContainText(
    '编辑撰写和修改内容，导入登记表，提交审核范围：新闻资讯',
  );
  await page.goto('/console/people');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('没有权限');
  await admin.post(`/people/${person.staffId}/grants`, { grants: [{ role: 'auditor', channelId: '' }] });
  await admin.close();
  await menu(page).filter({ hasText: '我的工作台' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('登录');
  await signIn(page, person);
  await expect(menu(page).filter({ hasText: '操作记录' })).toBeVisible();
  await menu(page).filter({ hasText: '人员' }).click();
  // other journeys add people, too: the list has more than a page
  await page.goto(`/console/people?words=${encodeURIComponent(person.name)}`);
  await page.getByRole('link', { name: person.name }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(person.name);
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
});

test('roles are changed in words that say what ends, and the record tells what they were before @slow', async ({
  page,
  baseURL,
}) => {
  const admin = await adminOf(baseURL!);
  const person = await admin.addReady('多角色者', [{ role: 'editor', channelId: NEWS }]);
  await admin.close();
  await openSignedIn(page, await demoAccount('system-admin'), `/console/people/${person.staffId}`);
  await page.getByRole('button', { name: '更改角色' }).click();
  await page.getByRole('button', { name: '添加角色' }).click();
  await page.getByRole('group', { name: '第 2 个角色' }).getByLabel('角色', { exact: true }).click();
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option[title="栏目管理"]').click();
  await page.getByRole('button', { name: '保存角色' }).click();
  await expect(page.getByRole('dialog')).toContainText('登录立即结束');
  await page.getByRole('dialog').getByRole('button', { name: '更改' }).click();
  await expect(page.getByRole('region', { name: '角色和范围' })).toContainText('栏目管理 全站');
  await page.getByRole('link', { name: '对这个账号的操作记录' }).click();
  const line = page.getByRole('row').filter({ hasText: '更改角色' });
  await line.getByRole('button', { name: '展开详情' }).click();
  await expect(page.getByRole('main')).toContainText('更改前编辑 新闻资讯更改后编辑 新闻资讯栏目管理 全站');
  await expect(line).toContainText(person.name);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: '导出 CSV' }).click(),
  ]);
  const text = await readFile(await download.path(), 'utf8');
  // the head, who was added, whose roles changed, and nothing behind the last end of a line
  expect([download.suggestedFilename(), text.split('\r\n').length, text.includes('people.grants')]).toEqual([
    '操作记录.csv',
    4,
    true,
  ]);
});

const SCREENS = [
  ['', '我的工作台'],
  ['people', '人员'],
  ['audit', '操作记录'],
] as const;
const OTHERS = [
  ['people/1', ''],
  ['people?words=nobody&role=editor', '人员'],
  ['publications', '发布记录'],
  ['account', '我的账号'],
  ['nowhere', '没有这个页面'],
] as const;

for (const [which, screens] of [
  ['the work bench and lists', SCREENS],
  ['other screens @slow', OTHERS],
] as const) {
  test(`whole for those who cannot see or point well: ${which}`, async ({ page }) => {
    await openSignedIn(page, await demoAccount('system-admin'));
    for (const [path, title] of screens) {
      await page.goto(`/console/${path}`);
      await expect(page.getByRole('heading', { level: 1 })).toContainText(title);
      await expect(page.getByText('正在加载…')).toHaveCount(0);
      expect(await axe(page), path).toEqual([]);
    }
  });
}

test('[SI1] [SI4] one arranges a stand-in in the own account, all read of it, and either ends it @slow', async ({
  page,
  baseURL,
}) => {
  const admin = await adminOf(baseURL!);
  const mark = Date.now().toString(36);
  const absent = await admin.addReady(`将休假${mark}`, [{ role: 'editor', channelId: NEWS }]);
  const substitute = await admin.addReady(`代理者${mark}`, [{ role: 'editor', channelId: NEWS }]);
  await admin.close();
  await openSignedIn(page, absent, '/console/account');
  const panel = page.getByRole('region', { name: '我不在的时候' });
  await panel.getByRole('button', { name: '安排代理人' }).click();
  await panel.getByRole('button', { name: '安排', exact: true }).click();
  await expect(panel.getByText('请选择由谁代理')).toBeVisible();
  await panel.getByLabel('由谁代理').click();
  await page.keyboard.type(substitute.account);
  await page.keyboard.press('Enter');
  const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
  await panel.getByLabel('从哪一天起').fill(today);
  await page.keyboard.press('Tab');
  await panel.getByLabel('到哪一天为止').fill(today);
  await page.keyboard.press('Tab');
  expect(await axe(page)).toEqual([]);
  await panel.getByRole('button', { name: '安排', exact: true }).click();
  await expect(panel).toContainText(`${absent.name}不在，由${substitute.name}代理`);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/console/');
  const all = page.getByRole('region', { name: '不在与代理' });
  await expect(all).toContainText(`${absent.name}不在，由${substitute.name}代理`);
  expect(await axe(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  await all.getByRole('listitem').filter({ hasText: mark }).first().getByRole('button', { name: '提前结束' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '结束代理' }).click();
  await expect(page.getByText(`${absent.name}不在`)).toHaveCount(0);
});
