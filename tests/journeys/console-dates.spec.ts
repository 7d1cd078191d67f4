import { CHANNEL } from '#demo/channels.ts';
import { axe, expect, test } from '#tests/world/browser.ts';
import { adminOf, callsOf, openSignedIn } from '#tests/world/console-browser.ts';

// a zone where 02:30 on 8 March 2026 is no time of day, and today is often yesterday
test.use({ timezoneId: 'America/New_York' });

/** Time of a clock in Shanghai, as the box shows it. */
const shanghai = (ms: number): string => new Date(ms + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');

test('[TA2] a time is typed or picked as Shanghai’s clocks show it, wherever the browser is, and counts at once', async ({
  page,
  baseURL,
}) => {
  const admin = await adminOf(baseURL!);
  const editor = await admin.addReady('撰写者', [{ role: 'editor', channelId: '' }]);
  await admin.close();
  await openSignedIn(page, editor, '/console/content/new');
  const box = page.getByLabel('发布时间');
  // AC10: an article has the moment at which it becomes public
  await expect(box).toHaveValue('');
  await box.fill('2026/03/08 02:30');
  await expect(box).toHaveValue('2026-03-08 02:30');
  const days = page.locator('.ant-picker-dropdown:not(.ant-picker-dropdown-hidden)');
  await expect(days).toContainText('2026年3月');
  expect(await axe(page)).toEqual([]);
  await days.getByTitle('2026-03-15').click();
  await expect(box).toHaveValue('2026-03-15 02:30');
  await days.locator('[data-type=hour]').getByText('09', { exact: true }).click();
  await expect(box).toHaveValue('2026-03-15 09:30');
  await box.press('Escape');
  await expect(days).toHaveCount(0);

  // a text that is no time is not sent, and the last time comes back
  await box.fill('2026-02-30 09:30');
  await box.press('Enter');
  await expect(page.getByText('请输入标题')).toHaveCount(0);
  await page.getByLabel('标题', { exact: true }).fill('时间');
  await expect(box).toHaveValue('2026-03-15 09:30');

  await box.fill('');
  await page.getByLabel('来源').focus();
  await expect(box).toHaveValue('');
  await box.click();
  await days.getByText('此刻').click();
  const then = Date.now();
  expect([shanghai(then), shanghai(then - 60_000)]).toContain(await box.inputValue());
});

test('in a dialog a time is picked by the pointer, and Escape closes what opened before the dialog @slow', async ({
  page,
  baseURL,
}) => {
  const admin = await adminOf(baseURL!);
  const people = await Promise.all(
    (['editor', 'reviewer', 'publisher'] as const).map((role) => admin.addReady(role, [{ role, channelId: '' }])),
  );
  await admin.close();
  const [writing, reviewing] = [await callsOf(baseURL!, people[0]!), await callsOf(baseURL!, people[1]!)];
  const { editionId, version } = await writing.post<{ editionId: number; version: number }>('/editions', {
    title: '定时',
    changes: [
      {
        kind: 'article',
        document: {
          channelId: CHANNEL.newsMedium,
          title: '定时',
          contentTime: '2026-11-20T09:00:00+08:00',
          content: '<p>正文</p>',
        },
      },
    ],
  });
  await writing.post(`/editions/${editionId}/submit`, { version });
  await reviewing.post(`/editions/${editionId}/approve`, { version });
  await Promise.all([writing.close(), reviewing.close()]);
  await openSignedIn(page, people[2]!, `/console/editions/${editionId}`);
  await page.getByRole('button', { name: '定时发布', exact: true }).click();
  const dialog = page.getByRole('dialog');
  const box = dialog.getByLabel('发布时间（北京时间）');
  const [day, next] = [10, 11].map((ahead) => shanghai(Date.now() + ahead * 86_400_000).slice(0, 10));
  await box.fill(`${day} 09:00`);
  const days = dialog.locator('.ant-picker-dropdown:not(.ant-picker-dropdown-hidden)');
  expect(await axe(page)).toEqual([]);
  await days.getByTitle(next!).click();
  await days.locator('[data-type=minute]').getByText('30', { exact: true }).click();
  await expect(box).toHaveValue(`${next} 09:30`);
  await box.press('Escape');
  await expect(days).toHaveCount(0);
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: '定时发布', exact: true }).click();
  await expect(page.getByRole('region', { name: '概况' })).toContainText(`计划发布${next} 09:30`);
});
