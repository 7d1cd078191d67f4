import { Window } from 'happy-dom';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { toArticleHtml } from '#console/content/article-html.ts';

beforeAll(() => {
  const { DOMParser, Node, HTMLElement } = new Window() as unknown as typeof globalThis;
  vi.stubGlobal('DOMParser', DOMParser);
  vi.stubGlobal('Node', Node);
  vi.stubGlobal('HTMLElement', HTMLElement);
});
afterAll(() => vi.unstubAllGlobals());

const table = (...rows: string[]) => `<table><tbody>${rows.map((row) => `<tr>${row}</tr>`).join('')}</tbody></table>`;

test('[AC15] header rows become the head of their table, but for those that a header cell leaves downwards', () => {
  expect(toArticleHtml(table('<th><p>一</p></th>', '<td><p>二</p></td>'))).toBe(
    '<table><thead><tr><th>一</th></tr></thead><tbody><tr><td>二</td></tr></tbody></table>',
  );
  const over = ['<th rowspan="2">项目</th><th colspan="2">金额</th>', '<th>本期</th><th>上期</th>', '<td>一</td>'];
  expect(toArticleHtml(table(...over))).toMatch(/^<table><thead><tr>.*上期<\/th><\/tr><\/thead><tbody>/);
  const below = ['<th rowspan="2">项目</th><th>金额</th>', '<td>一</td>', '<td>二</td><td>三</td>'];
  expect(toArticleHtml(table(...below))).toBe(table(...below));
  // a table of header cells alone has rows of its own
  expect(toArticleHtml(table('<th>一</th>'))).toBe(table('<th>一</th>'));
});

test('[AC15] alignment of paragraphs and cells stays, and paragraphs of cells that carry it', () => {
  const html = '<p class="align-center">公告</p>';
  expect(toArticleHtml(html)).toBe(html);
  expect(toArticleHtml(table('<td class="align-right" colspan="1"><p>1.00</p></td>'))).toBe(
    table('<td class="align-right">1.00</td>'),
  );
});
