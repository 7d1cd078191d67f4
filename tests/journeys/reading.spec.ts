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

/** The browser of the tests has no voices: what it would be asked to say is kept, and the last is ended by hand. */
const withVoices = (voices: string[]) => `
  const said = [];
  window.said = said;
  class Utterance extends EventTarget { constructor(text) { super(); this.text = text; } }
  window.SpeechSynthesisUtterance = Utterance;
  const speech = Object.assign(new EventTarget(), {
    getVoices: () => ${JSON.stringify(voices)}.map((lang) => ({ lang })),
    speak: (one) => said.push(one),
    cancel: () => (said.length = 0),
  });
  Object.defineProperty(window, 'speechSynthesis', { value: speech });
`;

test('[PC6] an article is read aloud where there is a voice for Chinese, and stops by its button and at its end', async ({
  page,
}) => {
  const spokenText = () =>
    page.evaluate(() => (window as unknown as { said: { text: string }[] }).said.map(({ text }) => text));
  await page.addInitScript(withVoices(['en-US', 'zh-CN']));
  await open(page, '/news/company');
  await page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('time') })
    .nth(1)
    .getByRole('link')
    .last()
    .click();
  await page.getByRole('button', { name: '朗读', exact: true }).click();
  const [title, ...rest] = await spokenText();
  expect(title).toBe(await page.locator('h1').innerText());
  expect(rest.length).toBeGreaterThan(0);
  expect(rest.every((one) => one.length <= 400)).toBe(true);
  await page.getByRole('button', { name: '停止朗读' }).click();
  expect(await spokenText()).toEqual([]);
  await page.getByRole('button', { name: '朗读', exact: true }).click();
  await page.evaluate(() =>
    (window as unknown as { said: EventTarget[] }).said.at(-1)!.dispatchEvent(new Event('end')),
  );
  await expect(page.getByRole('button', { name: '朗读', exact: true })).toBeVisible();
});

test('[PC6] without a voice for Chinese there is no such button @slow', async ({ page }) => {
  await page.addInitScript(withVoices(['en-US']));
  await open(page, '/news/company');
  await page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('time') })
    .nth(1)
    .getByRole('link')
    .last()
    .click();
  await expect(page.getByRole('button', { name: '复制链接' })).toBeVisible();
  await expect(page.getByRole('button', { name: '朗读' })).toHaveCount(0);
});
