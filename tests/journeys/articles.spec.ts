import { readFile } from 'node:fs/promises';
import { BASE, expect, open, sectionLinks, test, watchRequests } from '../world/browser.ts';

test('from a list to an article, to its neighbours and back to its channel @fast', async ({ page }) => {
  await open(page, '/publicChannel/antiFraud');
  const { documents } = watchRequests(page);
  const items = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('time') });
  const titles = (await items.getByRole('link').allInnerTexts()).map((text) => text.replace('置顶', '').trim());
  const heading = page.getByRole('heading', { level: 1 });

  await items.nth(1).getByRole('link').click();
  await expect(heading).toHaveText(titles[1]!);
  await expect(page).toHaveURL(/\/detail\/\d+$/);
  await expect(page.getByRole('navigation', { name: '当前位置' })).toContainText('防范非法证券活动');
  const neighbours = page.getByRole('navigation', { name: '上一篇与下一篇' }).getByRole('link');
  const names = await neighbours.allInnerTexts();
  expect(names.length).toBeGreaterThan(0);
  expect(titles).toEqual(expect.arrayContaining(names));
  for (const name of names) {
    await neighbours.filter({ hasText: name }).click();
    await expect(heading).toHaveText(name);
    await page.goBack();
    await expect(heading).toHaveText(titles[1]!);
  }
  await page.getByRole('navigation', { name: '当前位置' }).getByRole('link', { name: '防范非法证券活动' }).click();
  await expect(sectionLinks(page).and(page.locator('[aria-current=page]'))).toHaveText(['防范非法证券活动']);
  expect(documents).toEqual([]);
});

test('[TB1] a table of nine columns leaves the text to both sides and hides none of them', async ({ page }) => {
  await open(page, '/news/report');
  await page
    .getByRole('link', { name: /^关于修订客户服务收费项目/ })
    .first()
    .click();
  const scroll = page.locator('.rich .scroll').filter({ has: page.locator('tr:first-child > :nth-child(9)') });
  const text = page.locator('.rich > p').first();
  for (const width of [1440, 768, 375]) {
    await page.setViewportSize({ width, height: 900 });
    await scroll.scrollIntoViewIfNeeded();
    const [[room, needed], table, paragraph] = await Promise.all([
      scroll.evaluate((box) => [box.clientWidth, box.scrollWidth] as const),
      scroll.boundingBox(),
      text.boundingBox(),
    ]);
    expect(needed > room, `${width}`).toBe(width === 375);
    const [left, right] = [paragraph!.x - table!.x, table!.x + table!.width - paragraph!.x - paragraph!.width];
    if (width === 1440) expect([left > 50, Math.abs(left - right) < 2]).toEqual([true, true]);
    else expect(Math.abs(left)).toBeLessThan(2);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
});

test.describe('files', () => {
  test.beforeEach(({ page }) => open(page, '/publicChannel/formDownload'));

  test('[FO1] a pdf opens in a window of its own that cannot reach back @slow', async ({ page, context }) => {
    const link = page.getByRole('link', { name: '个人投资者开户申请表', exact: true });
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('rel', /noopener/);
    const answered = context.waitForEvent('response', (response) => response.url().endsWith('.pdf'));
    const opened = context.waitForEvent('page');
    await link.click();
    expect((await answered).headers()['content-type']).toBe('application/pdf');
    await opened;
    await expect(page).toHaveURL(/formDownload$/);
  });

  test('[FO2] docx and xlsx show their text and cells in our own viewer', async ({ page, context }) => {
    for (const [name, text, cell] of [
      ['客户资料变更申请表', '请逐项如实填写，涂改处须由本人签字确认。', '通讯地址'],
      ['机构客户授权代理人登记表', '授权代理人', '资金划转'],
    ] as const) {
      const opened = context.waitForEvent('page');
      await page.getByRole('link', { name, exact: true }).click();
      const viewer = await opened;
      await expect(viewer).toHaveURL(/\/preview\//);
      await expect(viewer.getByRole('heading', { level: 1 })).toContainText(name);
      await expect(viewer.getByText(text, { exact: true }).first()).toBeVisible();
      await expect(viewer.getByRole('cell', { name: cell }).first()).toBeVisible();
      const [saved] = await Promise.all([
        viewer.waitForEvent('download'),
        viewer.getByRole('link', { name: '下载原文件' }).click(),
      ]);
      expect(saved.suggestedFilename()).toContain(name);
      await viewer.close();
    }
  });

  test('[FO3] pictures, sound and film open as they are @slow', async ({ page }) => {
    for (const [name, type] of [
      ['投资者教育折页封面图', 'image/png'],
      ['音量与静音测试音频', 'audio/mpeg'],
      ['视频见证播放测试', 'video/mp4'],
    ] as const) {
      const link = page.getByRole('link', { name, exact: true });
      const address = await link.getAttribute('href');
      const answered = page.waitForResponse((response) => response.url().endsWith(address!));
      await link.click();
      expect((await answered).headers()['content-type'], name).toBe(type);
      await expect(page).toHaveURL(new RegExp(`${address!.replaceAll('.', '\\.')}$`));
      if (type !== 'image/png') {
        await expect
          .poll(
            () => page.locator('video').evaluate((one: HTMLVideoElement) => one.error?.message ?? one.duration),
            `${name} plays`,
          )
          .toBeGreaterThan(1);
      }
      await page.goBack();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('业务资料下载');
    }
  });

  test('[FO4] other files are saved under their Chinese names, whole @slow', async ({ page }) => {
    for (const [name, start] of [
      ['业务表单合集.zip', 'PK'],
      ['电话委托按键对照表.csv', '\ufeff业务'],
    ] as const) {
      const [saved] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: name.replace(/\.\w+$/, ''), exact: true }).click(),
      ]);
      expect(saved.suggestedFilename()).toBe(name);
      expect((await readFile(await saved.path(), 'utf8')).startsWith(start)).toBe(true);
    }
  });

  test('[FO5] a file that is not there says so, in its line and when chosen @slow', async ({ page }) => {
    const missing = page.getByRole('button', { name: '历史业务规则汇编（2019年版）' });
    await expect(page.getByRole('listitem').filter({ has: missing })).toContainText('没有找到相关文件');
    await expect(page.getByRole('alert')).toHaveText('');
    await missing.click();
    await expect(page.getByRole('alert')).toContainText('没有找到相关文件');
    await page.getByRole('button', { name: '关闭提示' }).click();
    await expect(page.getByRole('alert')).toHaveText('');
    await expect(page).toHaveURL(/formDownload$/);
  });
});

for (const timezoneId of ['America/Los_Angeles', 'Asia/Tokyo', 'Asia/Shanghai']) {
  test.describe(timezoneId, () => {
    test.use({ timezoneId });
    test(`[TA2] dates are Shanghai's in a browser of ${timezoneId}, on the server, after hydrating and after moving @slow`, async ({
      page,
      request,
    }) => {
      const shown = () =>
        page
          .getByRole('main')
          .getByRole('time')
          .evaluateAll((times) => times.map((one) => [one.getAttribute('datetime'), one.textContent]));
      const sent = await (await request.get(`${BASE}/news/report`)).text();
      await open(page, '/news/report');
      const times = await shown();
      expect(times.length).toBeGreaterThan(3);
      for (const [moment, text] of times) {
        const shanghai = new Date(Date.parse(moment!) + 8 * 3_600_000).toISOString();
        expect(text!.replace(/\D/g, ''), moment!).toBe(shanghai.slice(8, 10) + shanghai.slice(0, 7).replace('-', ''));
      }
      expect(
        await page.evaluate(
          (html) =>
            [...new DOMParser().parseFromString(html, 'text/html').querySelectorAll('main time')].map(
              (one) => one.textContent,
            ),
          sent,
        ),
      ).toEqual(times.map(([, text]) => text));

      await page
        .getByRole('main')
        .getByRole('listitem')
        .filter({ has: page.getByRole('time') })
        .first()
        .getByRole('link')
        .click();
      await expect(page).toHaveURL(/detail/);
      await expect(page.getByRole('article').getByRole('time')).toBeVisible();
      const [[moment, text]] = (await shown()) as [[string, string]];
      expect(text).toBe(new Date(Date.parse(moment) + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' '));
    });
  });
}
