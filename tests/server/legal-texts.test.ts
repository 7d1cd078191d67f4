import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toTraditionalBut } from '#page/to-traditional.ts';
import { SIMPLIFIED, TRADITIONAL } from '#site/consent/words.ts';
import { article, channel, smallWorld, startSite, type TestSite } from '../world/site.ts';

const PRIVACY = '0001000200010009';
const AGREEMENT = '0001000200010010';

let site: TestSite;
beforeAll(async () => {
  site = await startSite({
    changes: [
      ...smallWorld(),
      channel(PRIVACY, 'legal/privacy', '隐私政策', { classOrder: 9 }),
      channel(AGREEMENT, 'legal/agreement', '用户协议', { classOrder: 10 }),
      article(PRIVACY, '隐私政策', {
        content: '<p>我们保护您的信息。</p><table><tr><td>项目</td></tr></table><script>alert(1)</script>',
      }),
    ],
  });
});
afterAll(() => site.end());

/** Words of a page about the texts, and their addresses. */
async function legalIn(headers = {}) {
  const { html } = await site.get('/swhysc/news/company', headers);
  return JSON.parse(/data-legal='([^']*)'/.exec(html)![1]!) as Record<string, { version: string; text: string }>;
}

test('[AG7] a page names the texts that are public, each in both scripts at addresses that browsers keep', async () => {
  const { privacy, ...others } = await legalIn();
  expect(others).toEqual({});
  const text = await site.get(privacy!.text);
  expect(text).toMatchObject({ status: 200, headers: { 'cache-control': 'public, max-age=604800' } });
  expect(text.headers).toMatchObject({
    'content-security-policy': "default-src 'none'; sandbox",
    'x-robots-tag': 'noindex',
  });
  expect(text.html).toContain('我们保护您的信息。');
  expect(text.html).toContain('<div class="scroll" role="region"');
  expect(text.html).not.toContain('alert');
  const { privacy: traditional } = await legalIn({ cookie: 'zh_choose=t' });
  expect((await site.get(traditional!.text)).html).toContain('我們保護您的信息。');
});

test('[AG7] the one script that stands in a page asks for the first text, and is let in by its hash', async () => {
  const { html, headers } = await site.get('/swhysc/news/company');
  const inline = [...html.matchAll(/<script(?![^>]* (?:src=|type="application))[^>]*>([^]*?)<\/script>/g)];
  expect(inline).toHaveLength(1);
  expect(inline[0]![1]).toContain('fetch(');
  const hash = createHash('sha256').update(inline[0]![1]!).digest('base64');
  expect(headers['content-security-policy']).toContain(`script-src 'self'; script-src-elem 'self' 'sha256-${hash}'; `);
});

test('[AG7] a newer text has another address, and the older one is asked for again', async () => {
  const { privacy: before } = await legalIn();
  const { html } = await site.get(before!.text);
  await site.publish('新版', [
    article(AGREEMENT, '用户协议', { content: '<p>协议</p>' }),
    article(PRIVACY, '隐私政策', {
      content: '<p>新的说法。</p>',
      contentTime: new Date('2026-11-20T01:30:00Z').toISOString(),
    }),
  ]);
  const { privacy, agreement } = await legalIn();
  expect(agreement!.text).not.toBe('');
  expect(privacy!.version).toBe('2026-11-20');
  expect(privacy!.text).not.toBe(before!.text);
  expect((await site.get(privacy!.text)).html).not.toBe(html);
  expect((await site.get(before!.text)).headers['cache-control']).toBe('no-cache');
});

test.each(['/legal-text/notice', '/legal-text/other', '/legal-text/privacy/1'])(
  '[AG7] there is no %s',
  async (path) => {
    expect((await site.get(path)).status).toBe(404);
  },
);

test('[LG3] [AG7] the dialog says in traditional script what the table of characters would', () => {
  const convert = toTraditionalBut([]);
  const inTraditional = JSON.parse(convert(JSON.stringify(SIMPLIFIED))) as unknown;
  expect(TRADITIONAL).toEqual(inTraditional);
});
