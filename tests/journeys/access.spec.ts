import type { Locator, Page } from '@playwright/test';
import { alive, axe, BASE, expect, open, sectionLinks, test } from '../world/browser.ts';
import { lookAtNarrowest } from '../world/look-at-route.ts';

const PAGES: [name: string, path: string, status?: number][] = [
  ['home', '/'],
  ['overview', '/publicChannel'],
  ['list', '/news/company'],
  ['table', '/publicChannel/bondInvestment'],
  ['notes and tabs', '/publicChannel/futuresIB?tab=staff'],
  ['files', '/publicChannel/formDownload'],
  ['register that asks first', '/publicChannel/fundReferrer'],
  ['search', '/search?q=%E5%85%AC%E5%91%8A'],
  ['check of a person', '/verify'],
  ['not found', '/nowhere', 404],
];
const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 375, height: 812 };

/** Box of the letters alone, without their surroundings. */
const textBox = (link: Locator) =>
  link.evaluate((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return range.getBoundingClientRect().toJSON() as { bottom: number };
  });

const mainMenu = (page: Page) => page.getByRole('navigation', { name: '主菜单' });

/** Opens the newest article of a news list: it has title, text and neighbours. */
async function openDetail(page: Page) {
  await page.goto(`${BASE}/news/report`);
  const path = await page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('time') })
    .first()
    .getByRole('link')
    .getAttribute('href');
  await page.goto(path!);
  await alive(page);
}

for (const [size, viewport] of [
  ['desktop', DESKTOP],
  ['phone', PHONE],
] as const) {
  test(`axe finds nothing on an article and in the open menu (${size})`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await openDetail(page);
    expect(await axe(page)).toEqual([]);
    if (size === 'phone') await page.getByText('菜单', { exact: true }).click();
    else await mainMenu(page).getByRole('link', { name: '新闻资讯' }).hover();
    await expect(mainMenu(page).getByRole('link', { name: '媒体报道' })).toBeVisible();
    // an element that the panel half covers is none of its faults
    expect(await axe(page, 'header')).toEqual([]);
  });
}

test('no page scrolls sideways at 320 px, and nothing of it is lost @slow', async ({ page, expectFault }) => {
  expectFault(/404/);
  for (const [name, path, status] of PAGES) {
    await open(page, path, status);
    await lookAtNarrowest(page, name);
  }
  await openDetail(page);
  await lookAtNarrowest(page, 'detail');
});

test('the whole page is reached by Tab in reading order, always with a visible ring; the skip link leads to the text', async ({
  page,
}) => {
  await open(page, '/publicChannel/bondInvestment');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: '跳到正文' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport({ ratio: 1 });

  const offered = await page.evaluate(() => {
    const all = [
      ...document.querySelectorAll<HTMLElement>(
        'a[href],button,input:not([type=hidden]),select,summary,[tabindex="0"]',
      ),
    ];
    const visible = all.filter(
      (one) => one.checkVisibility({ visibilityProperty: true }) && one.tabIndex >= 0 && !one.hasAttribute('disabled'),
    );
    visible.forEach((one, at) => (one.dataset.at = String(at)));
    return visible.length;
  });
  const reached: number[] = [];
  const ringless: string[] = [];
  for (let step = 0; step < offered + 20; step++) {
    const at = await page.evaluate(() => {
      const one = document.activeElement as HTMLElement;
      const style = getComputedStyle(one);
      const ring = (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2) || style.boxShadow !== 'none';
      const box = one.getBoundingClientRect();
      const seen = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
      return one === document.body
        ? null
        : { at: Number(one.dataset.at ?? -1), name: `${one.tagName} ${one.textContent!.slice(0, 12)}`, ring, seen };
    });
    if (!at) break;
    if (at.at >= 0) reached.push(at.at);
    if (!at.ring || !at.seen) ringless.push(at.name);
    await page.keyboard.press('Tab');
  }
  expect(ringless, 'without a ring of 2 px, or out of sight').toEqual([]);
  expect(offered - new Set(reached).size, 'never reached').toBe(0);
  expect(reached, 'reading order').toEqual([...reached].sort((a, b) => a - b));

  await page.reload();
  await alive(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect
    .poll(() => page.evaluate(() => document.querySelector('#content')!.getBoundingClientRect().top))
    .toBeLessThan(200);
  await page.keyboard.press('Tab');
  expect(
    await page.evaluate(() => document.querySelector('#content')!.contains(document.activeElement)),
    'the next Tab is in the text',
  ).toBe(true);
});

test('[CH4] the menu has two levels: the pointer rests, the keyboard presses, Escape shuts @fast', async ({ page }) => {
  await open(page, '/');
  const item = mainMenu(page).getByRole('link', { name: '新闻资讯', exact: true });
  const child = mainMenu(page).getByRole('link', { name: '媒体报道', exact: true });
  await expect(child).toBeHidden();
  await item.hover();
  await expect(child).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(child).toBeHidden();
  await page.mouse.move(5, 400);

  // 信息公告 has children of type 2: no second level
  await expect(mainMenu(page).getByRole('button', { name: '新闻资讯的下级栏目' })).toHaveCount(1);
  await expect(mainMenu(page).getByRole('button', { name: '信息公告的下级栏目' })).toHaveCount(0);
  await item.focus();
  await page.keyboard.press('Tab');
  const toggle = mainMenu(page).getByRole('button', { name: '新闻资讯的下级栏目' });
  await expect(toggle).toBeFocused();
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  // below its words, and inside the header's row
  const [button, words, header] = await Promise.all([
    toggle.boundingBox(),
    textBox(item),
    page.getByRole('banner').boundingBox(),
  ]);
  expect(button!.y).toBeGreaterThan(words.bottom);
  expect(button!.y + button!.height).toBeLessThan(header!.y + header!.height);
  await page.keyboard.press('Enter');
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  await expect(child).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(mainMenu(page).getByRole('link', { name: '公司新闻', exact: true }).first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(toggle).toBeFocused();
  await expect(child).toBeHidden();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/news\/medium$/);
  await expect(child).toBeHidden();
});

test('on a phone the menu is a drawer, the section a scroller that shows where one is, a row a labelled card', async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await open(page, '/publicChannel/bondInvestment');
  await expect(sectionLinks(page).and(page.locator('[aria-current=page]'))).toBeInViewport({ ratio: 1 });
  await expect(sectionLinks(page).first()).not.toBeInViewport();

  const first = page.locator('main table tbody tr').first();
  // its name with the tag beside it and three fields, the rest once its detail is opened (RG44)
  await expect(first.locator('[data-label]:visible')).toHaveCount(5);
  await first.locator('summary').click();
  const cells = await first
    .locator('[data-label]')
    .evaluateAll((all) =>
      all.map((one) => ({ top: one.getBoundingClientRect().top, label: getComputedStyle(one, '::before').content })),
    );
  expect(
    cells.filter(({ label }) => label.includes('员工编号')),
    'labels stand in the card',
  ).toHaveLength(1);
  expect(new Set(cells.map(({ top }) => Math.round(top))).size, 'one below the other').toBeGreaterThan(6);

  // conditions fold, and all of them can be reached
  await expect(page.getByLabel('业务条线')).toBeHidden();
  await page.getByText('更多条件').click();
  await expect(page.getByLabel('业务条线')).toBeVisible();

  const drawer = page.getByText('菜单', { exact: true });
  await expect(mainMenu(page)).toBeHidden();
  expect((await drawer.boundingBox())!.height).toBeGreaterThanOrEqual(44);
  await drawer.click();
  await expect(mainMenu(page).getByRole('link', { name: '公司公告' }).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(mainMenu(page)).toBeHidden();
  await expect(drawer).toBeFocused();
  await page.keyboard.press('Enter');
  await mainMenu(page).getByRole('link', { name: '公司新闻' }).first().click();
  await expect(page).toHaveURL(/\/news\/company$/);
  await expect(mainMenu(page)).toBeHidden();
});

test('on a phone a fold beside the section opens all of its levels, by keyboard and without scripts too, and is shut where it has led to @slow', async ({
  page,
  browser,
}) => {
  await page.setViewportSize(PHONE);
  await open(page, '/serve/margin/stock');
  const menu = page.getByRole('navigation', { name: '客户服务栏目' });
  const sibling = menu.getByRole('link', { name: '持仓集中度' });
  await expect(sibling).toBeHidden();
  await expect(menu.getByRole('link', { name: '融资融券' }), 'the row shows which branch is open').toBeInViewport({
    ratio: 1,
  });
  await menu.getByText('全部', { exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(menu.locator('[aria-current=page]')).toHaveText('标的证券查询');
  await expect(menu.locator('[aria-current=page]')).toBeVisible();
  await expect(sibling).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  expect(await axe(page)).toEqual([]);
  await sibling.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('持仓集中度');
  await expect(sibling).toBeHidden();

  const plain = await browser.newPage({ viewport: PHONE, javaScriptEnabled: false });
  await plain.goto(new URL(`${BASE}/publicChannel/recruitJobs`, page.url()).href);
  const recruitment = plain.getByRole('navigation', { name: '关于我们栏目' });
  await recruitment.getByText('全部', { exact: true }).click();
  await recruitment.getByRole('link', { name: '员工风采' }).click();
  await expect(plain.getByRole('heading', { level: 1 })).toHaveText('员工风采');
  await plain.close();
});

test('no name of a branch and no address is broken inside a word, from a phone to a desktop @slow', async ({
  page,
}) => {
  for (const path of ['/branch', '/publicChannel/offsiteBranch', '/publicChannel/futuresIB']) {
    await open(page, path);
    for (const width of [320, 375, 768, 1080, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const pieces = await page.locator('.sheet .words').evaluateAll((all) =>
        all
          .flatMap((one) => [...one.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE))
          .map((text) => {
            const range = document.createRange();
            range.selectNodeContents(text);
            return { text: text.textContent, lines: new Set([...range.getClientRects()].map(({ top }) => top)).size };
          }),
      );
      expect(pieces.length, path).toBeGreaterThan(5);
      expect
        .soft(
          pieces.filter(({ lines }) => lines > 1),
          `${path} at ${width} px`,
        )
        .toEqual([]);
    }
  }
});

test('the pager of a phone leads to the first page and the last in one row of targets that a finger hits @slow', async ({
  page,
}) => {
  for (const width of [320, 375]) {
    await page.setViewportSize({ width, height: 800 });
    await open(page, '/publicChannel/openFund?tab=net-values&pageNum=17');
    const links = page.getByRole('navigation', { name: '分页' }).locator('.pager__pages a:visible');
    const boxes = await links.evaluateAll((all) =>
      all.map((one) => ({ text: one.textContent, box: one.getBoundingClientRect() })),
    );
    expect(boxes.map(({ text }) => text)).toEqual(['‹', '1', '17', expect.stringMatching(/^\d{2,}$/), '›']);
    expect(new Set(boxes.map(({ box }) => Math.round(box.top))).size, `one row at ${width} px`).toBe(1);
    for (const { text, box } of boxes)
      expect(Math.min(box.width, box.height), `${text} at ${width} px`).toBeGreaterThanOrEqual(44);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
});

test('on a desktop every channel of the long section menu can be seen and chosen beside a long page @slow', async ({
  page,
}) => {
  await open(page, '/publicChannel/futuresIB');
  const last = sectionLinks(page).last();
  await page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded();
  const menu = page.getByRole('navigation', { name: '信息公告栏目' });
  // walking down through the menu itself, not through the whole page
  await menu.hover();
  for (let turn = 0; turn < 6 && !(await inSight(last)); turn++) {
    await page.mouse.wheel(0, 200);
    await page.waitForTimeout(50);
  }
  await expect(last).toBeInViewport({ ratio: 1 });
  await last.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('基金投资顾问人员公示');
});

const inSight = (link: Locator) => link.evaluate((one) => one.getBoundingClientRect().bottom <= innerHeight);

test('who asks for less motion gets none @slow', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, '/');
  const moving = await page.evaluate(
    () =>
      [...document.querySelectorAll('*')].filter((one) =>
        ['', '::before', '::after'].some((part) => {
          const style = getComputedStyle(one, part || null);
          const seconds =
            `${style.transitionDuration},${style.animationName === 'none' ? '0s' : style.animationDuration}`
              .split(',')
              .map((text) => parseFloat(text) * (text.trim().endsWith('ms') ? 0.001 : 1));
          return Math.max(...seconds) > 0.01;
        }),
      ).length,
  );
  expect(moving).toBe(0);
});
