import { axe, expect, test } from '#tests/world/browser.ts';
import { adminOf, callsOf, openSignedIn } from '#tests/world/console-browser.ts';

// a draft of the brand is shown to everybody who opens it: one journey after the other
test.describe.configure({ mode: 'serial' });

const drawing = (width: number, height: number, path = `M0 0h${width}v${height}H0z`) => ({
  mimeType: 'image/svg+xml',
  buffer: Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><path d="${path}" fill="#0a4d3c"/></svg>`,
  ),
});

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
  // words that search are no change of the page
  await expect(page.getByRole('button', { name: '撤销' })).toBeDisabled();
  await page.locator('.ant-select-item-option', { hasText: '/publicChannel/antiFraud' }).click();
  await expect(target).toHaveValue('/publicChannel/antiFraud');
  await page.getByRole('button', { name: '撤销' }).click();

  // in the step of the brand, where the brand is typed and not saved: seen together, saved by one button as one edition
  await page.goto('/console/setting-up/brand');
  await page.getByRole('radio', { name: '两行，热线在标志右边' }).check();
  await page.getByRole('radio', { name: /双线典雅/ }).check();
  const both = page.frameLocator('iframe');
  await expect(both.locator('.header--two')).toBeAttached();
  await expect(both.locator('.home--ruled')).toBeVisible();
  await expect(page.getByRole('button', { name: /稿件$/ })).toHaveCount(1);
  await page.keyboard.press('Control+s');
  await expect(page).toHaveURL(/setting-up\/brand\?edition=\d+/);
  await expect(page.getByText('这份稿件里已有首页的构图')).toBeVisible();
  const together = Number(/edition=(\d+)/.exec(page.url())![1]);
  await page.goto(`/console/editions/${together}`);
  // told in words of people alone
  await expect(page.locator('main')).toContainText('与哪一块合用按钮');
  await expect(page.locator('main')).toContainText('在上方，下有双线');
  for (const raw of [/\bruled\b/, /loneLinkJoins/, /\bcompact\b/, /\btwo-rows\b/, /\bnumerals\b/, /\bphone\b/])
    for (const difference of await page.locator('.value-differences').allTextContents())
      expect(difference).not.toMatch(raw);
  await page.goto('/console/setting-up/brand?new=1');
  await expect(page.getByRole('link', { name: `第 ${together} 号稿件` })).toHaveAttribute(
    'href',
    `/console/editions/${together}`,
  );

  // a brand on its way to a reviewer is shown with that and saved as an edition
  const calls = await callsOf(baseURL!, author);
  await calls.post(`/editions/${together}/discard`, { version: 1 });
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
  // the logo would be a white block on the dark hero, which is reported before anything is saved
  const grounded = page.getByText(/^这张标志有自己的底色/);
  await expect(grounded).toBeVisible();
  await choose('换一张标志').setInputFiles({ name: 'logo.svg', ...drawing(200, 50, 'M9 9h182v32H9z') });
  await expect(grounded).toHaveCount(0);
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
