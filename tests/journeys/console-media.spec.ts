import { makePng } from '#demo/files/png.ts';
import { axe, expect, test } from '#tests/world/browser.ts';
import { adminOf, openSignedIn } from '#tests/world/console-browser.ts';

test('[ML5] [ML7] [ML9] a picture that somebody uploaded is found in the library and chosen for an article, and the library says where it is used', async ({
  page,
  baseURL,
}) => {
  const admin = await adminOf(baseURL!);
  const editor = await admin.addReady('图库编辑', [{ role: 'editor', channelId: '' }]);
  await admin.close();
  const own = `图库测试${Date.now().toString(36)}`;
  const seed = Date.now() & 255;
  const bytes = makePng(640, 320, (x, y) => [(x * 3 + seed) & 255, (y * 5) & 255, (x * y) & 255]);
  await openSignedIn(page, editor, '/console/');
  const sent = await page.request.post(`/console/api/files?filename=${encodeURIComponent(`${own}.png`)}`, {
    headers: { 'content-type': 'application/octet-stream', origin: new URL(baseURL!).origin },
    data: bytes,
  });
  expect(sent.status()).toBe(200);

  await page.goto('/console/media');
  await expect(page.getByRole('heading', { level: 1, name: '图片与文件' })).toBeVisible();
  await page.getByRole('textbox', { name: '名称、替代文字或格式' }).fill(own);
  await page.getByRole('button', { name: '查询' }).click();
  const card = page.getByRole('list', { name: '图片与文件' }).getByRole('link', { name: new RegExp(own) });
  await expect(card).toHaveCount(1);
  await expect(card).toContainText('640 × 320');
  await expect(card).toContainText('未使用');
  // a small one: the card is no place for the whole, which comes first where the machine is busy (ML1)
  await expect(card.locator('img')).toHaveAttribute('src', /\?width=480$/);
  expect(
    await card.locator('img').evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
  ).toBeGreaterThan(0);
  expect(await axe(page)).toEqual([]);

  await page.goto('/console/content/new');
  await page.getByRole('button', { name: /^图片/ }).click();
  const dialog = page.getByRole('dialog', { name: '图片', exact: true });
  await dialog.getByRole('button', { name: '从图片与文件中选择' }).click();
  const library = page.getByRole('dialog', { name: '选择图片' });
  await library.getByRole('searchbox').fill(own);
  await library.getByRole('searchbox').press('Enter');
  await expect(library.getByRole('list').getByRole('button')).toHaveCount(1);
  await library.getByRole('list').getByRole('button').click();
  await library.getByRole('button', { name: '选用' }).click();
  await expect(library).toHaveCount(0);
  await dialog.getByRole('textbox', { name: '图片说明（替代文字）' }).fill('图库里的图片');
  await dialog.getByRole('button', { name: '确定' }).click();
  await expect(page.getByRole('img', { name: '图库里的图片' })).toBeVisible();
});
