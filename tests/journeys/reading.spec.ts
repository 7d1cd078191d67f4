import { BASE, expect, open, test } from '../world/browser.ts';
import { wholeBrowser } from '../world/chromium.ts';

test.use({ launchOptions: wholeBrowser });

test('[FO1] a pdf can also be read inside the site, under its own policy, with the way back to its channel', async ({
  page,
  context,
}) => {
  await open(page, '/publicChannel/formDownload');
  const answered = context.waitForEvent(
    'response',
    (response) => response.url().includes('/static-file/') && response.url().endsWith('.pdf'),
  );
  await page.getByRole('link', { name: '页内阅读 个人投资者开户申请表' }).click();
  await expect(page).toHaveURL(/\/preview\/.*\.pdf$/);
  await expect(page).toHaveTitle(/个人投资者开户申请表/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('个人投资者开户申请表');
  // a policy that forbade it would be told in the console, which fails the journey
  expect((await answered).headers()['content-type']).toBe('application/pdf');
  await expect(page.getByRole('link', { name: '在新窗口打开' })).toHaveAttribute('target', '_blank');
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: '下载原文件' }).click(),
  ]);
  expect(saved.suggestedFilename()).toBe('个人投资者开户申请表.pdf');
  await page.getByRole('link', { name: '返回业务资料下载' }).click();
  await expect(page).toHaveURL(/formDownload$/);
});

test('[RT4] from the news list to an article, which is shared by its address and printed without what belongs to the screen', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, '/news');
  await expect(page).toHaveURL(new RegExp(`${BASE}/news/company$`));
  const first = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('time') })
    .first();
  await expect(first).toContainText('置顶');
  const title = (await first.getByRole('link').last().innerText()).replace('置顶', '').trim();
  await first.getByRole('link').last().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  // the document's head follows: title and canonical address are the article's
  await expect(page).toHaveTitle(new RegExp(`^${title}`));
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', page.url());

  await page.getByRole('button', { name: '复制链接' }).click();
  await expect(page.getByRole('button', { name: '已复制' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());

  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });
  await page.getByRole('button', { name: '打印' }).click();
  await expect(page.locator('body[data-printed]')).toBeAttached();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: '打印' })).toBeHidden();
  await expect(page.getByRole('navigation', { name: '上一篇与下一篇' })).toBeHidden();
});
