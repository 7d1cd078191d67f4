import { axe, expect, test } from '#tests/world/browser.ts';
import { adminOf, callsOf, openSignedIn } from '#tests/world/console-browser.ts';

test('[HN6] a composition of the home page is chosen with its preview, taken back, and becomes an edition that shows what changes', async ({
  page,
  baseURL,
}) => {
  const admin = await adminOf(baseURL!);
  const author = await admin.addReady('构图者', [{ role: 'channel-admin', channelId: '' }]);
  await admin.close();
  await openSignedIn(page, author);

  // in the editor of the page: the blocks move, the preview follows, one step back undoes it
  await page.goto('/console/pages/home');
  const preview = page.frameLocator('iframe');
  const box = preview.locator('.verify-box');
  await expect(preview.getByRole('heading', { level: 1 })).toBeAttached();
  await expect(box).toHaveCount(0);
  await page.getByRole('radio', { name: /左右分栏/ }).check();
  await expect(preview.locator('.home--beside')).toBeVisible();
  await expect(box).toHaveCount(1);
  expect(await axe(page, '.compositions')).toEqual([]);
  await page.getByRole('button', { name: '撤销' }).click();
  await expect(box).toHaveCount(0);
  await expect(page.getByRole('radio', { name: /左右分栏/ })).not.toBeChecked();

  // the target of a link is chosen by the name of its channel
  await page.locator('.sortable-name', { hasText: '快捷入口' }).click();
  const target = page.getByRole('combobox', { name: '网址' }).first();
  await target.fill('防范非法证券活动');
  await page.locator('.ant-select-item-option', { hasText: '/publicChannel/antiFraud' }).click();
  await expect(target).toHaveValue('/publicChannel/antiFraud');
  await page.getByRole('button', { name: '撤销' }).click();

  // in the step of the brand, where the brand is on its way to a reviewer, it is shown with that and saved as an edition
  const calls = await callsOf(baseURL!, author);
  const document = { headings: 'serif', colours: { main: '#0a4d3c', accent: '#0a4d3c', grey: 'warm' } };
  const { editionId } = await calls.post<{ editionId: number }>('/editions', {
    title: '品牌',
    changes: [{ kind: 'setting', id: 'brand', document }],
  });
  await page.goto('/console/setting-up/brand');
  const choice = page.getByRole('region', { name: '首页的构图' });
  await choice.getByRole('radio', { name: /双线典雅/ }).check();
  const home = page.frameLocator('iframe[title="首页的预览"]');
  await expect(home.locator('.home--ruled')).toBeVisible();
  await expect(page.getByRole('link', { name: '差异、内容和经过' })).toBeVisible();
  await page.getByRole('button', { name: '恢复原来的构图' }).click();
  await expect(page.getByRole('button', { name: '存为稿件', exact: true })).toHaveCount(0);
  await choice.getByRole('radio', { name: /双线典雅/ }).check();
  await page.getByRole('button', { name: '存为稿件', exact: true }).click();
  await expect(page).toHaveURL(/\/console\/editions\/\d+/);
  await expect(page.locator('main')).toContainText('首页的构图');
  await expect(page.locator('main')).toContainText('核验框');
  await calls.post(`/editions/${editionId}/discard`, { version: 1 });
  await calls.close();
});
