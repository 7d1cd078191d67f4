import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { nodeSuite } from '#wire/cipher-node.ts';
import { alive, BASE, expect, hovered, sectionLinks, test as base } from '../world/browser.ts';
import { openFaultProxy, type Fault, type FaultProxy } from '../world/fault-proxy.ts';

/**
 * ER1–ER9 in a browser whose calls go through a server that spoils them on demand: what arrives, or does not, is real,
 * and so is what the visitor sees.
 */
const test = base.extend<{ spoiler: FaultProxy }>({
  spoiler: async ({ baseURL }, use) => {
    const spoiler = await openFaultProxy(baseURL!);
    await use(spoiler);
    await spoiler.close();
  },
});

const BOND = '/notice/bondinvestment';
const toast = (page: Page) => page.locator('.toast');
const frame = (page: Page) => page.getByRole('status').filter({ hasText: '内容暂时无法显示' });
const retry = (page: Page) => frame(page).getByRole('button', { name: '重试' }).click();

test.beforeEach(async ({ page, expectFault }) => {
  expectFault(/answer \d+|Failed to load resource|request failed/);
  await page.addInitScript(() => localStorage.setItem('agreement', 'true'));
});

/** Opens a page by the spoiling server. @returns what turns an envelope into an answer of the site's cipher */
async function openBy(spoiler: FaultProxy, page: Page, path: string): Promise<(envelope: object) => Fault> {
  await page.goto(spoiler.origin + BASE + path);
  await alive(page);
  const key = await page.evaluate(
    () => (JSON.parse(document.getElementById('state')!.textContent!) as { wireKey: string }).wireKey,
  );
  const suite = nodeSuite(Buffer.from(key, 'base64'));
  return (envelope) => ({ answer: suite.encrypt(JSON.stringify(envelope)) });
}

/** To the table of bond investment staff by a click: its page comes, its rows do as the fault says. */
async function moveToTable(page: Page) {
  await sectionLinks(page).filter({ hasText: '债券投资交易人员公示' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('债券投资交易人员公示');
}

/** Closed by its button, so that the next one is told from it. */
async function readAndClose(page: Page, words: string) {
  await expect(toast(page)).toHaveText([words]);
  await toast(page).getByRole('button', { name: '关闭提示' }).click();
  await expect(toast(page)).toHaveCount(0);
}

test('[ER2] [ER3] [ER4] [ER5] every status of the catalogue, garbage, another key and a broken line are told once in their words, and 重试 mends the frame', async ({
  page,
  spoiler,
}) => {
  await openBy(spoiler, page, '/publicChannel');
  const html = '<h1>Bad</h1>';
  const expectedWords: [fault: Fault, words: string][] = [
    [{ status: 400 }, '请求配置错误'],
    [{ status: 401, body: html }, '请求被拒绝'],
    [{ status: 403 }, '服务器禁止访问'],
    [{ status: 404, body: 'not found' }, '请求的接口不存在'],
    [{ status: 405 }, '该资源被禁止访问'],
    [{ status: 408 }, '请求超时，请稍后再试'],
    [{ status: 500, body: html }, '服务器内部错误'],
    [{ status: 501 }, '服务器不支持该功能'],
    [{ status: 502, body: html }, '网关错误'],
    [{ status: 503 }, '服务不可用，请稍后再试'],
    [{ status: 504 }, '网关超时'],
    [{ status: 505 }, 'HTTP版本不受支持'],
    // ER5: words of the answer where it has any for a reader, else the catalogue's
    [{ status: 429, body: '访问过于频繁，请一分钟后再试' }, '访问过于频繁，请一分钟后再试'],
    [{ status: 418, body: html }, '网络异常，请稍后再试'],
    [{ status: 200, body: html }, '服务连接失败'],
    [{ status: 200, body: '' }, '服务连接失败'],
    [{ status: 200, body: randomBytes(128).toString('base64') }, '服务连接失败'],
    [{ answer: nodeSuite(randomBytes(64)).encrypt('{"code":"0","msg":"","data":{}}') }, '服务连接失败'],
    ['hang up', '网络连接异常，请检查网络设置'],
  ];
  spoiler.fail(BOND, expectedWords[0]![0]);
  await moveToTable(page);
  for (const [at, [fault, words]] of expectedWords.entries()) {
    spoiler.fail(BOND, fault);
    if (at > 0) await retry(page);
    await readAndClose(page, words);
    await expect(frame(page)).toHaveCount(1);
    await expect(page.getByRole('article')).toContainText('公示说明');
  }
  await spoiler.refuse();
  await retry(page);
  await readAndClose(page, '网络连接异常，请检查网络设置');
  await spoiler.accept();
  spoiler.fail(BOND, null);
  await retry(page);
  await expect(page.getByRole('table')).toBeVisible();
  await expect(frame(page)).toHaveCount(0);
  await expect(toast(page)).toHaveCount(0);
});

test('[ER3] [WR1] a call that is never answered is given up after its 30 seconds @slow', async ({ page, spoiler }) => {
  await page.addInitScript(() => {
    const { setTimeout } = window;
    // a twentieth of what is asked for, so that nobody waits here; that 30 seconds were asked for is told
    const sooner = (act: () => void, callsBefore = 0) => {
      if (callsBefore < 30_000) return setTimeout(act, callsBefore);
      (window as unknown as { asked: number }).asked = callsBefore;
      return setTimeout(act, callsBefore / 20);
    };
    window.setTimeout = sooner as typeof window.setTimeout;
  });
  await openBy(spoiler, page, '/publicChannel');
  spoiler.fail(BOND, 'never');
  await moveToTable(page);
  await readAndClose(page, '请求超时，请稍后再试');
  await expect(frame(page)).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { asked: number }).asked)).toBe(30_000);
});

test('[ER9] a list loader keeps an unlisted code to its frame; rows that are shown stay, when asking anew and when appending @slow', async ({
  page,
  spoiler,
}) => {
  const sealed = await openBy(spoiler, page, '/publicChannel');
  spoiler.fail(BOND, sealed({ code: '90001', msg: '维护中', data: null }));
  await moveToTable(page);
  await expect(frame(page)).toContainText('维护中');
  await expect(page.getByRole('main').getByRole('search').getByRole('button', { name: '查询' })).toBeVisible();
  await expect(toast(page)).toHaveCount(0);

  // an empty list is no error
  spoiler.fail(BOND, sealed({ code: 0, msg: '', data: { list: [], total: 0 } }));
  await retry(page);
  await expect(page.getByRole('main')).toContainText(/暂无|没有/);
  await expect(frame(page)).toHaveCount(0);
  await expect(toast(page)).toHaveCount(0);

  await page.goto(`${spoiler.origin}${BASE}/research/gfwz-swyj`);
  await alive(page);
  const shown = await page.locator('ul.feed > li').count();
  expect(shown).toBeGreaterThan(5);
  spoiler.fail('/wscms/v1/news/list', sealed({ code: '90001', msg: '维护中', data: null }));
  await page.getByRole('link', { name: '加载更多' }).click();
  await expect(frame(page)).toBeVisible();
  await expect(page.locator('ul.feed > li')).toHaveCount(shown);
  await expect(toast(page)).toHaveCount(0);
  spoiler.fail('/wscms/v1/news/list', null);
  await retry(page);
  await expect(frame(page)).toHaveCount(0);
  expect(await page.locator('ul.feed > li').count()).toBeGreaterThan(shown);
});

test('[ER1] who asked for one article is told in the words of the answer why there is none; the same words stand once @slow', async ({
  page,
  spoiler,
}) => {
  await page.clock.install();
  const sealed = await openBy(spoiler, page, '/news/company');
  spoiler.fail('/cms/infocontent', sealed({ code: '90002', msg: '文章正在审核', data: null }));
  await page.getByRole('main').locator('.item a').first().click();
  await expect(toast(page)).toHaveText(['文章正在审核']);
  await expect(page.getByRole('alert').filter({ hasText: '文章正在审核' })).toBeVisible();
  await retry(page);
  await expect(frame(page)).toBeVisible();
  await expect(toast(page)).toHaveText(['文章正在审核']);
  // a visitor who tries again has read the message: it gives way to the present failure
  spoiler.fail('/cms/infocontent', { status: 503 });
  await retry(page);
  await expect(toast(page)).toHaveText(['服务不可用，请稍后再试']);
  // another error stacks below, and each is closed by keyboard
  spoiler.fail('/cms/infocontent', sealed({ code: '90002', msg: '文章正在审核', data: null }));
  await page.goBack();
  // not by the pointer, which would take the focus: while the toast has it, it waits
  await toast(page).getByRole('button').focus();
  await page
    .getByRole('main')
    .locator('.item a')
    .nth(1)
    .evaluate((link: HTMLElement) => link.click());
  await expect(toast(page)).toHaveText(['服务不可用，请稍后再试', '文章正在审核']);
  await toast(page).first().getByRole('button').press('Enter');
  await expect(toast(page)).toHaveText(['文章正在审核']);
  await expect(toast(page).getByRole('button')).toBeFocused();
  // while it has the focus it does not go by itself
  await page.clock.fastForward(60_000);
  await expect(toast(page)).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(toast(page)).toHaveCount(0);
});

test('[ER6] a call that finds the token ended says so and leads to the login, with the way back @fast', async ({
  page,
  spoiler,
}) => {
  const sealed = await openBy(spoiler, page, '/publicChannel');
  spoiler.fail(BOND, sealed({ code: '-0801107', msg: 'token', data: null }));
  // the page that says so is gone with the login's answer
  await page.evaluate(() =>
    new MutationObserver(() =>
      sessionStorage.setItem(
        'said',
        document.querySelector('.toast')?.textContent ?? sessionStorage.getItem('said') ?? '',
      ),
    ).observe(document, { childList: true, subtree: true }),
  );
  await sectionLinks(page).filter({ hasText: '债券投资交易人员公示' }).click();
  await expect(page).toHaveURL(/\/demo\/login\?url=/);
  expect(new URL(page.url()).searchParams.get('url')).toBe(`${spoiler.origin}${BASE}/publicChannel/bondInvestment`);
  expect(await page.evaluate(() => sessionStorage.getItem('said'))).toContain('登录已失效，请重新登录');
});

test('[ER7] [ER8] a level that is too low is a tip with its name, an evaluation that has ended a dialog @slow', async ({
  page,
  spoiler,
}) => {
  const sealed = await openBy(spoiler, page, '/publicChannel');
  spoiler.fail(BOND, sealed({ code: '-0801108', msg: '', data: { levelName: 'R4中高' } }));
  await moveToTable(page);
  const modal = page.getByRole('dialog');
  await expect(modal).toContainText('温馨提示');
  await expect(modal).toContainText('您订阅的内容要求风险等级为【R4中高】及以上，您当前的风险等级不足。');
  const { text, ground } = await hovered(modal.getByRole('button', { name: '知道了' }));
  expect(text).not.toBe(ground);
  await modal.getByRole('button', { name: '知道了' }).click();
  await expect(modal).toHaveCount(0);
  spoiler.fail(BOND, sealed({ code: '-0801109', msg: '', data: null }));
  await retry(page);
  await expect(modal).toContainText('您的风险承受能力测评已过期或尚未进行');
  await page.keyboard.press('Escape');
  await expect(modal).toHaveCount(0);
  await expect(frame(page)).toBeVisible();
});
