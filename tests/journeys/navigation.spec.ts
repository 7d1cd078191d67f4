import { BASE, expect, open, sectionLinks, settled, test, watchRequests } from '../world/browser.ts';

const isCall = (url: string) => /\/call-/.test(url);

test('[WG6] hydrating asks for nothing that the HTML already carries; once quiet, what every move asks with comes', async ({
  page,
}) => {
  const seen = watchRequests(page);
  const scripts: string[] = [];
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
  for (const path of [
    '/',
    '/publicChannel',
    '/news/company',
    '/publicChannel/fundSaleStaff?pageNum=2',
    '/publicChannel/futuresIB',
  ]) {
    await open(page, path);
    await page.waitForLoadState('networkidle');
  }
  expect(seen.calls).toEqual([]);
  expect(seen.documents).toHaveLength(5);
  expect(new Set(scripts.filter(isCall)).size).toBe(1);
  expect(
    scripts.filter((url) => /\/(form|cipher)-browser-/.test(url)),
    'axios and crypto-js wait for the first form and the first site without TLS',
  ).toEqual([]);
});

test('[WG6] who saves data fetches with the first move what others fetch before @slow', async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: Object.assign(new EventTarget(), { saveData: true }) }),
  );
  const scripts: string[] = [];
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
  await open(page, '/publicChannel');
  await page.waitForLoadState('networkidle');
  expect(scripts.filter(isCall)).toEqual([]);
  await sectionLinks(page).filter({ hasText: '遗失声明' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('遗失声明');
  expect(scripts.filter(isCall)).toHaveLength(1);
});

test('resting on a link or focusing it fetches its page ahead, and choosing it then asks for nothing more @slow', async ({
  page,
}) => {
  await open(page, '/publicChannel');
  const { calls } = watchRequests(page);
  const link = (name: string) => sectionLinks(page).filter({ hasText: name });

  await link('遗失声明').hover();
  await expect.poll(() => calls.length).toBe(2);
  await page.waitForLoadState('networkidle');
  await link('遗失声明').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('遗失声明');
  await expect(page.getByRole('main').getByRole('time').first()).toBeVisible();
  expect(calls).toHaveLength(2);

  await page.mouse.move(0, 0);
  await link('投诉与纠纷调解渠道').focus();
  await page.keyboard.press('Tab');
  await expect(link('收费标准公示')).toBeFocused();
  await expect.poll(() => calls.some((url) => url.includes('feeStandard'))).toBe(true);
});

test('[SC1] a link shows its page at the top with the focus on its title; Back returns to place and content @fast', async ({
  page,
}) => {
  await open(page, '/news/company');
  const { documents } = watchRequests(page);
  const item = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('time') })
    .nth(8)
    .getByRole('link');
  await item.scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 200);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100);
  const title = (await item.innerText()).trim();
  // the browser scrolls what is clicked into sight, so the place is read after the pointer has arrived
  await item.hover();
  const place = await page.evaluate(() => scrollY);
  await item.click();

  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText(title);
  await expect(heading).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await expect(page).toHaveTitle(new RegExp(title.slice(0, 8).replace(/[.*+?()[\]^$|\\]/g, '.')));
  const at = new URL(page.url());
  expect(at.pathname).toMatch(/\/news\/company\/detail\/\d+$/);
  const head = page.locator('head');
  await expect(head.locator('link[rel=canonical]')).toHaveAttribute('href', at.origin + at.pathname);

  await page.goBack();
  await expect(heading).toHaveText('公司新闻');
  await expect(page).toHaveTitle(/公司新闻/);
  await expect(head.locator('link[rel=canonical]')).toHaveAttribute('href', `${at.origin}${BASE}/news/company`);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(place);
  await page.goForward();
  await expect(heading).toHaveText(title);
  expect(documents).toEqual([]);
});

test('[SC1] Back returns to a place that was reached by moving within the page, without a scroll @slow', async ({
  page,
}) => {
  await open(page, '/branch');
  const next = page.getByRole('main').getByRole('link', { name: '下一页' });
  await next.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/pageNum=2/);
  await settled(page);
  const place = await page.evaluate(() => scrollY);
  expect(place).toBeGreaterThan(300);
  await next.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/pageNum=3/);
  await settled(page);
  await page.evaluate(() => window.scrollTo(0, 100));
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(100);
  await page.goBack();
  await expect(page).toHaveURL(/pageNum=2/);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(place - 50);
});

test('a browser that lets the address change no more answers a link with a document @slow', async ({ page }) => {
  await open(page, '/news/company');
  await page.evaluate(() => {
    history.pushState = () => {
      throw new DOMException('too many', 'SecurityError');
    };
  });
  const { documents } = watchRequests(page);
  await page.getByRole('main').getByRole('link', { name: '下一页' }).click();
  await expect(page).toHaveURL(/pageNum=2/);
  expect(documents).toHaveLength(1);
});

test('[SC1] the focus arrives at the title also when the text comes late @slow', async ({ page }) => {
  await page.route('**/wscms/v1/cms/infocontent*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 400));
    await route.continue();
  });
  await open(page, '/news/report');
  const item = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('time') })
    .nth(2)
    .getByRole('link');
  const title = (await item.innerText()).trim();
  await item.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.querySelector('main')!.contains(document.activeElement))).toBe(true);
});

test('every article describes itself to search engines @slow', async ({ page, request }) => {
  await open(page, '/news/report');
  const links = await page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('time') })
    .getByRole('link')
    .evaluateAll((all) => all.slice(0, 3).map((one) => one.getAttribute('href')!));
  const described = await Promise.all(
    links.map(
      async (path) => /<meta name="description" content="([^"]*)"/.exec(await (await request.get(path)).text())![1],
    ),
  );
  expect(new Set(described).size, described.join(' | ')).toBe(3);
});

test('what the browser shows after moving is what the server answers for the same address', async ({ page }) => {
  const main = () => page.getByRole('main').innerText();
  await open(page, '/publicChannel');
  await sectionLinks(page).filter({ hasText: '债券投资交易人员公示' }).click();
  await page.getByRole('navigation', { name: '分页' }).getByRole('link', { name: '第 2 页' }).click();
  await expect(page).toHaveURL(/pageNum=2$/);
  // the address is there before its content
  await expect(page.getByRole('navigation', { name: '分页' }).locator('[aria-current=page]')).toHaveText('2');
  await settled(page);
  const moved = await main();
  const head = () =>
    page.evaluate(() => [
      document.title,
      ...['link[rel=canonical]', 'meta[name=description]'].map((one) => document.querySelector(one)!.outerHTML),
    ]);
  const movedHead = await head();
  await page.reload();
  expect(await main()).toBe(moved);
  expect(await head()).toEqual(movedHead);
});

test('[RT3][RT9] parents lead to their first child, odd spellings to the canonical address, both ways of moving', async ({
  page,
  request,
}) => {
  const location = async (path: string) => {
    const answer = await request.get(path, { maxRedirects: 0 });
    return [answer.status(), answer.headers().location];
  };
  expect(await location('/')).toEqual([expect.any(Number), `${BASE}/`]);
  expect((await location(`${BASE}/news/company/`))[1]).toBe(`${BASE}/news/company`);
  expect((await location(`${BASE}/news`))[1]).toBe(`${BASE}/news/company`);
  await open(page, '/');
  await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '新闻资讯' }).click();
  await expect(page).toHaveURL(/\/news\/company$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('公司新闻');
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`${BASE}/$`));
});

test('while a page is on its way the old one stays and says so; of two chosen in haste the second is shown @slow', async ({
  page,
}) => {
  const held = new Map<string, () => void>();
  const hold = (part: string) =>
    page.route(`**/site/page?path=*${part}*`, async (route) => {
      await new Promise<void>((resolve) => held.set(part, resolve));
      await route.continue();
    });
  await hold('lossStatement');
  await hold('complaint');
  await open(page, '/publicChannel/interestInfo');
  const heading = page.getByRole('heading', { level: 1 });
  const choose = (name: string) => sectionLinks(page).filter({ hasText: name }).click();

  await choose('遗失声明');
  await expect(page.getByRole('progressbar', { name: '正在加载页面' })).toBeVisible();
  await expect(heading).toHaveText('利率信息公告');
  await choose('投诉与纠纷调解渠道');
  await expect.poll(() => [...held.keys()]).toEqual(['lossStatement', 'complaint']);
  held.get('complaint')!();
  await expect(heading).toHaveText('投诉与纠纷调解渠道');
  held.get('lossStatement')!();
  await page.waitForLoadState('networkidle');
  await expect(heading).toHaveText('投诉与纠纷调解渠道');
  await expect(page).toHaveURL(/complaint$/);
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  // the late one is kept: going back shows it at once
  await page.goBack();
  await expect(heading).toHaveText('遗失声明');
  await page.goBack();
  await expect(heading).toHaveText('利率信息公告');
});

test('a link with a modifier opens another tab and leaves this one as it is @slow', async ({ page, context }) => {
  await open(page, '/publicChannel');
  const opened = context.waitForEvent('page');
  await sectionLinks(page)
    .filter({ hasText: '遗失声明' })
    .click({ modifiers: ['ControlOrMeta'] });
  const other = await opened;
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('遗失声明');
  await expect(page).toHaveURL(/\/publicChannel$/);
});
