import { describe, expect, test } from 'vitest';
import { differenceOf, pageLines } from '#tools/compare-site/page-lines.ts';

const page = (main: string) =>
  `<!doctype html><html><head><title>栏目 - 站</title><style>a{}</style></head><body><header><p>头</p></header><main>${main}</main><aside class="side"><p>旁</p></aside></body></html>`;

describe('what a page says, to be compared after an upgrade', () => {
  test('[UP5] is its title and what stands in main: names, classes and words, without addresses and what passes', () => {
    const html = page(
      '<h1 class="title big">标题</h1><p>3小时5分钟前 <a href="/assets/x-AbC123.js">更多</a></p><script>x</script>',
    );
    expect(pageLines(html).slice(0, 5)).toEqual(['title 栏目 - 站', 'main', 'h1.title.big 标题', 'p N前', 'a 更多']);
    expect(pageLines(html).join('\n')).not.toMatch(/头|旁|AbC123/);
    expect(pageLines(html)).toEqual(
      pageLines(html.replace('3小时5分钟前', '4小时1分钟前').replace('AbC123', 'DeF456')),
    );
  });

  test('[UP5] differs where it says other words, is built otherwise, or lacks something, and the place is told', () => {
    const before = pageLines(page('<h1>甲</h1><p>乙</p><p>丙</p>'));
    expect(differenceOf(before, before)).toBeNull();
    expect(differenceOf(before, pageLines(page('<h1>甲</h1><p>别的</p><p>丙</p>')))).toEqual({
      at: 4,
      before: ['p 乙'],
      after: ['p 别的'],
    });
    expect(differenceOf(before, pageLines(page('<h1>甲</h1><p>丙</p>')))).toEqual({
      at: 4,
      before: ['p 乙'],
      after: [],
    });
    expect(differenceOf(before, pageLines(page('<h2>甲</h2><p>乙</p><p>丙</p>')))?.at).toBe(3);
  });
});
