import { freePort, startEmptySite, type Running } from '../../src/tools/demonstration.ts';
import { addPerson } from '#server/people/staff/accounts.ts';
import { markOpened } from '#server/people/staff/opening.ts';
import { axe, expect, test } from '../world/browser.ts';
import { cheapHash } from '../world/cheap-password.ts';
import { signIn } from '../world/console-browser.ts';
import { inStoreOf } from '../world/journey-store.ts';
import { startProvider, type TestProvider } from '../world/oidc-provider.ts';

const PASSWORD = 'vier kleine Boote';
const LABEL = '单位账号登录';

let provider: TestProvider;
let site: Running;
test.beforeAll(async () => {
  const port = await freePort();
  provider = await startProvider(`http://127.0.0.1:${port}`);
  site = await startEmptySite({
    PORT: String(port),
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: provider.settings.clientId,
    OIDC_CLIENT_SECRET: provider.settings.clientSecret,
    OIDC_SCOPES: provider.settings.scopes,
  });
  await inStoreOf(site.folder, async ({ db }) => {
    const grants = [{ role: 'system-admin' as const, channelId: '' }];
    for (const account of ['admin-one', 'admin-two'])
      await addPerson(db, { account, name: account, grants }, { hash: cheapHash(PASSWORD), mustChange: false });
    await markOpened(db);
  });
});
test.afterAll(async () => {
  await site.end();
  await provider.end();
});

// a server of its own, and a provider
test.setTimeout(240_000);
test.use({ actionTimeout: 20_000 });

test('[OI1][OI3][OI7] a rule is made in words, its people sign in by the button and out at both ends, and a provider that is away is told @slow', async ({
  browser,
  expectFault,
  faults,
}) => {
  expectFault(/503|401/);
  provider.people.set('u-1', { name: '李敏', preferred_username: 'li.min', groups: ['信息披露'] });
  provider.next = 'u-1';
  const context = await browser.newContext({ baseURL: site.origin, locale: 'zh-CN' });
  const page = await context.newPage();
  await page.goto('/console/people');
  provider.faults = { isAway: true };
  await page.getByRole('link', { name: LABEL }).click();
  await expect(page.getByRole('alert')).toContainText('单位登录服务暂时没有回应');
  expect(await axe(page)).toEqual([]);
  provider.faults = {};
  await page.goto('/console/people');
  await signIn(page, { account: 'admin-one', password: PASSWORD });
  const rules = page.getByRole('region', { name: '单位登录的规则' });
  const add = async (group: string, role: string): Promise<void> => {
    await rules.getByRole('button', { name: '添加规则' }).click();
    await rules.getByLabel('组', { exact: true }).fill(group);
    await rules.getByRole('combobox', { name: '角色' }).click();
    await page.locator(`.ant-select-item-option[title="${role}"]:visible`).click();
    await rules.getByRole('button', { name: '添加', exact: true }).click();
  };
  await add('信息披露', '编辑');
  await expect(rules.getByText('组“信息披露”的成员在全站为编辑')).toBeVisible();
  await add('审核组', '审核');
  await expect(page.getByRole('region', { name: /^待确认/ }).getByText('组“审核组”的成员在全站为审核')).toBeVisible();
  expect(await axe(page)).toEqual([]);
  await page.getByRole('button', { name: '退出登录' }).click();

  await page.getByRole('link', { name: LABEL }).click();
  await expect(page.getByRole('navigation', { name: '主菜单' })).toBeVisible();
  await expect(page.locator('.person-name')).toHaveText('李敏');
  await page.goto('/console/account');
  await expect(page.getByText('密码在单位的登录服务中修改')).toBeVisible();
  await page.getByRole('button', { name: '退出登录' }).click();
  // the provider asks whether its own session ends, too
  await page.getByRole('button', { name: /yes, sign me out/i }).click();
  await expect(page).toHaveURL(/\/console\/sign-in/);

  expect(faults).toEqual([]);
  await context.close();
});
