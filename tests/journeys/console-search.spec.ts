import type { Locator } from '@playwright/test';
import { axe, expect, test } from '#tests/world/browser.ts';
import { adminOf, callsOf, openSignedIn } from '#tests/world/console-browser.ts';

test('[CS1] [CS5] by keys alone a draft is found from any screen and opened, groups are gone through, a command leads on, and Esc gives the focus back', async ({
  page,
  baseURL,
}) => {
  const admin = await adminOf(baseURL!);
  const editor = await admin.addReady('查找编辑', [{ role: 'editor', channelId: '' }]);
  await admin.close();
  const words = `查找测试${Date.now().toString(36)}`;
  const calls = await callsOf(baseURL!, editor);
  const { editionId } = await calls.post<{ editionId: number }>('/editions', {
    title: words,
    changes: [
      {
        kind: 'article',
        document: { channelId: '00010002000100020001', title: '未定', content: '<p>遗失声明</p>', contentTime: '' },
      },
    ],
  });
  await calls.close();
  await openSignedIn(page, editor, '/console/publications');
  const field = page.getByRole('combobox', { name: /^查找文章/ });
  const chosen = page.getByRole('option', { selected: true });

  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await field.fill(words);
  await expect(page.getByRole('status').filter({ hasText: /^1 处/ })).toBeVisible();
  await expect(chosen).toContainText(words);
  await expect(chosen.locator('mark')).toHaveText(words);
  await expect(chosen).toContainText('草稿');
  expect(await axe(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/console/editions/${editionId}$`));
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // the focus goes there once the edition is read
  await expect(page.getByRole('heading', { level: 1, name: words })).toBeFocused();

  const opener = page.getByRole('button', { name: /^查找文章/ });
  await opener.focus();
  await page.keyboard.press('Enter');
  await field.fill('遗失');
  await expect(page.getByRole('group', { name: /^文章/ }).getByRole('option').first()).toBeVisible();
  await expect(page.getByRole('group', { name: /^稿件/ })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('group', { name: /^文章/ }).getByRole('option', { selected: true })).toHaveCount(0);
  await expect(field).toBeFocused();
  await page.getByRole('button', { name: /^稿件/ }).click();
  await expect(page.getByRole('group', { name: /^文章/ })).toHaveCount(0);
  await expect(field).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();

  await page.keyboard.press('Control+k');
  await field.fill('> 登记表');
  await expect(chosen).toHaveText(/去 登记表/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/console\/registers$/);
});

test('[CS5] [CS6] by keys alone words are replaced everywhere as one draft, with a place left out', async ({
  page,
  baseURL,
}) => {
  const admin = await adminOf(baseURL!);
  const editor = await admin.addReady('替换编辑', [{ role: 'editor', channelId: '' }]);
  const reviewer = await admin.addReady('替换审核', [{ role: 'reviewer', channelId: '' }]);
  const publisher = await admin.addReady('替换发布', [{ role: 'publisher', channelId: '' }]);
  await admin.close();
  const from = `旧称${Date.now().toString(36)}`;
  const [writing, reviewing, publishing] = [
    await callsOf(baseURL!, editor),
    await callsOf(baseURL!, reviewer),
    await callsOf(baseURL!, publisher),
  ];
  const channelId = '00010002000100020001';
  const document = { channelId, title: `${from}更名的说明`, content: `<p>${from}已更名。</p>`, contentTime: '' };
  const { editionId } = await writing.post<{ editionId: number }>('/editions', {
    title: '先公开的一篇',
    changes: [{ kind: 'article', document: { ...document, contentTime: '2026-11-20T09:00:00+08:00' } }],
  });
  await writing.post(`/editions/${editionId}/submit`, { version: 1 });
  await reviewing.post(`/editions/${editionId}/approve`, { version: 1 });
  await publishing.post(`/editions/${editionId}/publish`, { version: 1 });
  await Promise.all([writing, reviewing, publishing].map((calls) => calls.close()));
  await openSignedIn(page, editor, '/console/publications');

  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /^查找文章/ }).fill('> 全部替换');
  await expect(page.getByRole('option', { selected: true })).toContainText('全部替换');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: '全部替换' })).toBeFocused();
  const tabTo = async (element: Locator): Promise<void> => {
    await expect(element).toBeVisible();
    await expect(async () => {
      await page.keyboard.press('Tab');
      await expect(element).toBeFocused({ timeout: 50 });
    }).toPass();
  };
  await tabTo(page.getByRole('textbox', { name: '原来的文字' }));
  await page.keyboard.type(from);
  await page.keyboard.press('Tab');
  await page.keyboard.type('新称');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: '2 处' })).toBeVisible();
  // the title stays as it was called then
  const title = page.getByRole('checkbox', { name: /标题$/ });
  await tabTo(title);
  await page.keyboard.press('Space');
  await expect(title).not.toBeChecked();
  expect(await axe(page)).toEqual([]);
  await tabTo(page.getByRole('button', { name: '把选中的 1 处合成一份稿件' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: `全部替换“${from}”为“新称”` })).toBeVisible();
  await expect(page).toHaveURL(/\/console\/editions\/\d+$/);
});
