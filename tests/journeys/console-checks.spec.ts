import { CHANNEL } from '#demo/channels.ts';
import { axe, expect, test } from '#tests/world/browser.ts';
import { adminOf, callsOf, openSignedIn } from '#tests/world/console-browser.ts';

test('[CK3] [CK4] findings stand beside the form and on the edition, and the reviewer reads the reason', async ({
  page,
  baseURL,
}) => {
  const admin = await adminOf(baseURL!);
  const editor = await admin.addReady('撰写者', [{ role: 'editor', channelId: '' }]);
  const reviewer = await admin.addReady('审核者', [{ role: 'reviewer', channelId: '' }]);
  await admin.close();
  const writing = await callsOf(baseURL!, editor);
  const title = `检查的说明${Date.now()}`;
  const content =
    '<p>全部内容</p><p>本产品稳赚</p><table><tr><td>甲</td><td>乙</td></tr><tr><td>1</td><td>2</td></tr></table>';
  const document = { channelId: CHANNEL.newsMedium, title, content, contentTime: '2026-11-20T09:00:00+08:00' };
  const { editionId, version } = await writing.post<{ editionId: number; version: number }>('/editions', {
    title,
    changes: [{ kind: 'article', document }],
  });
  await writing.close();

  await openSignedIn(page, editor, `/console/editions/${editionId}/edit`);
  const beside = page.getByRole('region', { name: '检查', exact: true });
  await expect(beside).toContainText(`文章“${title}”的正文第 2 段（“稳赚”）`);
  expect(await axe(page)).toEqual([]);
  await page.goto(`/console/editions/${editionId}`);
  const checks = page.getByRole('region', { name: '检查', exact: true });
  await expect(checks).toContainText('项通过，2 项请看');
  await expect(checks.getByRole('list', { name: '通过的检查' })).toContainText('站内链接都打得开');
  await page.getByRole('button', { name: '提交审核', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/“稳赚”.*必须公开的理由/).fill('引用监管提示');
  await dialog.getByRole('button', { name: '提交审核', exact: true }).click();
  await expect(checks).toContainText('理由：引用监管提示');

  await page.context().clearCookies();
  await openSignedIn(page, reviewer, `/console/editions/${editionId}`);
  await expect(checks).toContainText('理由：引用监管提示');
  expect(await axe(page)).toEqual([]);
  await page.getByRole('button', { name: '同意', exact: true }).click();
  await dialog.getByRole('checkbox', { name: /同意公开：.*“稳赚”/ }).check();
  await dialog.getByRole('button', { name: '同意', exact: true }).click();
  await expect(page.getByRole('region', { name: '经过' })).toContainText('同意公开：');
  expect(version).toBe(1);
});

test('[CK2] severities and words are a form of the settings @slow', async ({ page, baseURL }) => {
  const admin = await adminOf(baseURL!);
  const author = await admin.addReady('设置者', [{ role: 'channel-admin', channelId: '' }]);
  await admin.close();
  await openSignedIn(page, author, '/console/settings/publish.checks');
  const severity = page.getByRole('combobox', { name: '“站内链接都打得开”没有通过时' });
  await severity.click();
  await page.getByTitle('不得提交').click();
  const words = page.getByLabel('广告法限制的用语', { exact: true });
  await words.fill('天下无双');
  await words.press('Enter');
  expect(await axe(page)).toEqual([]);
  await page.getByRole('button', { name: '保存为稿件' }).click();
  await expect(page.getByRole('region', { name: /差异/ }).first()).toContainText('天下无双');
});
