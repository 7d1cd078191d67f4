import type { Page } from '@playwright/test';
import { startEmptySite, type Running } from '../../src/tools/demonstration.ts';
import { addPerson } from '#server/people/staff/accounts.ts';
import { alive, expect, sectionLinks, test } from '../world/browser.ts';
import { cheapHash } from '../world/cheap-password.ts';
import { openSignedInAt } from '../world/console-browser.ts';
import { inStoreOf } from '../world/journey-store.ts';

/** The built product with an address of a firm: its bases and the name of its cookie are read at the start. */
const BASE = '/firm/site';
const CALLS = '/firm/calls/';
const COOKIE = 'firmToken';
const editor = { account: 'firm-editor', password: 'vier kleine Boote' };

let site: Running;
test.beforeAll(async () => {
  site = await startEmptySite({
    DEMO: 'on',
    DEMO_SIZE: 'small',
    SITE_BASE: BASE,
    CALL_BASE: CALLS,
    TOKEN_COOKIE: COOKIE,
  });
  await inStoreOf(site.folder, async ({ db }) => {
    const grants = [{ role: 'channel-admin' as const, channelId: '' }];
    await addPerson(db, { ...editor, name: '编辑', grants }, { hash: cheapHash(editor.password), mustChange: false });
  });
});
test.afterAll(() => site.end());

// a server of its own
test.setTimeout(240_000);

/** Paths that a page asks for from now on. */
function pathsOf(page: Page): string[] {
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  return paths;
}

const USUAL = /\/swhysc|\/swhy\/service/;

test('[BA1] visitors move, ask and log in, and editors follow links, by the addresses and the cookie of the firm @slow', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: site.origin, locale: 'zh-CN' });
  await context.addInitScript(() => localStorage.setItem('agreement', 'true'));
  const page = await context.newPage();
  const paths = pathsOf(page);
  await page.goto(`${BASE}/publicChannel`);
  await alive(page);
  await expect(page.locator('html')).toHaveAttribute('data-site-base', BASE);

  const documents = paths.length;
  const link = sectionLinks(page).filter({ hasText: '遗失声明' });
  await link.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('遗失声明');
  await expect(page).toHaveURL(`${site.origin}${BASE}/publicChannel/lossStatement`);
  const requested = paths.slice(documents);
  expect(requested.some((path) => path.startsWith(CALLS))).toBe(true);
  expect(
    requested.filter((path) => path.startsWith(BASE)),
    'no document is loaded',
  ).toEqual([]);
  await page.goBack();
  await expect(page).toHaveURL(`${site.origin}${BASE}/publicChannel`);

  const side = page.getByRole('complementary', { name: '快捷服务' });
  await side.getByRole('button', { name: '登录', exact: true }).click();
  await page.getByRole('button', { name: '演示客户丁' }).click();
  await expect(page).toHaveURL(`${site.origin}${BASE}/publicChannel`);
  await expect(side).toContainText('您好，演示客户丁');
  const names = async (): Promise<string[]> => (await context.cookies()).map(({ name }) => name);
  expect(await names()).toEqual([COOKIE]);
  await side.getByRole('button', { name: '退出登录' }).click();
  await expect(side).toContainText('未登录');
  expect(await names()).toEqual([]);
  expect(paths.filter((path) => USUAL.test(path))).toEqual([]);

  await openSignedInAt(page, site.origin, editor, '/console/channels');
  await page
    .getByRole('tree', { name: '栏目树' })
    .getByRole('treeitem', { name: /信息公告/ })
    .first()
    .click();
  const shown = page.getByRole('link', { name: '查看网页' });
  await expect(shown).toHaveAttribute('href', `${BASE}/publicChannel`);
  const [opened] = await Promise.all([page.waitForEvent('popup'), shown.click()]);
  await alive(opened);
  await expect(opened).toHaveURL(`${site.origin}${BASE}/publicChannel`);
  expect(paths.filter((path) => USUAL.test(path))).toEqual([]);
  await context.close();
});
