import { describe, expect, test } from 'vitest';
import { differencesOf, differenceText } from '#tools/compare-site/differences.ts';
import { pageLines } from '#tools/compare-site/page-lines.ts';

const page = (main: string, phone = '021-55501234') =>
  `<!doctype html><html lang="zh-Hans"><head><title>栏目 - 站</title><meta name="description" content="说明">
<link rel="stylesheet" href="/assets/a-AbC123.css"><script type="application/ld+json">{"@type":"Organization","telephone":"${phone}"}</script>
<style>a{}</style></head><body><header><a href="/news">头</a></header><main>${main}</main><footer><p>电话 ${phone}</p></footer></body></html>`;

const answer = (lines: string[], status = 200) => ({ status, lines });

describe('what a page says, to be compared after an upgrade', () => {
  test('[UP5] is all of it, from its head to its foot, without names of built files and what passes', () => {
    const html = page(
      '<h1 class="title big" id="r1">标题</h1><p>3小时5分钟前 <img src="/assets/x-AbC123.png" alt="图"></p><script>x</script>',
    );
    expect(pageLines(html)).toEqual([
      'html [lang=zh-Hans]',
      'head',
      'title 栏目 - 站',
      'meta [content=说明] [name=description]',
      'body',
      'header',
      'a [href=/news] 头',
      'main',
      'h1.title.big 标题',
      'p N前',
      'img [alt=图] [src=/assets/…]',
      'footer',
      'p 电话 021-55501234',
      'structured data',
      '{',
      ' "@type": "Organization",',
      ' "telephone": "021-55501234"',
      '}',
    ]);
    expect(pageLines(html)).toEqual(
      pageLines(html.replace('3小时5分钟前', '4小时1分钟前').replaceAll('AbC123', 'DeF456').replace('r1', 'r2')),
    );
  });

  test('[UP5] differs where it says other words, is built otherwise, or lacks something', () => {
    const before = { '/': answer(pageLines(page('<h1>甲</h1><p>乙</p><p>丙</p>'))) };
    const differences = (main: string) => differencesOf(before, { '/': answer(pageLines(page(main))) });
    expect(differences('<h1>甲</h1><p>乙</p><p>丙</p>')).toEqual([]);
    expect(differences('<h1>甲</h1><p>别的</p><p>丙</p>')).toEqual([{ names: ['/'], lines: ['- p 乙', '+ p 别的'] }]);
    expect(differences('<h1>甲</h1><p>丙</p>')).toEqual([{ names: ['/'], lines: ['- p 乙'] }]);
    expect(differences('<h2>甲</h2><p>乙</p><p>丙</p>')).toEqual([{ names: ['/'], lines: ['- h1 甲', '+ h2 甲'] }]);
  });

  test('[UP5] a telephone that changed in every foot is one difference, beside what one page alone says', () => {
    const pagesOf = (words: string, phone: string) =>
      Object.fromEntries(
        ['/', '/news', '/branch', '/a', '/b', '/c'].map((path) => [
          path,
          answer(pageLines(page(path === '/news' ? `<p>${words}</p>` : `<p>${path}</p>`, phone))),
        ]),
      );
    const found = differencesOf(pagesOf('旧', '021-1'), pagesOf('新', '021-2'));
    expect(found.map(({ names, lines }) => [names.length, lines[0]])).toEqual([
      [6, '- p 电话 021-1'],
      [6, '-  "telephone": "021-1"'],
      [1, '- p 旧'],
    ]);
    expect(differenceText(found[0]!)).toBe(
      '/, /news, /branch, /a, /b and 1 more: differ\n  - p 电话 021-1\n  + p 电话 021-2',
    );
  });

  test('[UP5] what answers otherwise, is gone or is new is told', () => {
    expect(differencesOf({ a: answer(['x']), b: answer(['x']) }, { a: answer(['x'], 404), c: answer(['x']) })).toEqual([
      { names: ['a'], lines: ['- answers 200', '+ answers 404'] },
      { names: ['b'], lines: ['- is gone'] },
      { names: ['c'], lines: ['+ is new'] },
    ]);
  });
});
