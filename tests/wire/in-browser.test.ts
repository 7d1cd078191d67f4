import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { nodeSuite } from '#wire/cipher-node.ts';
import { chromiumPath, openFixture } from './open-fixture.ts';
import type { Fixture } from './open-fixture.ts';
import type { SeenRequest } from './open-service.ts';

if (!chromiumPath)
  console.log(
    'skipped: the wire and its messages in a browser, because no Chromium was found (set CHROMIUM to its path)',
  );

const key = randomBytes(64);
const suite = nodeSuite(key);

describe.skipIf(!chromiumPath)('in Chromium, under the policy of the site', () => {
  let fixture: Fixture;
  let page: Page;
  let answer: (request: SeenRequest, response: ServerResponse) => void;
  const lastHeaders = () => fixture.service.requests.at(-1)!.headers;
  const toasts = () => page.locator('.toast__text').allTextContents();
  const focused = () =>
    page.evaluate(
      () => document.activeElement?.id || document.activeElement?.className || document.activeElement?.tagName,
    );

  beforeAll(async () => {
    fixture = await openFixture(key.toString('base64'), (request, response) => answer(request, response));
  });
  afterAll(() => fixture?.close());

  beforeEach(() => {
    answer = sealed({ code: '0', msg: '', data: ['公告', '𠮷', '\uFEFF'] });
  });

  afterEach(async () => {
    await page.close();
    expect(fixture.problems.splice(0)).toEqual([]);
  });

  function sealed(envelope: unknown, status = 200) {
    const body = suite.encrypt(JSON.stringify(envelope));
    return (_request: SeenRequest, response: ServerResponse) =>
      void response.writeHead(status, { 'content-type': 'text/plain' }).end(body);
  }

  /** Opens a page with a client; get() answers the data, or the outcome of the failure as text. */
  async function openCall(
    settings: { timeout?: number; wireKey?: string } = {},
    options: Parameters<Fixture['openPage']>[0] = {},
  ) {
    page = await fixture.openPage(options);
    await page.evaluate((given) => window.openCall(given), settings);
    return (path: string) =>
      page.evaluate((url) => window.call.get(url).catch((failure: { outcome: string }) => failure.outcome), path);
  }

  describe('a call', () => {
    test('[WR5] decrypts what the server encrypted', async () => {
      const get = await openCall();
      expect(await get('/wscms/v1/cms/channellist')).toEqual(['公告', '𠮷', '\uFEFF']);
    });

    test('[WR2] carries the token of the cookie; [WR4] and the device', async () => {
      const get = await openCall({}, { cookie: 'abc.DEF' });
      await get('/user/v1/info');
      const platform = await page.evaluate(() => navigator.platform);
      expect(lastHeaders().access_token).toBe('abc.DEF');
      expect(lastHeaders().device).toBe(platform.startsWith('Win') ? 'PW' : platform.startsWith('Mac') ? 'PM' : 'OH');
    });

    test('[WR3] posts JSON, forms and files', async () => {
      await openCall();
      const types = await page.evaluate(async () => {
        await window.call.post('/x', { a: '甲' });
        await window.call.post('/x', { a: '甲' }, 'urlencoded');
        await window.call.post('/x', { a: '甲', file: new File(['内容'], '材料.txt') }, 'multipart');
      });
      expect(types).toBeUndefined();
      const [json, urlencoded, multipart] = fixture.service.requests
        .filter(({ method }) => method === 'POST')
        .slice(-3);
      expect([json!.headers['content-type'], json!.body]).toEqual(['application/json', '{"a":"甲"}']);
      expect([urlencoded!.headers['content-type'], urlencoded!.body]).toEqual([
        'application/x-www-form-urlencoded',
        'a=%E7%94%B2',
      ]);
      expect(multipart!.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
      expect(multipart!.body).toContain('filename="材料.txt"');
      expect(multipart!.body).toContain('内容');
    });

    test('[ER2] with a wrong key is told as 服务连接失败, and the failure is no unhandled one', async () => {
      const get = await openCall({ wireKey: randomBytes(64).toString('base64') });
      expect(await get('/x')).toBe('unreadable');
      expect(await toasts()).toEqual(['服务连接失败']);
    });

    test('[ER3] past its time, and without a network, is told in Chinese', async () => {
      const get = await openCall({ timeout: 1500 });
      answer = () => undefined;
      expect(await get('/x')).toBe('timeout');
      answer = (_request, response) => response.destroy();
      expect(await get('/x')).toBe('offline');
      await page.context().setOffline(true);
      expect(await get('/x')).toBe('offline');
      // one toast says that the line is away
      expect(await toasts()).toEqual(['请求超时，请稍后再试']);
      const cutOff = await openCall();
      expect(await cutOff('/x')).toBe('offline');
      expect(await toasts()).toEqual(['网络连接异常，请检查网络设置']);
    });

    test('[ER4] with HTTP 503 is told by the catalogue', async () => {
      const get = await openCall();
      answer = sealed({ code: '503', msg: 'x', data: null }, 503);
      expect(await get('/x')).toBe('http 503');
      expect(await toasts()).toEqual(['服务不可用，请稍后再试']);
    });

    test('[ER6] with -0801107 goes to login; [ER7] [ER8] other codes open tip and dialog', async () => {
      const get = await openCall();
      for (const code of ['-0801107', '-0801108', '-0801109']) {
        answer = sealed({ code, msg: '', data: { levelName: 'C4（稳健型）' } });
        await get('/x');
      }
      expect(await page.evaluate(() => window.logins)).toBe(1);
      const texts = await page.locator('dialog[open] .dialog__text').allTextContents();
      expect(texts).toHaveLength(2);
      expect(texts[0]).toContain('【C4（稳健型）】');
      expect(texts[1]).toContain('已过期或尚未进行');
    });
  });

  describe('toasts', () => {
    const say = (text: string, kind?: 'status' | 'alert') =>
      page.evaluate(([given, as]) => window.messages.toast(given!, false, as as 'status'), [text, kind]);

    test('[ER1] the live regions stand in the HTML before any text comes', async () => {
      page = await fixture.openPage();
      const html = await (await fetch(fixture.service.origin)).text();
      expect(html).toMatch(/<div class="toasts__region" role="status"><\/div>/);
      expect(html).toMatch(/<div class="toasts__region" role="alert"><\/div>/);
      await page.evaluate(
        () => ((window as never as Record<string, unknown>).region = document.querySelector('[role=alert]')),
      );
      await say('服务连接失败');
      expect(await page.locator('[role=alert]').innerText()).toBe('服务连接失败');
      await say('已复制', 'status');
      expect(await page.locator('[role=status]').innerText()).toBe('已复制');
      const same = await page.evaluate(
        () => (window as never as Record<string, unknown>).region === document.querySelector('[role=alert]'),
      );
      expect(same).toBe(true);
    });

    test('stay under the pointer and while focused, and go by themselves otherwise', async () => {
      page = await fixture.openPage();
      await page.clock.install();
      await say('一');
      const box = (await page.locator('.toast').boundingBox())!;
      await page.mouse.move(box.x + 20, box.y + box.height / 2);
      await page.clock.runFor(60_000);
      expect(await toasts()).toEqual(['一']);
      await page.mouse.move(5, 5);
      await page.clock.runFor(3000);
      expect(await toasts()).toEqual(['一']);
      await page.locator('.toast__close').focus();
      await page.clock.runFor(60_000);
      expect(await toasts()).toEqual(['一']);
      await page.locator('#before').focus();
      await page.clock.runFor(5000);
      expect(await toasts()).toEqual([]);
    });

    test('closed by keyboard, they hand the focus on and at last back', async () => {
      page = await fixture.openPage();
      await say('一');
      await say('二');
      await page.locator('#after').focus();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      expect(await toasts()).toEqual(['二']);
      expect(await focused()).toBe('toast__close');
      await page.keyboard.press('Enter');
      expect(await toasts()).toEqual([]);
      expect(await focused()).toBe('after');
    });

    test('leave the page beside them usable', async () => {
      page = await fixture.openPage({ width: 320, height: 120 });
      for (const text of ['一', '二']) await say(text);
      const stack = (await page.locator('.toasts').boundingBox())!;
      const beneath = await page.evaluate(
        ([x, y]) => document.elementFromPoint(x!, y!)?.className,
        [stack.x + 2, stack.y + stack.height - 4],
      );
      expect(beneath).not.toContain('toast');
    });
  });

  describe('dialogs', () => {
    const tip = (text: string, title?: string) =>
      page.evaluate(([given, named]) => window.messages.tip(given!, named), [text, title]);
    const open = () => page.locator('dialog[open]');

    test('[MD1] the tip has the title 温馨提示 and the button 知道了, and is named by its title', async () => {
      page = await fixture.openPage();
      await tip('请先完成风险测评。');
      const named = page.getByRole('dialog', { name: '温馨提示' });
      expect(await named.locator('.dialog__text').innerText()).toBe('请先完成风险测评。');
      await named.getByRole('button', { name: '知道了' }).click();
      await open().waitFor({ state: 'detached' });
      await tip('内容', '风险提示');
      await page.getByRole('dialog', { name: '风险提示' }).waitFor();
    });

    test('[MD1] keeps the focus inside, closes on Escape and gives the focus back', async () => {
      page = await fixture.openPage();
      await page.locator('#before').focus();
      await tip('内容');
      expect(await focused()).toBe('dialog__action');
      for (let press = 0; press < 4; press += 1) {
        await page.keyboard.press('Tab');
        expect(await focused()).not.toMatch(/before|after/);
      }
      await page.keyboard.press('Escape');
      await open().waitFor({ state: 'detached' });
      expect(await focused()).toBe('before');
      await tip('内容');
      await page.keyboard.press('Enter');
      await open().waitFor({ state: 'detached' });
      expect(await focused()).toBe('before');
    });

    test('[MD1] taken away by the site itself, it gives the focus back too', async () => {
      page = await fixture.openPage();
      await page.locator('#after').focus();
      await tip('内容');
      await page.evaluate(() => window.messages.closeTip());
      await open().waitFor({ state: 'detached' });
      expect(await focused()).toBe('after');
    });

    test('[MD1] the next tip opens after the first, and the focus still comes back', async () => {
      page = await fixture.openPage();
      await page.locator('#after').focus();
      await tip('一');
      await tip('二');
      expect(await open().locator('.dialog__text').allTextContents()).toEqual(['一']);
      await page.keyboard.press('Escape');
      await expect.poll(() => open().locator('.dialog__text').allTextContents()).toEqual(['二']);
      await page.keyboard.press('Escape');
      await open().waitFor({ state: 'detached' });
      expect(await focused()).toBe('after');
    });

    test('[MD1] fits into 320 px with a long text: nothing runs out at the side, and the button is reached', async () => {
      page = await fixture.openPage({ width: 320, height: 480 });
      await tip(
        `${'尊敬的投资者，您的风险承受能力测评已过期或尚未进行。'.repeat(30)}${'A'.repeat(200)}`,
        '标'.repeat(60),
      );
      const box = (await open().boundingBox())!;
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(320);
      expect(box.y + box.height).toBeLessThanOrEqual(480);
      expect(await open().evaluate((dialog) => dialog.scrollWidth <= dialog.clientWidth)).toBe(true);
      await page.getByRole('button', { name: '知道了' }).click();
      await open().waitFor({ state: 'detached' });
    });

    test('no style attribute is used, by toasts or dialogs', async () => {
      page = await fixture.openPage();
      await tip('内容');
      await page.evaluate(() => window.messages.toast('一'));
      expect(await page.locator('.toasts [style], .toasts[style], dialog[style], dialog [style]').count()).toBe(0);
    });

    test('toasts and dialogs pass the axe rules of WCAG 2.2 AA', async () => {
      page = await fixture.openPage({ reducedMotion: 'reduce' });
      const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
      await page.evaluate(
        () => (window.messages.toast('服务连接失败'), window.messages.toast('已复制', false, 'status')),
      );
      expect((await new AxeBuilder({ page }).withTags(wcag).analyze()).violations).toEqual([]);
      await tip('请先完成风险测评。');
      expect((await new AxeBuilder({ page }).withTags(wcag).analyze()).violations).toEqual([]);
    });
  });
});
