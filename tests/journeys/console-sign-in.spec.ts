import { axe, expect, test } from '#tests/world/browser.ts';
import { adminOf, demoAccount, openSignedIn, signIn, totp } from '#tests/world/console-browser.ts';

test('[RT10] an address of /console/ leads whoever is not signed in to the sign-in, without a complaint of the browser, and from there back to it', async ({
  page,
  faults,
  expectFault,
}) => {
  expectFault(/401/);
  const publisher = await demoAccount('publisher');
  await page.goto('/console/');
  await expect(page).toHaveURL(/\/console\/sign-in$/);
  await page.goto('/console/publications?words=演示数据');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('登录');
  await expect(page.getByLabel('账号')).toHaveAttribute('autocomplete', 'username');
  await expect(page.getByLabel('密码', { exact: true })).toHaveAttribute('autocomplete', 'current-password');
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page.getByText('请输入账号')).toBeVisible();
  expect(await axe(page)).toEqual([]);
  expect(faults).toEqual([]);
  await page.getByLabel('账号').fill(publisher.account);
  await page.getByLabel('密码', { exact: true }).fill('not the password');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: '账号或密码不正确' })).toBeVisible();
  await signIn(page, publisher);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('发布记录');
  await expect(page.getByLabel('内容、撰写人或批准人')).toHaveValue('演示数据');
  await page.getByRole('button', { name: '退出登录' }).click();
  await expect(page.getByText('已退出登录')).toBeVisible();
  await page.goto('/console/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('登录');
});

test('after five wrong tries the sign-in of the console says how long to wait @slow', async ({ page, expectFault }) => {
  expectFault(/401|429/);
  const { account, password } = await demoAccount('reviewer-service');
  await page.goto('/console/sign-in');
  await page.getByLabel('账号').fill(account);
  for (let tries = 0; tries < 5; tries += 1) {
    await page.getByLabel('密码', { exact: true }).fill(`wrong ${tries}`);
    const [answer] = await Promise.all([page.waitForResponse('**/console/api/session'), page.keyboard.press('Enter')]);
    expect(answer.status()).toBe(401);
  }
  await page.getByLabel('密码', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: /请在 1[45] 分钟后再试/ })).toBeVisible();
});

test('[ST9] [SU23] a link sets a password once and signs in, tells the rule while one types, and is taken off the address', async ({
  page,
  baseURL,
  expectFault,
}) => {
  expectFault(/410/);
  const admin = await adminOf(baseURL!);
  const { account, name, link } = await admin.add('新来者', [{ role: 'editor', channelId: '' }]);
  await admin.close();
  await page.goto(link);
  await expect(page.getByText(`为 ${name}（账号 ${account}）设置登录密码`)).toBeVisible();
  expect(page.url()).not.toContain('#');
  await page.getByLabel('新密码').fill('short');
  await expect(page.getByText('密码至少 12 个字符，现在是 5 个')).toBeVisible();
  await page.getByLabel('新密码').fill(`${account} and more words`);
  await expect(page.getByText('密码不能包含账号或姓名')).toBeVisible();
  await page.getByLabel('新密码').blur();
  await expect(page.getByText('密码还不符合要求')).toBeVisible();
  await page.getByLabel('新密码').fill('quiet lamp by the window');
  await expect(page.getByText('符合要求', { exact: true })).toBeVisible();
  await expect(page.getByText('密码还不符合要求')).toBeHidden();
  await page.getByLabel('再输入一次').fill('another one');
  await page.getByRole('button', { name: '设置密码' }).click();
  await expect(page.getByText('两次输入的密码不一致')).toBeVisible();
  expect(await axe(page)).toEqual([]);
  await page.getByLabel('再输入一次').fill('quiet lamp by the window');
  await page.getByRole('button', { name: '设置密码' }).click();
  await expect(page.getByRole('button', { name: '退出登录' })).toBeVisible();
  await page.goto(link);
  await expect(page.getByText('链接已使用或已过期，请向系统管理员索取新的链接')).toBeVisible();
});

test('a second factor is set up by its picture or secret, asked for at the next sign-in, and taken away by password @slow', async ({
  page,
  baseURL,
  expectFault,
}) => {
  expectFault(/401/);
  const admin = await adminOf(baseURL!);
  const person = await admin.addReady('两步者', []);
  await admin.close();
  await openSignedIn(page, person);
  await page.getByRole('link', { name: '我的账号' }).click();
  await page.getByRole('button', { name: '启用两步验证' }).click();
  await expect(page.getByRole('img', { name: '供身份验证器应用扫描的二维码' })).toBeVisible();
  const secret = (await page.locator('.secret').innerText()).replaceAll(' ', '');
  const factor = page.getByRole('region', { name: '两步验证' });
  await factor.getByLabel('六位数字').fill(totp(secret));
  await factor.getByLabel('当前密码').fill(person.password);
  await factor.getByRole('button', { name: '确认启用' }).click();
  await expect(factor.getByRole('button', { name: '停用两步验证' })).toBeVisible();
  await page.getByRole('button', { name: '退出登录' }).click();
  // a panel of the screen before is called 我的账号
  await page.getByRole('textbox', { name: '账号' }).fill(person.account);
  await page.getByLabel('密码', { exact: true }).fill(person.password);
  await page.keyboard.press('Enter');
  const code = page.getByLabel('身份验证器上的六位数字');
  await expect(code).toBeFocused();
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  await code.fill('000000');
  await page.keyboard.press('Enter');
  await expect(page.getByText('验证码不正确或已使用过')).toBeVisible();
  // the code of this step was used to set it up
  await code.fill(totp(secret, 1));
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: '我的账号' }).click();
  await factor.getByRole('button', { name: '停用两步验证' }).click();
  await factor.getByLabel('当前密码').fill(person.password);
  await factor.getByRole('button', { name: '确认停用' }).click();
  await expect(factor.getByRole('button', { name: '启用两步验证' })).toBeVisible();
});

test('a session that ends while a form is filled loses nothing: the form offers it again after the sign-in', async ({
  page,
  context,
  expectFault,
}) => {
  expectFault(/401/);
  const admin = await demoAccount('system-admin');
  await openSignedIn(page, admin);
  await page.getByRole('link', { name: '人员', exact: true }).click();
  await page.getByRole('link', { name: '添加人员' }).click();
  await page.getByLabel('姓名').fill('未完成的人');
  await page.getByLabel('账号').fill('unfinished');
  await page.getByLabel('角色', { exact: true }).click();
  await page
    .getByRole('option', { name: '审核' })
    .or(page.locator('.ant-select-item-option[title="审核"]'))
    .last()
    .click();
  await context.clearCookies({ name: 'console' });
  await page.getByRole('button', { name: '添加', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('登录');
  await signIn(page, admin);
  await expect(page).toHaveURL(/\/console\/people\/new$/);
  await expect(page.getByLabel('姓名')).toHaveValue('');
  await page.getByRole('button', { name: '继续填写' }).click();
  await expect(page.getByLabel('姓名')).toHaveValue('未完成的人');
  await expect(page.getByLabel('账号')).toHaveValue('unfinished');
  await expect(page.getByRole('group', { name: '第 1 个角色' })).toContainText('审核');
});
