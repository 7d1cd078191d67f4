import { expect, test } from '../world/browser.ts';
import { brokenTitles } from '../world/line-breaks.ts';

test('[LG10] no title of the demonstration breaks within a word, a term or a number, or leaves one character alone, on any screen', async ({
  page,
}) => {
  for (const path of ['', 'news/company', 'publicChannel', 'research', 'aboutUs']) {
    await page.goto(`/swhysc/${path}`);
    for (const width of [320, 390, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect({ path, width, broken: await brokenTitles(page) }).toEqual({ path, width, broken: [] });
    }
  }
});
