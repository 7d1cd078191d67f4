import { expect, test } from '#tests/world/browser.ts';
import { adminOf, callsOf, demoAccount, openSignedIn } from '#tests/world/console-browser.ts';

const REGISTER = 'warrant-ratio';
const TITLE = '维持担保比例';

/** yyyy-mm-dd in Shanghai, a month from now */
const inAMonth = (): string => new Date(Date.now() + 30 * 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 10);
const today = (): string => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);

test('[FD1][FD3][FD4] a token is made, its rule approved by others, and what a program delivers waits where it can be stopped', async ({
  page,
  baseURL,
  browser,
  request,
}) => {
  const admin = await adminOf(baseURL!);
  const all = { channelId: '' };
  const [writer, reviewer, publisher] = [
    await admin.addReady('规则撰写', [{ role: 'channel-admin', ...all }]),
    await admin.addReady('规则审核', [{ role: 'reviewer', ...all }]),
    await admin.addReady('规则发布', [{ role: 'publisher', ...all }]),
  ];
  await admin.close();

  const program = `担保比例日报${Date.now()}`;
  await openSignedIn(page, await demoAccount('system-admin'), '/console/feeding/tokens/new');
  await page.getByLabel('名称').fill(program);
  await page.getByLabel('可以报送的登记表').click();
  await page.getByLabel('可以报送的登记表').fill(TITLE);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  const until = page.getByLabel('到期日期');
  await until.fill(inAMonth());
  // Enter also sends the form
  await until.press('Enter');
  const token = await page.getByLabel('令牌', { exact: true }).inputValue();
  expect(token.length).toBeGreaterThan(20);

  const own = await browser.newPage();
  await openSignedIn(own, writer, `/console/feeding/rules/${REGISTER}`);
  await own.getByLabel('令牌').click();
  await own.getByText(`${program}（`).last().click();
  await own.getByLabel('变动上限（%）').fill('100');
  await own.getByLabel('截止日期').fill(inAMonth());
  await own.getByLabel('截止日期').press('Enter');
  await own.getByRole('button', { name: '保存为稿件' }).click();
  await expect(own).toHaveURL(/editions\/\d+/);
  const editionId = Number(/editions\/(\d+)/.exec(own.url())![1]);
  await own.close();
  for (const [person, steps] of [
    [writer, ['submit']],
    [reviewer, ['approve']],
    [publisher, ['publish']],
  ] as const) {
    const calls = await callsOf(baseURL!, person);
    for (const step of steps) await calls.post(`/editions/${editionId}/${step}`, { version: 1 });
    await calls.close();
  }

  const name = `试行线${Date.now()}`;
  const delivered = await request.post(`${baseURL}/feed/registers/${REGISTER}`, {
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': `journey-${Date.now()}` },
    data: { dataDate: today(), put: [{ name, ratio: '150%', action: '提示风险' }] },
  });
  expect(delivered.ok(), await delivered.text()).toBe(true);

  await openSignedIn(page, reviewer, '/console/');
  const waiting = page.getByRole('region', { name: /等待按规则发布/ });
  await expect(waiting.getByRole('listitem').filter({ hasText: program })).toContainText('变动 1 行');
  await waiting
    .getByRole('listitem')
    .filter({ hasText: program })
    .getByRole('button', { name: /停止发布/ })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('名称须先核对');
  await dialog.getByRole('button', { name: '停止', exact: true }).click();
  await expect(waiting).toBeHidden();
  await page.goto('/console/feeding');
  await page.getByRole('row').filter({ hasText: program }).getByRole('link').first().click();
  const state = page.getByRole('region', { name: '现状' });
  await expect(state).toContainText('已停止');
  await state.getByRole('link', { name: '审核中' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(program);
  await expect(page.getByRole('button', { name: '退回', exact: true })).toBeVisible();
});
