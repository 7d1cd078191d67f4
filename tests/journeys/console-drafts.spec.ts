import type { Page } from '@playwright/test';
import { axe, expect, intercept, test } from '#tests/world/browser.ts';
import { adminOf, openSignedIn } from '#tests/world/console-browser.ts';

const COMPANY = '00010002000100020001';

const bar = (page: Page) => page.getByRole('region', { name: '保存', exact: true });
const title = (page: Page) => page.getByLabel('标题', { exact: true });
const offer = (page: Page) => page.locator('.ant-alert').filter({ hasText: '在另一处填写的内容' });
const stored = (page: Page) => expect(bar(page)).toContainText('暂存到服务器');

/** Types it and waits until the server has it. */
async function type(page: Page, words: string): Promise<void> {
  const answered = page.waitForResponse(
    (answer) => answer.url().endsWith('/form-draft') && answer.request().method() === 'POST',
  );
  await title(page).fill(words);
  await answered;
}

test('[DF1] [DF2] [DF3] [DF5] [AC16] what is typed at one device goes on at another, and of two versions nothing is lost', async ({
  page: desk,
  browser,
  baseURL,
  expectFault,
}) => {
  expectFault(/ERR_FAILED/);
  const admin = await adminOf(baseURL!);
  const person = await admin.addReady('两处填写', [{ role: 'editor', channelId: '' }]);
  await admin.close();
  await openSignedIn(desk, person);
  await desk.goto('/console/content/new');
  await expect(title(desk)).toBeVisible();
  await bar(desk).getByRole('button', { name: '预览' }).click();
  await expect(desk.getByText('填好以下各项以后，这里显示预览')).toBeVisible();
  await desk.goto(`/console/content/new?channel=${COMPANY}`);
  await bar(desk).getByRole('button', { name: '预览' }).click();
  const shown = desk.frameLocator('.preview iframe').getByRole('heading', { level: 1 });
  await expect(shown).toHaveText('（还没有标题）');
  await type(desk, '在办公室写的');
  await stored(desk);
  await expect(shown).toHaveText('在办公室写的');

  const context = await browser.newContext();
  const home = await context.newPage();
  await openSignedIn(home, person);
  await home.getByRole('link', { name: '新文章：在办公室写的' }).click();
  await expect(offer(home)).toContainText('新文章：在办公室写的');
  await offer(home).getByRole('button', { name: '接着填写' }).click();
  await expect(title(home)).toHaveValue('在办公室写的');
  await expect(offer(home)).toHaveCount(0);
  await type(home, '在家里改的');
  await stored(home);

  // the first device knows nothing of it, and overwrites nothing
  await type(desk, '在办公室又改的');
  await expect(offer(desk)).toContainText('与这里的内容不同');
  await expect(bar(desk)).toContainText('未保存到服务器');
  expect(await axe(desk)).toEqual([]);
  await offer(desk).getByRole('button', { name: '比较两份' }).click();
  await expect(desk.getByRole('row').filter({ hasText: '在家里改的' })).toContainText('在办公室又改的');
  const answered = desk.waitForResponse((answer) => answer.url().endsWith('/form-draft'));
  await desk.getByRole('button', { name: '按所选内容继续填写' }).click();
  await answered;
  await expect(title(desk)).toHaveValue('在办公室又改的');
  await stored(desk);

  // without a server the tab goes on, and says so
  let isOff = true;
  await intercept(home, '**/console/api/form-draft', (route) => (isOff ? route.abort() : route.fallback()));
  await title(home).fill('断网时写的');
  await expect(bar(home)).toContainText('未保存到服务器：连接不到服务器');
  isOff = false;
  await type(home, '断网以后写的');
  await offer(home).getByRole('button', { name: '用另一处的' }).click();
  await expect(title(home)).toHaveValue('在办公室又改的');
  const removed = home.waitForResponse(
    (answer) => answer.request().method() === 'DELETE' && answer.url().includes('/form-draft'),
  );
  await bar(home).getByRole('button', { name: '保存为稿件' }).click();
  await expect(home).toHaveURL(/\/console\/editions\/\d+$/);
  await removed;
  await home.goto('/console/');
  await expect(home.getByRole('heading', { level: 1 })).toHaveText('我的工作台');
  await expect(home.getByText('现在没有等您处理的稿件').or(home.getByText('我的稿件')).first()).toBeVisible();
  await expect(home.getByRole('heading', { name: /^填写而未保存/ })).toHaveCount(0);
  await type(desk, '保存以后又写的');
  await expect(desk.getByText('这份内容已在另一处保存为稿件，或已丢弃')).toBeVisible();
  await context.close();
});
