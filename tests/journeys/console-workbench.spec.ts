import { CHANNEL } from '#demo/channels.ts';
import { axe, expect, test } from '#tests/world/browser.ts';
import { adminOf, callsOf, openSignedIn } from '#tests/world/console-browser.ts';

test('[WB1] numbers of the workbench lead to their lists by keyboard; on a phone the calendar is a list by day (WB4)', async ({
  page,
  baseURL,
}) => {
  const admin = await adminOf(baseURL!);
  // a channel that no other journey drafts for: a department's panel lists its oldest editions alone
  const ofChannel = { channelId: CHANNEL.researchFlash };
  const person = await admin.addReady('工作台', [
    { role: 'editor', ...ofChannel },
    { role: 'publisher', ...ofChannel },
  ]);
  const other = await admin.addReady('工作台审核', [{ role: 'reviewer', ...ofChannel }]);
  await admin.close();
  const [writing, reviewing] = [await callsOf(baseURL!, person), await callsOf(baseURL!, other)];
  const title = '后天公开的报道';
  const { editionId } = await writing.post<{ editionId: number }>('/editions', {
    title,
    changes: [
      {
        kind: 'article',
        document: {
          channelId: CHANNEL.researchFlash,
          title,
          content: '<p>正文</p>',
          contentTime: '2026-11-20T09:00:00+08:00',
        },
      },
    ],
  });
  await writing.post(`/editions/${editionId}/submit`, { version: 1 });
  await reviewing.post(`/editions/${editionId}/approve`, { version: 1, rowsGone: 0 });
  const publishAt = new Date(Date.now() + 48 * 3_600_000).toISOString();
  await writing.post(`/editions/${editionId}/schedule`, { version: 1, publishAt });
  await Promise.all([writing.close(), reviewing.close()]);

  await openSignedIn(page, person);
  const calendar = page.getByRole('region', { name: '今后 30 天' });
  const cell = calendar.getByRole('link', { name: /月 \d+ 日 周.公开 [1-9]\d*$/ }).first();
  await cell.focus();
  await expect(calendar.getByRole('link', { name: title })).toBeVisible();
  expect(await axe(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('今后 30 天');
  await expect(page.getByRole('main').getByRole('link', { name: title })).toBeVisible();
  expect(await axe(page)).toEqual([]);
  await page.goBack();

  // the heading takes the focus once the screen is there again
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('我的工作台');
  const departments = page.getByRole('navigation', { name: '范围' }).getByRole('link', { name: /^部门/ });
  await expect(async () => {
    await departments.press('Enter');
    await expect(departments).toHaveAttribute('aria-current', 'page', { timeout: 2_000 });
  }).toPass();
  const group = page
    .getByRole('region')
    .filter({ has: page.getByRole('link', { name: title }) })
    .filter({ has: page.getByRole('link', { name: /^进行中 \d+/ }) });
  await expect(group).toContainText('自动公开');
  const count = group.getByRole('link', { name: /^进行中 \d+/ });
  const counted = Number(/\d+/.exec(await count.innerText())![0]);
  await count.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('稿件与内容');
  await expect(
    page
      .getByRole('main')
      .getByRole('row')
      .filter({ hasText: /已定时|草稿|审核中|已通过|已退回/ }),
  ).toHaveCount(Math.min(counted, 20));
  await page.goBack();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('navigation', { name: '范围' }).getByRole('link', { name: /^我的/ }).click();
  await expect(calendar.getByRole('table')).toHaveCount(0);
  await expect(calendar.getByRole('link', { name: title })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await axe(page)).toEqual([]);
});
