import { BASE, expect, open, sectionLinks, test, watchRequests } from '../world/browser.ts';

/** Content of each channel of 信息公告, in the order of the menu, and the place of its register beside its notes (PC4). */
const CHANNELS: [
  title: string,
  url: string,
  kind: 'list' | 'html' | 'htmlFile' | 'downList' | 'rows' | 'facts' | 'asks first',
  notes?: 'top' | 'bottom',
][] = [
  ['公司基本信息公示', 'companyInfo', 'facts'],
  ['公司组织架构图', 'orgChart', 'html'],
  ['遗失声明', 'lossStatement', 'list'],
  ['私募股权业务人员公示', 'privateEquityStaff', 'rows', 'bottom'],
  ['债券投资交易人员公示', 'bondInvestment', 'rows', 'bottom'],
  ['利率信息公告', 'interestInfo', 'list'],
  ['销售金融产品信息公示', 'finProductInfo', 'rows'],
  ['收益凭证', 'sypz', 'list'],
  ['期货IB业务公示', 'futuresIB', 'rows', 'top'],
  ['开放式基金', 'openFund', 'rows', 'top'],
  ['ETF申购赎回资格公示', 'etfQualify', 'rows'],
  ['营销人员公示', 'marketers', 'rows', 'bottom'],
  ['证券投资顾问公示', 'investAdvisor', 'rows'],
  ['非现场开户网点及人员公示', 'offsiteBranch', 'rows', 'bottom'],
  ['私募基金公示', 'privateFund', 'rows'],
  ['投诉与纠纷调解渠道', 'complaint', 'html'],
  ['收费标准公示', 'feeStandard', 'htmlFile'],
  ['防范非法证券活动', 'antiFraud', 'list'],
  ['业务资料下载', 'formDownload', 'downList'],
  ['基金投资推荐人员公示', 'fundReferrer', 'asks first', 'bottom'],
  ['基金销售资格人员公示', 'fundSaleStaff', 'rows', 'bottom'],
  ['基金投资顾问人员公示', 'advisoryStaff', 'rows', 'bottom'],
];

/** Runs in the page, on its own document or on one that the server sent. */
function describe(html: string | null) {
  const root = html === null ? document : new DOMParser().parseFromString(html, 'text/html');
  const main = root.querySelector('main')!;
  const article = main.querySelector('article');
  const table = [...main.querySelectorAll('table')].find((one) => !article?.contains(one)) ?? null;
  const says = (words: string) => [...main.querySelectorAll('p')].find((one) => one.textContent === words) ?? null;
  const none = says('暂无公示数据');
  const asks = says('请输入查询条件');
  const facts = main.querySelector('section > dl');
  const register = table ?? facts ?? asks ?? none;
  const follows =
    article && register ? article.compareDocumentPosition(register) & Node.DOCUMENT_POSITION_FOLLOWING : 0;
  // a chart above an article has downloads of its own
  const downloads = (article ?? main).querySelectorAll('a[download]').length > 0;
  return {
    h1: [...root.querySelectorAll('h1')].map((one) => one.textContent),
    kind: register
      ? none
        ? 'no rows'
        : asks
          ? 'asks first'
          : table
            ? 'rows'
            : 'facts'
      : article
        ? downloads
          ? 'htmlFile'
          : 'html'
        : downloads
          ? 'downList'
          : main.querySelector('time')
            ? 'list'
            : 'empty',
    notes: article && register ? (follows ? 'top' : 'bottom') : undefined,
    styled: root.querySelectorAll('[style]').length,
    handlers: [...root.querySelectorAll('*')].filter((one) =>
      [...one.attributes].some(({ name }) => name.startsWith('on')),
    ).length,
  };
}

test('[CH1][PC1][PC2][PC4][RT3] the server answers every channel of the section complete, and hydrating changes nothing of it', async ({
  page,
  request,
}) => {
  await open(page, '/publicChannel');
  const menu = await sectionLinks(page).evaluateAll((links) =>
    links.map((link) => [link.textContent, link.getAttribute('href')]),
  );
  expect(menu).toEqual(CHANNELS.map(([title, url]) => [title, `${BASE}/publicChannel/${url}`]));

  const seen = new Set<string>();
  for (const [title, url, kind, notes] of CHANNELS) {
    const path = `/publicChannel/${url}`;
    const expected = { h1: [title], kind, notes, styled: 0, handlers: 0 };
    const answer = await request.get(BASE + path);
    expect(answer.headers()['content-security-policy'], path).toMatch(/script-src 'self';.*style-src 'self' 'sha256-/);
    // its styles are allowed on its own page, which this is not
    const html = (await answer.text()).replace(/<style[^>]*>.*?<\/style>/gs, '');
    expect.soft(await page.evaluate(describe, html), `${path}, as the server sends it`).toEqual(expected);
    // hydrated is one of each kind (every route: every-route.spec.ts @slow)
    if (seen.has(`${kind} ${notes}`)) continue;
    seen.add(`${kind} ${notes}`);
    await open(page, path);
    // a style attribute set by scripts is none of the server's
    expect.soft(await page.evaluate(describe, null), `${path}, hydrated`).toMatchObject({ h1: [title], kind, notes });
    await expect.soft(sectionLinks(page).and(page.locator('[aria-current=page]'))).toHaveText([title]);
  }
});

const ONE_OF_EACH = [...new Map(CHANNELS.map((channel) => [channel[2], channel])).values()];

for (const [which, channels] of [
  ['a channel of each kind', ONE_OF_EACH],
  ['all channels @slow', CHANNELS],
] as const) {
  test(`[CH1][PC1] without loading a document anew the section menu leads through ${which}`, async ({ page }) => {
    await open(page, '/publicChannel');
    const { documents } = watchRequests(page);
    for (const [title] of channels) {
      await sectionLinks(page)
        .filter({ hasText: new RegExp(`^${title}$`) })
        .click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
      await expect(page).toHaveTitle(new RegExp(title));
    }
    expect(documents).toEqual([]);
  });
}

test('[PC3] a list opens at page 1 with ten items, and so does another channel after paging @fast', async ({
  page,
}) => {
  await open(page, '/publicChannel/lossStatement');
  const items = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('time') });
  await expect(items).toHaveCount(10);
  const pages = page.getByRole('navigation', { name: '分页' });
  await pages.getByRole('link', { name: '第 2 页' }).click();
  await expect(page).toHaveURL(/lossStatement\?pageNum=2$/);
  await expect(items).toHaveCount(2);
  await sectionLinks(page).filter({ hasText: '利率信息公告' }).click();
  await expect(page).toHaveURL(/interestInfo$/);
  await sectionLinks(page).filter({ hasText: '遗失声明' }).click();
  await expect(items).toHaveCount(10);
  await expect(pages.locator('[aria-current=page]')).toHaveText('1');
});

test('[PC5] an image wider than 1200 px takes the width of its text and no more, on a phone too @slow', async ({
  page,
}) => {
  await open(page, '/publicChannel/orgChart');
  const image = page.getByRole('main').getByRole('img').first();
  for (const width of [1440, 375]) {
    await page.setViewportSize({ width, height: 900 });
    await expect
      .poll(() => image.evaluate((one: HTMLImageElement) => one.complete && one.naturalWidth))
      .toBeGreaterThan(1200);
    const { own, around } = await image.evaluate((one) => ({
      own: one.getBoundingClientRect().width,
      around: one.closest('.rich')!.clientWidth,
    }));
    expect(own, `at ${width} px`).toBeCloseTo(around, 0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
});
