import type { Page } from '@playwright/test';
import { CHANNEL } from '#demo/channels.ts';
import { axe, BASE, expect, intercept, test } from '#tests/world/browser.ts';
import { act, adminOf, callsOf, openSignedIn, type Account, openTab } from '#tests/world/console-browser.ts';

const articleOf = (title: string, content: string) => [
  {
    kind: 'article',
    document: { channelId: CHANNEL.newsMedium, title, content, contentTime: '2026-11-20T09:00:00+08:00' },
  },
];

test('[PB3] an edition is returned with a reason, submitted again, approved by another person, published, and read on the site within a second @fast', async ({
  page,
  baseURL,
  browser,
}) => {
  const admin = await adminOf(baseURL!);
  const editor = await admin.addReady('撰写者', [{ role: 'editor', channelId: '' }]);
  const reviewer = await admin.addReady('审核者', [{ role: 'reviewer', channelId: '' }]);
  const publisher = await admin.addReady('发布者', [{ role: 'publisher', channelId: '' }]);
  await admin.close();
  const calls = await callsOf(baseURL!, editor);
  const title = `关于稿件流程的说明${Date.now()}`;
  const { editionId } = await calls.post<{ editionId: number }>('/editions', {
    title,
    changes: articleOf(title, '<p>第一段文字</p>'),
  });
  await calls.close();
  const deskOf = async (person: Account): Promise<Page> => {
    const context = await browser.newContext({
      baseURL: baseURL!,
      extraHTTPHeaders: { 'x-forwarded-for': `10.7.1.${person.account.length + Math.floor(Math.random() * 200)}` },
    });
    const desk = await context.newPage();
    await openSignedIn(desk, person);
    return desk;
  };
  await openSignedIn(page, editor);
  await page.getByRole('link', { name: title }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(
    page.getByRole('region', { name: '差异' }).locator('ins').filter({ hasText: '第一段文字' }),
  ).toBeVisible();
  await openTab(page, '全部内容');
  await expect(page.getByRole('region', { name: '内容' })).toContainText('第一段文字');
  // a person who has just saved is offered no step for the version before
  await page.getByRole('link', { name: '修改', exact: true }).click();
  await page.getByLabel('摘要').fill('流程的四步');
  let release = (): void => {};
  const released = new Promise<void>((done) => (release = done));
  await intercept(page, `**/console/api/editions/${editionId}`, async (route) => {
    if (route.request().method() === 'GET') await released;
    await route.fallback();
  });
  await page.getByRole('button', { name: /^保存/ }).click();
  await expect(page).toHaveURL(new RegExp(`/console/editions/${editionId}$`));
  await expect(page.getByText('正在加载')).toBeVisible();
  await expect(page.getByRole('button', { name: '提交审核' })).toHaveCount(0);
  release();
  await act(page, '提交审核');
  await expect(page.getByRole('region', { name: '操作' })).toContainText('接下来由审核人员处理');
  await expect(page.getByRole('heading', { name: '操作' })).toBeFocused();
  await expect(page.getByRole('button', { name: '同意', exact: true })).toHaveCount(0);
  expect(await axe(page)).toEqual([]);

  const review = await deskOf(reviewer);
  await expect(review.getByRole('region', { name: /^待我审核/ })).toBeVisible();
  expect(await axe(review)).toEqual([]);
  await review.goto(`/console/editions?view=to-review&words=${encodeURIComponent(title)}`);
  await expect(review.getByRole('row').filter({ hasText: title })).toContainText('审核中');
  expect(await axe(review)).toEqual([]);
  await review.getByRole('link', { name: title }).click();
  await act(review, '退回');
  await expect(review.getByRole('dialog')).toContainText('请写明退回的原因');
  await review.getByRole('dialog').getByRole('textbox').fill('标题请更具体');
  await review.getByRole('dialog').getByRole('button', { name: '退回' }).click();
  await expect(review.getByRole('region', { name: '概况' })).toContainText('已退回');

  await page.reload();
  await expect(page.getByRole('region', { name: '经过' })).toContainText('标题请更具体');
  await act(page, '提交审核');
  await expect(page.getByRole('region', { name: '概况' })).toContainText('审核中');
  await review.reload();
  await act(review, '同意');
  await expect(review.getByRole('region', { name: '概况' })).toContainText('已通过');
  await expect(review.getByRole('heading', { name: '操作' })).toBeFocused();
  await review.keyboard.press('Tab');
  await expect(review.getByRole('button', { name: '退回' })).toBeFocused();

  const press = await deskOf(publisher);
  await press.goto(`/console/editions/${editionId}`);
  await act(press, '发布');
  const open = press.getByRole('link', { name: /^在网站上查看/ });
  const path = (await open.getAttribute('href'))!;
  expect(path.startsWith(`${BASE}/news/medium/detail/`)).toBe(true);
  await expect
    .poll(async () => (await press.request.get(path)).text(), { timeout: 15_000, intervals: [50] })
    .toContain('第一段文字');
  await review.context().close();
  await press.context().close();
});

test('who has an old version before them approves nothing, and is told who wrote the new one @slow', async ({
  page,
  baseURL,
  expectFault,
}) => {
  expectFault(/409/);
  const admin = await adminOf(baseURL!);
  const editor = await admin.addReady('后改者', [{ role: 'editor', channelId: '' }]);
  const reviewer = await admin.addReady('先看者', [{ role: 'reviewer', channelId: '' }]);
  await admin.close();
  const calls = await callsOf(baseURL!, editor);
  const title = `先看后改${Date.now()}`;
  const { editionId, version } = await calls.post<{ editionId: number; version: number }>('/editions', {
    title,
    changes: articleOf(title, '<p>原来的话</p>'),
  });
  await calls.post(`/editions/${editionId}/submit`, { version });
  await openSignedIn(page, reviewer, `/console/editions/${editionId}`);
  await openTab(page, '全部内容');
  await expect(page.getByRole('region', { name: '内容' })).toContainText('原来的话');
  const saved = await calls.post<{ version: number }>(`/editions/${editionId}`, {
    version,
    title,
    changes: articleOf(title, '<p>后来的话</p>'),
  });
  await calls.post(`/editions/${editionId}/submit`, { version: saved.version });
  await calls.close();
  await act(page, '同意');
  await expect(page.getByRole('alert')).toContainText(`${editor.name}已在`);
  await page.getByRole('button', { name: '载入第 2 版' }).click();
  await openTab(page, '全部内容');
  await expect(page.getByRole('region', { name: '内容' })).toContainText('后来的话');
  await expect(page.getByRole('button', { name: '同意', exact: true })).toBeVisible();
});
