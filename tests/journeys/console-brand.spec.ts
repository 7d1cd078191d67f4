import { axe, expect, test } from '#tests/world/browser.ts';
import { adminOf, openSignedIn } from '#tests/world/console-browser.ts';

const drawing = (width: number, height: number) => ({
  mimeType: 'image/svg+xml',
  buffer: Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><path d="M0 0h${width}v${height}H0z" fill="#0a4d3c"/></svg>`,
  ),
});

test('[BR1] [BR2] [BR5] [SU14] logo, icon, colours and slogan are chosen with the site in view; what cannot be read is mended by one button', async ({
  page,
  baseURL,
}) => {
  const admin = await adminOf(baseURL!);
  const author = await admin.addReady('品牌设置', [{ role: 'channel-admin', channelId: '' }]);
  await admin.close();
  await openSignedIn(page, author);
  await page.goto('/console/settings/brand');
  await expect(page.getByRole('heading', { level: 1, name: '品牌' })).toBeVisible();
  expect(await axe(page)).toEqual([]);

  const choose = (name: string) => page.locator(`input[type=file][aria-label="${name}"]`);
  await choose('选择标志').setInputFiles({ name: 'logo.svg', ...drawing(200, 50) });
  await expect(page.getByRole('img', { name: '现在的标志' })).toBeVisible();
  await page.getByLabel('图片里已有公司名称，旁边不再写').check();
  await choose('选择网站图标').setInputFiles({ name: 'icon.svg', ...drawing(64, 64) });
  await expect(page.getByRole('img', { name: '现在的网站图标' })).toBeVisible();

  await page.getByRole('button', { name: '使用自己的颜色' }).click();
  await page.getByLabel('主色：标题、页首和深色底').fill('#0a4d3c');
  await page.getByLabel('强调色：按钮、标记和指向').fill('#ff9900');
  await expect(page.getByText(/^强调色 #ff9900 太浅.+最接近的可用颜色是 #[0-9a-f]{6}/)).toBeVisible();
  await page.getByRole('button', { name: '改用最接近的颜色' }).click();
  await expect(page.getByText('有的颜色看不清，不能公开')).toHaveCount(0);
  // light accents may stand for marks alone
  await page.getByRole('radio', { name: '线条、标记和大号数字' }).check();
  await page.getByLabel('强调色：线条、标记和大号数字').fill('#ff9900');
  await page.getByLabel('深色：标题和深色底').fill('#99ccff');
  await expect(page.getByText(/^深色 #99ccff 太浅/)).toBeVisible();
  await page.getByLabel('深色：标题和深色底').fill('#062a21');
  await expect(page.getByText(/太浅/)).toHaveCount(0);
  await page.getByRole('radio', { name: '两行，热线在标志右边' }).check();
  await page.getByRole('button', { name: '用标志和主色画一张分享图片' }).click();
  await expect(page.getByRole('img', { name: '现在的分享图片' })).toBeVisible();
  await page.getByRole('textbox', { name: '标语' }).fill('诚信为本\n行稳致远');
  await page.getByLabel('宋体').check();
  expect(await axe(page)).toEqual([]);

  await page.getByRole('button', { name: '预览', exact: true }).click();
  const site = page.frameLocator('iframe');
  await expect(site.locator('.logo__mark').first()).toBeVisible();
  await expect(site.locator('.header')).toBeVisible();
  const token = (name: string) =>
    site.locator('html').evaluate((html, one) => getComputedStyle(html).getPropertyValue(one), name);
  expect([await token('--ink'), await token('--accent'), await token('--mark')]).toEqual([
    '#062a21',
    '#0a4d3c',
    '#ff9900',
  ]);
  await expect(site.locator('.header--two')).toBeVisible();
  // other pages of the site have it, too
  const shown = (name: string) => page.getByRole('radiogroup', { name: '预览的页面' }).getByText(name, { exact: true });
  await shown('登记表').click();
  await expect(site.locator('table').first()).toBeVisible();
  await expect(site.locator('.logo__mark').first()).toBeVisible();
  await shown('文章').click();
  await expect(site.locator('main table')).toHaveCount(0);
  await expect(site.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByLabel('长辈版').check();
  await page.getByRole('radiogroup', { name: '预览的字体' }).getByText('繁体').click();
  await expect(site.locator('html.elder[lang=zh-Hant]')).toBeVisible();
  await expect(site.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('button', { name: '保存为稿件' }).click();
  await expect(page).toHaveURL(/\/editions\/\d+$/);
  await expect(page.getByRole('main')).toContainText('#0a4d3c');
});
