import { CHANNEL } from '#demo/channels.ts';
import { BASE, expect, test } from '#tests/world/browser.ts';
import { act, adminOf, callsOf, openSignedIn, openTab } from '#tests/world/console-browser.ts';

const articleOf = (title: string, more: object = {}) => [
  {
    kind: 'article',
    document: {
      channelId: CHANNEL.newsMedium,
      title,
      content: `<p>${title}的正文</p>`,
      contentTime: '2026-11-20T09:00:00+08:00',
      ...more,
    },
  },
];

/** yyyy-mm-ddThh:mm in Shanghai, as its field takes it */
const clock = (ms: number): string => new Date(ms + 8 * 3_600_000).toISOString().slice(0, 16);

async function peopleOf(baseURL: string) {
  const admin = await adminOf(baseURL);
  const all = { channelId: '' };
  const editor = await admin.addReady('撰写者', [{ role: 'editor', ...all }]);
  const reviewer = await admin.addReady('审核者', [{ role: 'reviewer', ...all }]);
  const publisher = await admin.addReady('发布者', [{ role: 'publisher', ...all }]);
  await admin.close();
  return { editor, reviewer, publisher };
}

test('an approved edition waits for its time, which can be taken back; a time that is over is refused in the form', async ({
  page,
  baseURL,
  expectFault,
}) => {
  expectFault(/422/);
  const { editor, reviewer, publisher } = await peopleOf(baseURL!);
  const [writing, reviewing] = [await callsOf(baseURL!, editor), await callsOf(baseURL!, reviewer)];
  const title = `定时发布的说明${Date.now()}`;
  const { editionId, version } = await writing.post<{ editionId: number; version: number }>('/editions', {
    title,
    changes: articleOf(title),
  });
  await writing.post(`/editions/${editionId}/submit`, { version });
  await reviewing.post(`/editions/${editionId}/approve`, { version });
  await Promise.all([writing.close(), reviewing.close()]);
  await openSignedIn(page, publisher, `/console/editions/${editionId}`);
  await page.getByRole('button', { name: '定时发布', exact: true }).click();
  const dialog = page.getByRole('dialog');
  const box = dialog.getByLabel('发布时间（北京时间）');
  await box.fill('2026-01-01T09:00');
  // the popup covers the buttons below it
  await box.press('Enter');
  await dialog.getByRole('button', { name: '定时发布', exact: true }).click();
  await expect(dialog).toContainText('发布时间已过，请选择以后的时间，或者直接发布');
  const at = clock(Date.now() + 86_400_000);
  await box.fill(at);
  await box.press('Enter');
  await dialog.getByRole('button', { name: '定时发布', exact: true }).click();
  const overview = page.getByRole('region', { name: '概况' });
  await expect(overview).toContainText(`计划发布${at.replace('T', ' ')}`);
  await page.goto('/console/editions?view=scheduled');
  await expect(page.getByRole('row').filter({ hasText: title })).toBeVisible();
  await page.getByRole('link', { name: title }).click();
  await act(page, '取消定时');
  await expect(overview).not.toContainText('计划发布');
  await expect(overview).toContainText('已通过');
});

test('[PB3] an emergency publication needs a reason, is public at once, bears a mark until another person has confirmed it @slow', async ({
  page,
  baseURL,
  browser,
}) => {
  const { editor, reviewer, publisher } = await peopleOf(baseURL!);
  const writing = await callsOf(baseURL!, editor);
  const title = `系统故障的公告${Date.now()}`;
  const { editionId } = await writing.post<{ editionId: number }>('/editions', { title, changes: articleOf(title) });
  await writing.close();
  await openSignedIn(page, publisher, `/console/editions/${editionId}`);
  await act(page, '紧急发布');
  await expect(page.getByRole('dialog')).toContainText('请写明紧急发布的原因');
  await page.getByRole('dialog').getByRole('textbox').fill('交易系统故障，须立即告知客户');
  await page.getByRole('dialog').getByRole('button', { name: '紧急发布' }).click();
  const overview = page.getByRole('region', { name: '概况' });
  await expect(overview).toContainText('交易系统故障，须立即告知客户');
  const path = (await page.getByRole('link', { name: /^在网站上查看/ }).getAttribute('href'))!;
  expect(path.startsWith(`${BASE}/news/medium/detail/`)).toBe(true);
  expect((await page.request.get(path)).status()).toBe(200);

  const context = await browser.newContext({ baseURL: baseURL!, extraHTTPHeaders: { 'x-forwarded-for': '10.7.9.9' } });
  const desk = await context.newPage();
  await openSignedIn(desk, reviewer);
  await expect(desk.getByRole('main')).toContainText(title);
  await desk.goto(`/console/editions/${editionId}`);
  await expect(desk.getByRole('region', { name: '概况' })).toContainText('待复核');
  await act(desk, '复核', '内容属实，已核对');
  await expect(desk.getByRole('region', { name: '概况' })).not.toContainText('待复核');
  await expect(desk.getByRole('region', { name: '经过' })).toContainText('内容属实，已核对');
  await context.close();
});

test('[ED12] what became invalid or outdated since its approval goes back to its writer, and who had approved it is told, too @slow', async ({
  page,
  baseURL,
}) => {
  const { editor, reviewer, publisher } = await peopleOf(baseURL!);
  const [writing, reviewing, pressing] = [
    await callsOf(baseURL!, editor),
    await callsOf(baseURL!, reviewer),
    await callsOf(baseURL!, publisher),
  ];
  const made = async (title: string, changes: object[], base = {}) => {
    const edition = await writing.post<{ editionId: number; version: number }>('/editions', { title, changes, base });
    await writing.post(`/editions/${edition.editionId}/submit`, { version: edition.version });
    await reviewing.post(`/editions/${edition.editionId}/approve`, { version: edition.version });
    return edition;
  };
  const title = `先后发布的说明${Date.now()}`;
  const first = await made(title, articleOf(title));
  const { articleIds } = await pressing.post<{ articleIds: number[] }>(`/editions/${first.editionId}/publish`, {
    version: first.version,
  });
  const [articleId] = articleIds;
  const late = await made(`${title}（较晚）`, articleOf(`${title}（较晚）`, { articleId }));
  const early = await made(`${title}（较早）`, articleOf(`${title}（较早）`, { articleId }));
  await pressing.post(`/editions/${early.editionId}/publish`, { version: early.version });
  await made(`${title}（撤下后）`, articleOf(`${title}（撤下后）`, { articleId }));
  const withdrawal = await made(`${title}（撤下）`, [
    { kind: 'article', id: String(articleId), withdraw: { reason: '内容有误' } },
  ]);
  await pressing.post(`/editions/${withdrawal.editionId}/publish`, { version: withdrawal.version });
  await Promise.all([writing.close(), reviewing.close(), pressing.close()]);
  await openSignedIn(page, reviewer, '/console/editions?view=approval-ended');
  const ended = page.getByRole('row').filter({ hasText: '同意已失效：公开的内容在审核后已有变化' });
  const both = [`${title}（较晚）`, `${title}（撤下后）`];
  // a server looks each second at what was published
  await expect(async () => {
    await page.reload();
    for (const one of both)
      await expect(ended.getByRole('link', { name: one, exact: true })).toBeVisible({ timeout: 15_000 });
  }).toPass();
  await openSignedIn(page, editor, '/console/editions?view=returned');
  for (const one of both)
    await expect(page.getByRole('row').filter({ hasText: one })).toContainText('系统退回：公开的内容已有变化');
  await page.goto(`/console/editions/${late.editionId}`);
  await expect(page.getByRole('alert').filter({ hasText: '系统于' })).toBeVisible();
  await expect(page.getByRole('region', { name: '检查' })).toContainText('公开的内容已有变化');
  await expect(page.getByRole('region', { name: '检查' })).not.toContainText('没有发现妨碍发布的问题');
});

test('[ED13] [ED15] an outdated edition is not agreed to, and goes back with its reason filled in; tabs have addresses @slow', async ({
  page,
  baseURL,
}) => {
  const { editor, reviewer, publisher } = await peopleOf(baseURL!);
  const [writing, reviewing, pressing] = [
    await callsOf(baseURL!, editor),
    await callsOf(baseURL!, reviewer),
    await callsOf(baseURL!, publisher),
  ];
  const title = `须先合并的说明${Date.now()}`;
  const sent = async (changes: object[]) => {
    const edition = await writing.post<{ editionId: number; version: number }>('/editions', { title, changes });
    await writing.post(`/editions/${edition.editionId}/submit`, { version: edition.version });
    return edition.editionId;
  };
  const published = async (editionId: number) => {
    await reviewing.post(`/editions/${editionId}/approve`, { version: 1 });
    return pressing.post<{ articleIds: number[] }>(`/editions/${editionId}/publish`, { version: 1 });
  };
  const { articleIds } = await published(await sent(articleOf(title)));
  const [articleId] = articleIds;
  const late = await sent(articleOf(title, { articleId, content: '<p>较晚的一份</p>' }));
  await published(await sent(articleOf(title, { articleId, content: '<p>较早的一份</p>' })));
  await Promise.all([writing.close(), reviewing.close(), pressing.close()]);
  await openSignedIn(page, reviewer, `/console/editions/${late}`);
  await expect(page.getByRole('alert').filter({ hasText: '合并以前不能通过' })).toContainText(title);
  await expect(page.getByRole('button', { name: '同意', exact: true })).toHaveCount(0);
  await openTab(page, '经过');
  await expect(page).toHaveURL(/tab=history$/);
  await openTab(page, '全部内容');
  await page.goBack();
  await expect(page.getByRole('region', { name: '各版' })).toBeVisible();
  await page.getByRole('button', { name: '退回请合并' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('textbox')).toHaveValue(new RegExp(`${title}.*已另行发布`));
  await dialog.getByRole('button', { name: '退回', exact: true }).click();
  await expect(page.getByRole('region', { name: '概况' })).toContainText('已退回');
});
