import { afterAll, beforeAll, expect, test } from 'vitest';
import { storeFile } from '#server/files/store.ts';
import { makePdf } from '#demo/files/pdf.ts';
import { buildDocx } from '../world/office-files.ts';
import { article, SECTION, startSite, type TestSite } from '../world/site.ts';

let site: TestSite;
const stored: Record<string, string> = {};

beforeAll(async () => {
  site = await startSite();
  const put = async (bytes: Buffer, extension?: string) =>
    (await storeFile({ db: site.database.db, dir: site.filesDir }, { bytes, ...(extension && { extension }) }))
      .filepath;
  stored.docx = await put(await buildDocx('<w:p><w:r><w:t>预览正文</w:t></w:r></w:p>'));
  stored.svg = await put(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><text>架构</text></svg>'), 'svg');
  stored.pdf = await put(makePdf({ title: '年度报告', paragraphs: ['正文。'], signature: [] }));
  await site.publish('附件', [
    article(`${SECTION}0018`, '有附件', {
      attachments: [
        { filename: '申请表.docx', filepath: stored.docx },
        { filename: '年度报告.pdf', filepath: stored.pdf },
      ],
    }),
    article(`${SECTION}0018`, '架构图', { content: `<p><img src="/static-file/${stored.svg}" alt="图"></p>` }),
  ]);
});
afterAll(() => site.end());

test('[FO2] an office file is shown inside the site, with the headers of every page, out of search engines', async () => {
  const { status, html, headers } = await site.get(`/preview/${stored.docx}`);
  expect(status).toBe(200);
  expect(html).toMatch(/<header class="header">.*<h1 class="title">申请表<\/h1>.*<p>预览正文<\/p>.*<footer/);
  expect(html).toMatch(/<a href="\/swhysc\/publicChannel\/[a-zA-Z]+">‹/);
  expect(html.match(/<script[^>]*>/g)).toEqual([
    '<script type="module" src="/assets/site/bare.js" data-token="accessToken" data-user="userInfo">',
  ]);
  expect(html).not.toContain(' style=');
  expect(headers['content-security-policy']).toMatch(/style-src 'self' 'sha256-/);
  expect([headers['cache-control'], headers['x-robots-tag']]).toEqual(['no-cache', 'noindex']);
});

test('[FO1] a pdf has a page of its own beside its window: the browser’s reader, and a way to the file where there is none', async () => {
  const { status, html, headers } = await site.get(`/preview/${stored.pdf}`);
  expect(status).toBe(200);
  expect(html).toContain('<h1 class="title">年度报告</h1>');
  expect(html).toMatch(
    new RegExp(
      `<object class="paper" type="application/pdf" data="/static-file/${stored.pdf}" aria-label="年度报告.pdf">`,
    ),
  );
  expect(html).toMatch(new RegExp(`<a href="/static-file/${stored.pdf}" target="_blank" rel="noopener">`));
  expect(headers['content-security-policy']).toMatch(/default-src 'none';.*; object-src 'self'; frame-src 'self'$/);
  expect((await site.get(`/preview/${stored.docx}`)).headers['content-security-policy']).not.toContain('object-src');
});

test('a drawing of an article is shown as an image, under the article’s title', async () => {
  const { html } = await site.get(`/preview/${stored.svg}`);
  expect(html).toContain('<h1 class="title">架构图</h1>');
  expect(html).toMatch(new RegExp(`<img src="/static-file/${stored.svg}"`));
});
