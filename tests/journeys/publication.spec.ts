import { CHANNEL, COMPANY_ROOT } from '#demo/channels.ts';
import { BASE, expect, open, publishNow, test } from '../world/browser.ts';

const ANSWERED = /answer \d+|Failed to load resource/;

/** A page older than the newest publication is served for at most a second; the rest is the machine's. */
const SOON = { timeout: 15_000, intervals: [50] };

test('[PB1][RT9] what is published is there within a second; what is withdrawn answers 410 with reason and successor @fast', async ({
  page,
  request,
  expectFault,
}) => {
  expectFault(ANSWERED);
  await open(page, '/publicChannel/companyProfile');
  const title = '关于启用新版电子合同的说明';
  const { articleIds } = await publishNow('发布说明', [
    {
      kind: 'article',
      document: {
        channelId: CHANNEL.newsMedium,
        title,
        content: '<p style="text-align:right" onclick="alert(1)">正文</p><script>alert(1)</script>',
        contentTime: new Date('2026-11-20T01:00:00Z').toISOString(),
      },
    },
  ]);
  const path = `/news/medium/detail/${articleIds[0]}`;
  await expect.poll(async () => (await request.get(`${BASE}/news/medium`)).text(), SOON).toContain(title);
  await open(page, '/news/medium');
  await page.getByRole('main').getByRole('link', { name: title }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await page.reload();
  await expect(page.getByRole('article').getByText('正文', { exact: true })).toHaveCSS('text-align', 'right');

  await publishNow('撤下说明', [
    {
      kind: 'article',
      id: String(articleIds[0]!),
      withdraw: { reason: '内容已由新规则取代。', successor: '/news/report' },
    },
  ]);
  await expect.poll(async () => (await request.get(BASE + path)).status(), SOON).toBe(410);
  await open(page, path, 410);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(title);
  await expect(page.getByRole('main')).toContainText('内容已由新规则取代。');
  await page.getByRole('main').getByRole('link', { name: '查看替代内容' }).click();
  await expect(page).toHaveURL(/\/news\/report$/);
});

test('authored words stay words: neither title nor text can become markup or script, on the server or after moving', async ({
  page,
  request,
  expectFault,
}) => {
  // the image that is not there
  expectFault(/detail\/x\b/);
  const title = '</script><script>document.title="x"</script><!-- "引号" & <b>';
  const content =
    '<p>段落</p><img src=x onerror="document.title=1"><a href="javascript:document.title=1">链接</a><iframe src="//evil.example"></iframe>';
  const { articleIds } = await publishNow('试探', [
    {
      kind: 'article',
      document: {
        channelId: CHANNEL.newsMedium,
        title,
        content,
        contentTime: new Date('2026-11-20T00:00:00Z').toISOString(),
      },
    },
  ]);
  // the list is kept until the server has heard of the publication
  await expect
    .poll(async () => (await request.get(`${BASE}/news/medium`)).text(), SOON)
    .toContain(`/detail/${articleIds[0]}"`);
  await open(page, '/news/medium');
  await page
    .getByRole('main')
    .getByRole('link', { name: title, exact: true })
    .and(page.locator(`[href$="/detail/${articleIds[0]}"]`))
    .click();
  for (const arrival of ['moved here', 'loaded here']) {
    await expect(page.getByRole('heading', { level: 1 }), arrival).toHaveText(title);
    await expect(page.getByRole('article')).toContainText('段落');
    await expect(page).toHaveTitle(`${title} - 示例证券`);
    expect(await page.locator('main').locator('script, iframe, [onerror], a[href^="javascript"]').count()).toBe(0);
    await open(page, `/news/medium/detail/${articleIds[0]}`);
  }
  // no page with a dead image is left for those who look for such
  await publishNow('试探结束', [{ kind: 'article', id: String(articleIds[0]!), withdraw: { reason: '试探结束。' } }]);
  await expect
    .poll(async () => (await request.get(`${BASE}/news/medium/detail/${articleIds[0]}`)).status(), SOON)
    .toBe(410);
});

test('[CH4][CH6] a channel with an external address stands in the menu and opens a new window that cannot reach back @slow', async ({
  page,
  context,
  request,
}) => {
  const external = {
    channelId: `${COMPANY_ROOT}0099`,
    parentId: COMPANY_ROOT,
    classOrder: 990,
    url: 'https://group.example/',
    name: '集团网站',
    type: 1 as const,
  };
  await publishNow('集团网站', [{ kind: 'channel', document: external }]);
  await expect.poll(async () => (await request.get(`${BASE}/`)).text(), SOON).toContain(external.url);
  await context.route('https://group.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>集团</title>' }),
  );
  await open(page, '/');
  const menu = page.getByRole('navigation', { name: '主菜单' });
  await menu.getByRole('link', { name: '关于我们', exact: true }).hover();
  const link = menu.getByRole('link', { name: /^集团网站/ });
  await expect(link).toBeVisible();
  const opened = context.waitForEvent('page');
  await link.click();
  const window = await opened;
  await expect(window).toHaveURL('https://group.example/');
  expect(await window.evaluate(() => window.opener)).toBeNull();
  expect(await window.evaluate(() => document.referrer)).not.toContain(BASE);
  await expect(page).toHaveURL(new RegExp(`${BASE}/$`));
});
