import { CHANNEL } from '#demo/channels.ts';
import { axe, expect, test } from '#tests/world/browser.ts';
import { act, adminOf, callsOf, openSignedIn, openTab } from '#tests/world/console-browser.ts';

test('[RM1] [RM3] [RM4] [RM5] a reviewer remarks at a cell and a paragraph and returns it, the editor mends and answers, and the reviewer settles and agrees', async ({
  page,
  browser,
  baseURL,
}) => {
  const admin = await adminOf(baseURL!);
  const all = { channelId: '' };
  const writer = await admin.addReady('批注撰写', [
    { role: 'channel-admin', ...all },
    { role: 'editor', ...all },
  ]);
  const reviewer = await admin.addReady('批注审核', [{ role: 'reviewer', ...all }]);
  await admin.close();
  const run = Date.now().toString(36);
  const definition = {
    schemaVersion: 1,
    register: `remarked-${run}`,
    title: `批注的登记表${run}`,
    endpoints: [],
    department: '办公室',
    key: ['no'],
    fields: {
      no: { title: '编号', type: 'text', required: true },
      place: { title: '地点', type: 'text' },
    },
    columns: ['no', 'place'],
    filters: [],
    order: ['no'],
  };
  const changes = (text: string, place: string): object[] => [
    { kind: 'register', document: definition },
    {
      kind: 'rows',
      document: { definition, dataDate: '2026-11-01', department: '办公室', rows: [{ no: 'N1', place }] },
    },
    {
      kind: 'article',
      document: {
        channelId: CHANNEL.newsMedium,
        title: `有批注的公告${run}`,
        content: `<p>第一段不变</p><p>${text}</p>`,
        contentTime: '2026-11-20T09:00:00+08:00',
      },
    },
  ];
  const writing = await callsOf(baseURL!, writer);
  const title = `有批注的稿件${run}`;
  const { editionId } = await writing.post<{ editionId: number }>('/editions', {
    title,
    changes: changes('第二段写错了日期', '北楼'),
  });
  await writing.post(`/editions/${editionId}/submit`, { version: 1 });

  await openSignedIn(page, reviewer, `/console/editions/${editionId}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  const acts = page.getByRole('region', { name: '操作' });
  await expect(acts.getByRole('button', { name: '同意', exact: true })).toBeVisible();
  // a paragraph, by the keyboard alone
  const paragraph = page.getByRole('button', { name: '批注：“第二段写错了日期”' });
  await paragraph.focus();
  await page.keyboard.press('Enter');
  const typed = page.getByRole('textbox', { name: '批注：“第二段写错了日期”' });
  await expect(typed).toBeFocused();
  await page.keyboard.type('日期应为 11 月');
  await page.keyboard.press('Escape');
  await expect(paragraph).toBeFocused();
  // the typed words are there again
  await page.keyboard.press('Enter');
  await expect(typed).toHaveValue('日期应为 11 月');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('button', { name: '批注：“第二段写错了日期”，1 条未解决' })).toBeFocused();
  // a cell
  await page
    .getByText(/^全部内容$|^\d+ 行$/)
    .filter({ hasText: '1 行' })
    .click();
  await page.getByRole('button', { name: /^批注：N1/ }).click();
  await page.getByRole('combobox', { name: '针对' }).click();
  await page.getByTitle('地点', { exact: true }).click();
  await page.getByRole('textbox', { name: /^批注：N1/ }).fill('应为南楼');
  await page.getByRole('button', { name: '写批注', exact: true }).click();
  const panel = page.getByRole('region', { name: '批注', exact: true });
  await expect(panel).toContainText('还有 2 条批注没有解决');
  await expect(panel).toContainText('N1 · 地点');
  await expect(page.getByRole('navigation', { name: '稿件的各部分' })).toContainText('批注 2');
  // 退回 is the way on, with its reason
  await expect(acts.getByRole('button', { name: '同意', exact: true })).toHaveCount(0);
  await expect(acts).toContainText('同意：还有 2 条批注没有解决');
  expect(await axe(page)).toEqual([]);
  // A does nothing in the reading view
  await page.goto(`/console/review?edition=${editionId}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(page.getByText('还有 2 条批注没有解决，请解决后再同意，或退回')).toBeVisible();
  await page.keyboard.press('a');
  await expect(page.getByRole('button', { name: /^同意并看下一份/ })).toBeDisabled();
  await page.goto(`/console/editions/${editionId}`);
  await acts.getByRole('button', { name: '退回' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('textbox')).toHaveValue('还有 2 条批注没有解决，请处理后再提交审核。');
  await dialog.getByRole('button', { name: '退回' }).click();
  await expect(acts).not.toContainText('同意');

  // the writer reads them beside the form, answers and mends
  const other = await browser.newContext({ baseURL: baseURL! });
  const mending = await other.newPage();
  await openSignedIn(mending, writer, `/console/editions/${editionId}`);
  await expect(mending.getByRole('heading', { level: 1 })).toHaveText(title);
  const list = mending.getByRole('region', { name: '批注', exact: true });
  await mending.getByRole('button', { name: '答复第 1 条批注' }).click();
  await mending.getByRole('textbox', { name: '答复第 1 条批注' }).fill('已改为 11 月');
  await mending.getByRole('button', { name: '答复', exact: true }).click();
  await expect(mending.locator('.remarks-below').getByText('已改为 11 月')).toBeVisible();
  await expect(mending.getByRole('button', { name: '把第 1 条批注标为已解决' })).toHaveCount(0);
  await mending.getByRole('link', { name: '修改', exact: true }).click();
  await expect(mending.getByRole('heading', { level: 1 })).toHaveText(`修改稿件：${title}`);
  await expect(list.getByRole('button', { name: '答复第 2 条批注' })).toBeVisible();
  await other.close();
  await writing.post(`/editions/${editionId}`, {
    version: 1,
    title,
    changes: changes('第二段改为 11 月', '南楼'),
  });
  await writing.post(`/editions/${editionId}/submit`, { version: 2 });
  await writing.close();

  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(panel.getByText('所指位置已改动')).toHaveCount(2);
  await expect(panel).toContainText('已改为 11 月');
  for (const no of [1, 2]) await panel.getByRole('button', { name: `把第 ${no} 条批注标为已解决` }).click();
  await expect(panel).toContainText('批注都已解决或撤回');
  await act(page, '同意');
  await expect(acts).not.toContainText('同意');
  await openTab(page, '经过');
  await expect(page.getByText('审核通过（第 2 版）')).toBeVisible();
});
