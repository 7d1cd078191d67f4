import { expect, test } from '#tests/world/browser.ts';
import { adminOf, callsOf, openSignedIn } from '#tests/world/console-browser.ts';
import { effortOf } from '#tests/world/effort.ts';

const SECTION = '0001000200010008';
const menu = (page: Parameters<typeof effortOf>[0], name: string) =>
  page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name, exact: true });

test('an article, a row and what was withdrawn reach the reviewer by so few acts as docs/admin says @slow', async ({
  page,
  baseURL,
  expectFault,
}) => {
  expectFault(/Blocked script execution/);
  test.slow();
  const admin = await adminOf(baseURL!);
  const everywhere = { channelId: '' };
  const keeper = await admin.addReady('撰写者', [
    { role: 'editor', ...everywhere },
    { role: 'channel-admin', ...everywhere },
  ]);
  const other = await admin.addReady('审核者', [
    { role: 'reviewer', ...everywhere },
    { role: 'publisher', ...everywhere },
  ]);
  await admin.close();
  const title = `开放日取消${Date.now() % 1_000_000}`;
  const [writing, reviewing] = [await callsOf(baseURL!, keeper), await callsOf(baseURL!, other)];
  const publish = async (changes: object[]): Promise<void> => {
    const { editionId } = await writing.post<{ editionId: number }>('/editions', { title, changes });
    await writing.post(`/editions/${editionId}/submit`, { version: 1 });
    await reviewing.post(`/editions/${editionId}/approve`, { version: 1, rowsGone: 0 });
    await reviewing.post(`/editions/${editionId}/publish`, { version: 1 });
  };
  const document = {
    channelId: `${SECTION}0003`,
    title,
    content: '<p>正文</p>',
    contentTime: '2026-11-20T09:00:00+08:00',
  };
  await publish([{ kind: 'article', document }]);
  await openSignedIn(page, keeper);
  const found = await page.request.get(`/console/api/articles?words=${encodeURIComponent(title)}`);
  const { data } = (await found.json()) as { data: { list: { articleId: number }[] } };
  await publish([{ kind: 'article', id: String(data.list[0]!.articleId), withdraw: { reason: '开放日改期。' } }]);
  await Promise.all([writing.close(), reviewing.close()]);

  const article = effortOf(page);
  await article.click(menu(page, '文章'));
  await article.click(page.getByRole('link', { name: '新建文章' }));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('新建文章');
  await article.choose(page.getByLabel('栏目'), '遗失声明');
  await article.fill(page.getByLabel('标题', { exact: true }), `${title}的说明`);
  await article.click(page.getByRole('textbox', { name: '正文' }));
  await page.keyboard.type('开放日因天气取消。');
  await article.click(page.getByRole('button', { name: '保存为稿件' }));
  await expect(page.getByText(/已于 \d\d:\d\d:\d\d 保存为稿件/)).toBeVisible();
  await article.click(page.getByRole('button', { name: '提交审核', exact: true }));
  await article.click(page.getByRole('dialog').getByRole('button', { name: '提交审核', exact: true }));
  await expect(page.getByText('审核中').first()).toBeVisible();
  expect(article.done).toMatchObject({ uploads: 0 });
  expect(article.done.clicks).toBeLessThanOrEqual(8);
  // the text itself is none of the fields
  expect(article.done.fields).toBeLessThanOrEqual(2);

  const row = effortOf(page);
  await row.click(menu(page, '登记表'));
  await row.click(page.getByRole('link', { name: '营业网点', exact: true }));
  const grid = page.getByRole('grid');
  await expect(grid.getByRole('row').nth(1)).toBeVisible();
  const titles = await grid.getByRole('columnheader').allInnerTexts();
  const cell = grid
    .getByRole('row')
    .nth(1)
    .getByRole('gridcell')
    .nth(titles.findIndex((title) => title.includes('电话')));
  await row.click(cell);
  row.done.fields += 1;
  await page.keyboard.type('021-55500999');
  await page.keyboard.press('Enter');
  await row.click(page.getByRole('button', { name: '保存为稿件' }));
  await expect(page).toHaveURL(/\/console\/editions\/\d+$/);
  await row.click(page.getByRole('button', { name: '提交审核', exact: true }));
  await row.click(page.getByRole('dialog').getByRole('button', { name: '提交审核', exact: true }));
  await expect(page.getByText('审核中').first()).toBeVisible();
  expect(row.done.clicks).toBeLessThanOrEqual(6);
  expect(row.done.fields).toBeLessThanOrEqual(1);

  const restore = effortOf(page);
  await restore.click(menu(page, '栏目'));
  await restore.click(page.getByRole('navigation', { name: '同组的页' }).getByRole('link', { name: '撤下和停用' }));
  await restore.click(page.getByRole('button', { name: `恢复“${title}”` }));
  await restore.click(page.getByRole('dialog').getByRole('button', { name: '新建并提交审核' }));
  await expect(page).toHaveURL(/\/console\/editions\/\d+$/);
  await expect(page.getByText('审核中').first()).toBeVisible();
  expect(restore.done.clicks).toBeLessThanOrEqual(5);
  expect(restore.done.fields).toBe(0);
});
