import { CHANNEL } from '#demo/channels.ts';
import { axe, expect, test } from '#tests/world/browser.ts';
import { adminOf, callsOf, openSignedIn } from '#tests/world/console-browser.ts';

test('[NT1] a submission is noticed in the menu of whoever may review it, leads to the edition, and is read with it', async ({
  page,
  baseURL,
}) => {
  const admin = await adminOf(baseURL!);
  const writer = await admin.addReady('通知撰写', [{ role: 'editor', channelId: '' }]);
  const reviewer = await admin.addReady('通知审核', [{ role: 'reviewer', channelId: '' }]);
  await admin.close();
  const writing = await callsOf(baseURL!, writer);
  const title = '请审核这份通知的稿件';
  const document = {
    channelId: CHANNEL.newsMedium,
    title,
    content: '<p>正文</p>',
    contentTime: '2026-11-20T09:00:00+08:00',
  };
  const { editionId } = await writing.post<{ editionId: number }>('/editions', {
    title,
    changes: [{ kind: 'article', document }],
  });
  await writing.post(`/editions/${editionId}/submit`, { version: 1 });
  await writing.close();

  await openSignedIn(page, reviewer, '/console/notices');
  const row = page.getByRole('row').filter({ hasText: title });
  await expect(async () => {
    await page.reload();
    await expect(row).toContainText(`${writer.name}提交，等您审核`, { timeout: 1_000 });
  }).toPass();
  await expect(page.getByRole('banner').getByRole('link', { name: /^通知 \d+ ?条未读$/ })).toBeVisible();
  expect(await axe(page)).toEqual([]);
  await row.getByRole('link', { name: title }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await page.goBack();
  await expect(row).toBeVisible();
  await expect(row).not.toContainText('未读');
});
