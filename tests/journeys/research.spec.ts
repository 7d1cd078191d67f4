import { BASE, expect, open, settled, test } from '../world/browser.ts';

test('[RT6] [RL1] [RL3] [TA1] flash news appends by a link without jump or reload; Back, a reload and a shared link restore it; times read as ago', async ({
  page,
}) => {
  await open(page, '/research/gfwz-kx');
  const items = page.locator('.flash__item');
  await expect(items).toHaveCount(10);
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  const more = page.getByRole('link', { name: '加载更多' });

  await more.scrollIntoViewIfNeeded();
  const first = await items.first().textContent();
  const before = await page.evaluate(() => window.scrollY);
  await more.click();
  await expect(items).toHaveCount(20);
  await expect(page).toHaveURL(`${BASE}/research/gfwz-kx?pageNum=2`);
  await more.click();
  await expect(items).toHaveCount(30);
  expect(await page.evaluate((was) => [window.scrollY >= was, 'sameDocument' in window], before)).toEqual([true, true]);
  expect(await items.first().textContent()).toBe(first);

  await page.goBack();
  await expect(items).toHaveCount(20);
  await page.reload();
  await expect(items).toHaveCount(20);
  await page.goto(`${BASE}/research/gfwz-kx?pageNum=3`);
  await expect(items).toHaveCount(30);
});

test('[TA1] the server’s date becomes time-ago once the page lives, without moving anything @slow', async ({
  page,
}) => {
  await page.clock.setFixedTime(new Date('2026-11-20T09:00:00+08:00'));
  await page.addInitScript(() => {
    const { moved } = Object.assign(window, { moved: [] as string[] });
    // a date that reads otherwise is no move; nor is what the header does while the page arrives in parts
    const isAround = (node?: Node) => {
      const element = node instanceof Element ? node : node?.parentElement;
      return element?.closest('main') && !element.closest('time');
    };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { sources: { node?: Node }[] })[])
        moved.push(...entry.sources.filter(({ node }) => isAround(node)).map(({ node }) => String(node?.textContent)));
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await open(page, '/research/gfwz-kx');
  const times = page.locator('.flash__time time');
  await expect(times.first()).toHaveAttribute('datetime', /^2026-\d\d-\d\dT.*\+08:00$/);
  await expect(times.first()).toHaveText(/^(\d{1,2}小时(\d{1,2}分钟)?前|[12]天前)$/);
  expect(await page.evaluate(() => (window as never as { moved: string[] }).moved)).toEqual([]);
});

test('[RT6] from a topic to an article, its tags and what is related @fast', async ({ page }) => {
  await open(page, '/research');
  await expect(page).toHaveURL(`${BASE}/research/gfwz-rd`);
  const topics = page.getByRole('navigation', { name: '热点主题' });
  const topic = topics.getByRole('link').nth(1);
  const name = await topic.textContent();
  await topic.click();
  await expect(page).toHaveURL(/\?code=[a-z]+$/);
  await expect(topics.getByRole('link', { name: name! })).toHaveAttribute('aria-current', 'page');
  await settled(page);
  const article = page.locator('.feed .item__title').first();
  const title = (await article.textContent())!.replace(/^置顶/, '');
  await article.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  const related = page.getByRole('complementary', { name: '相关文章' });
  const tag = related.getByRole('list', { name: '标签' }).getByRole('link').first();
  const tagName = await tag.textContent();
  await tag.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(tagName!);
  await expect(page.locator('.feed .item').first()).toBeVisible();
});
