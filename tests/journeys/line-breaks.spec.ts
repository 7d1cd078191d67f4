import type { Page } from '@playwright/test';
import { expect, open, test } from '../world/browser.ts';

/** Words that stay whole wherever they are: terms, the firm's name, numbers. */
const WHOLE = ['公司名义', '证券投资顾问', '非法证券活动', '示例证券', '400-555-0000'];

/** Lines of each marked text, as the browser has broken them. */
const linesOf = (page: Page): Promise<string[][]> =>
  page.locator('.phrases:visible').evaluateAll((all) =>
    all.map((one) => {
      const lines = [''];
      let bottom: number | undefined;
      const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const text = texts.currentNode as Text;
        for (const [at, sign] of [...text.data].entries()) {
          const range = document.createRange();
          range.setStart(text, at);
          range.setEnd(text, at + 1);
          const now = [...range.getClientRects()].at(-1)?.bottom ?? bottom;
          if (bottom !== undefined && now! - bottom > 8) lines.push('');
          bottom = now;
          lines.push(lines.pop() + sign);
        }
      }
      return lines;
    }),
  );

test('[LG10] no title has a line of one character or breaks within a word, at any width, drawn by the server or after a move', async ({
  page,
}) => {
  for (const width of [320, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await open(page, '/');
    await check(page, width);
  }
  await page.setViewportSize({ width: 320, height: 900 });
  await page.locator('a[href$="/news/company"]:visible').first().click();
  await expect(page.getByRole('heading', { level: 1, name: '公司新闻' })).toBeVisible();
  await expect(page.locator('.item__title wbr').first()).toBeAttached();
  await check(page, 320);
});

async function check(page: Page, width: number): Promise<void> {
  const titles = await linesOf(page);
  expect(titles.length).toBeGreaterThan(3);
  for (const lines of titles) {
    const message = `${width} px: ${lines.join(' / ')}`;
    for (const line of lines) expect(line.trim().length, message).toBeGreaterThan(1);
    for (const whole of WHOLE) if (lines.join('').includes(whole)) expect(lines.join('/'), message).toContain(whole);
  }
}
