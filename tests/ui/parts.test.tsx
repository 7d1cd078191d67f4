import { describe, expect, test } from 'vitest';
import { fillRows } from '#ui/fill-rows.ts';
import { FileList } from '#ui/FileList.tsx';
import { Pager } from '#ui/Pager.tsx';
import { RichHtml } from '#ui/RichHtml.tsx';
import { SiteLink } from '#ui/SiteLink.tsx';
import { Tabs } from '#ui/Tabs.tsx';
import { writeQuery } from '#rules/addresses/site-address.ts';
import { withSizes } from '#rules/text/sized-pictures.ts';
import { draw, textOf } from '../world/draw.tsx';

const sum = '5f0c8be2d1a94e3f7760b2ad918c4e55d3f1a6079be8c24170fd3a5be6914c82';
const file = (extension: string) => ({
  filename: `说明.${extension}`,
  filepath: `2026/11/${sum}.${extension}`,
  size: 421_888,
  sha256: sum,
});

describe('a list of files', () => {
  test('[FO1] a pdf opens in a new window', () => {
    expect(draw(<FileList files={[file('pdf')]} />)).toContain(
      `class="file__name" href="/static-file/2026/11/${sum}.pdf" target="_blank" rel="noopener"`,
    );
  });

  test('[FO2] an office file opens in the viewer and can be saved as well', () => {
    const markup = draw(<FileList files={[file('docx')]} />);
    expect(markup).toContain(`href="/preview/2026/11/${sum}.docx" target="_blank"`);
    expect(markup).toContain(`href="/static-file/2026/11/${sum}.docx" download="说明.docx"`);
  });

  test('[FO3] pictures and media open directly', () => {
    expect(draw(<FileList files={[file('mp3')]} />)).toMatch(/class="file__name" href="[^"]+\.mp3">/);
  });

  test('[FO4] other types are saved under their name', () => {
    const markup = draw(<FileList files={[file('zip')]} />);
    expect(markup).toMatch(/class="file__name" href="[^"]+\.zip" download="说明\.zip"/);
    expect(markup).not.toContain('打开');
  });

  test('[FO5] a missing file says so and is no link', () => {
    const markup = draw(<FileList files={[{ filename: '旧版.pdf', filepath: '', size: null, sha256: '' }]} />);
    expect(textOf(markup)).toBe('PDF 旧版 没有找到相关文件');
    expect(markup).not.toContain('<a ');
    expect(markup).toContain('data-missing-file');
  });

  test('shows kind, size and the sum by which a saved file can be checked', () => {
    const text = textOf(draw(<FileList files={[file('pdf')]} />));
    expect(text).toContain('412 KB');
    expect(text).toContain(sum);
  });
});

describe('a pager', () => {
  const drawPager = (pageNum: number, total: number) =>
    draw(<Pager pageNum={pageNum} pageSize={10} total={total} href={(changes) => `/page${writeQuery(changes)}`} />);

  test('shows the whole number and which items these are', () => {
    expect(textOf(drawPager(2, 23))).toContain('第 11–20 条，共 23 条');
  });

  test('marks the page that is open and leads to its neighbours; page 1 has no number in its address', () => {
    const markup = drawPager(2, 23);
    expect(markup).toContain('aria-current="page" aria-label="第 2 页"');
    expect(markup).toContain('aria-label="上一页" href="/swhysc/page"');
    expect(markup).toContain('aria-label="下一页" href="/swhysc/page?pageNum=3"');
  });

  test('has no link that leads nowhere at either end', () => {
    expect(drawPager(1, 23)).not.toContain('上一页');
    expect(drawPager(3, 23)).not.toContain('下一页');
  });

  test('a phone keeps the first page, the open one and the last, and tells where pages are left out', () => {
    const linksFor = (pageNum: number, total: number) =>
      [...drawPager(pageNum, total).matchAll(/<li(?: class="([^"]*)")?><a [^>]*class="pager__page"[^>]*>(\d+)</g)]
        .filter(([, place]) => place !== 'pager__far')
        .map(([, place = '', page]) => `${page} ${place}`.trim());
    expect(linksFor(1, 95)).toEqual(['1 pager__before', '10']);
    expect(linksFor(5, 95)).toEqual(['1', '5 pager__after pager__before', '10']);
    expect(linksFor(2, 23)).toEqual(['1', '2', '3']);
    expect(linksFor(10, 95)).toEqual(['1', '10 pager__after']);
  });

  test('offers page sizes as addresses that start at page 1', () => {
    const markup = drawPager(2, 23);
    expect(markup).toContain('href="/swhysc/page?pageSize=50"');
    expect(markup).toMatch(/aria-current="true" href="\/swhysc\/page">10 条\/页/);
  });

  test('a count that ended at its limit says that there are more', () => {
    expect(textOf(draw(<Pager total={10_000} more pageNum={1} pageSize={10} href={() => '/page'} />))).toContain(
      '共 10,000+ 条',
    );
  });

  test('says only the number where one page holds all, and nothing of nothing', () => {
    expect(textOf(drawPager(1, 7))).toBe('共 7 条');
    expect(drawPager(1, 0)).toBe('');
  });
});

describe('parts', () => {
  test('[CH6] a link that leaves the site opens a new window, without access to this one, and says so', () => {
    const markup = draw(<SiteLink path="https://example.com/x">投顾产品</SiteLink>);
    expect(markup).toContain('target="_blank" rel="noopener"');
    expect(textOf(markup)).toContain('新窗口打开');
    expect(draw(<SiteLink path="/news">新闻</SiteLink>)).toBe('<a href="/swhysc/news">新闻</a>');
  });

  test('the home page keeps the slash after the base', () => {
    expect(draw(<SiteLink path="/">首页</SiteLink>)).toBe('<a href="/swhysc/">首页</a>');
  });

  test('tabs are links, the open one is marked', () => {
    const markup = draw(
      <Tabs
        label="名单"
        tabs={[
          { title: '甲', path: '/page', current: false },
          { title: '乙', path: '/page?tab=b', current: true },
        ]}
      />,
    );
    expect(markup).toContain('<a aria-current="page" href="/swhysc/page?tab=b">乙</a>');
    expect(markup).not.toContain('role="tab"');
  });

  test('each table of authored HTML has a box of its own to scroll in', () => {
    const markup = draw(<RichHtml html='<p>一</p><table class="w-50"><tbody><tr><td>二</td></tr></tbody></table>' />);
    expect(markup).toContain(
      '<div class="scroll" role="region" aria-label="表格" tabindex="0"><table class="w-50"><tbody><tr><td>二</td></tr></tbody></table></div>',
    );
  });

  test('an image of authored HTML opens at full size in a window of its own; one in a link leads where its author wants', () => {
    const address = `/static-file/2026/11/${sum}.png`;
    expect(draw(<RichHtml html={`<p class="align-center"><img src="${address}" alt="图" /></p>`} />)).toContain(
      `<p class="align-center figures"><a class="picture" href="${address}" target="_blank" rel="noopener"><img loading="lazy" src="${address}" alt="图" /><span class="unseen">（查看大图，新窗口打开）</span></a></p>`,
    );
    const linked = `<p><a href="/home"><img src="${address}" alt="图" /></a></p>`;
    const lazily = (html: string) => `<div class="rich">${html.replace('<img ', `<img loading="lazy" `)}</div>`;
    expect(draw(<RichHtml html={linked} />)).toBe(lazily(linked));
    const icon = `<p><img src="${address}" alt="" width="32" /></p>`;
    expect(draw(<RichHtml html={icon} />)).toBe(lazily(icon));
  });

  test('[ML4] a picture of a known size is offered in smaller ones, with its place; one that is small already alone', () => {
    const filepath = `2026/11/${sum}.jpg`;
    const address = `/static-file/${filepath}`;
    const shown = (tag: string, width: number, height: number) =>
      /<img[^>]*>/.exec(draw(<RichHtml html={withSizes(tag, [{ filepath, width, height }])} />))![0];
    expect(shown(`<img src="${address}" alt="图">`, 1200, 800)).toBe(
      `<img loading="lazy" src="${address}" alt="图" width="1200" height="800" srcset="${address}?width=480 480w, ${address}?width=960 960w, ${address}?width=1440 1200w" sizes="(max-width: 782px) 100vw, 782px">`,
    );
    // never the original, where a small one is large enough
    expect(shown(`<img src="${address}" alt="图">`, 4000, 3000)).toContain(`${address}?width=1440 1440w" sizes`);
    expect(shown(`<img src="${address}" alt="图">`, 480, 320)).toBe(
      `<img loading="lazy" src="${address}" alt="图" width="480" height="320">`,
    );
    // the width that its author wrote
    expect(shown(`<img src="${address}" alt="图" width="300" />`, 1200, 800)).toContain(
      'alt="图" width="300" height="200" srcset=',
    );
    // pictures from elsewhere, or of unknown size
    const others = ['https://example.com/a.jpg', `/static-file/2026/11/${sum}.png`];
    for (const other of others)
      expect(shown(`<img src="${other}" alt="">`, 1200, 800)).toBe(`<img loading="lazy" src="${other}" alt="">`);
  });

  test('a drawing opens in our viewer, because its file alone would be saved', () => {
    expect(draw(<RichHtml html={`<img src="/static-file/2026/11/${sum}.svg" alt="图" />`} />)).toContain(
      `href="/preview/2026/11/${sum}.svg"`,
    );
  });
});

test('[PC5] every table of a text has a box to scroll in; of several each has a name of its own', () => {
  const boxes = (html: string) =>
    [...draw(<RichHtml html={html} />).matchAll(/role="region" aria-label="([^"]*)" tabindex="0"><table>/g)].map(
      ([, name]) => name,
    );
  expect(boxes('<table><tr><td>1</td></tr></table>')).toEqual(['表格']);
  expect(boxes('<p>前</p><table></table><p>中</p><table></table>')).toEqual(['表格 1', '表格 2']);
  expect(boxes('<table></table><table></table>')).toEqual(['表格 1', '表格 2']);
  expect(boxes('<p>无</p>')).toEqual([]);
});

test('cells stand in rows without a hole: three columns, two where only they divide the cells, four in a band', () => {
  expect([2, 4, 8, 10, 22].map(fillRows).map((name) => name.replace(' fill--four', ''))).toEqual(
    Array.from({ length: 5 }, () => 'fill fill--2'),
  );
  expect([1, 3, 6, 7, 9, 12].map(fillRows).map((name) => name.replace(' fill--four', ''))).toEqual(
    Array.from({ length: 6 }, () => 'fill fill--3'),
  );
  expect([8, 10, 12].map((count) => fillRows(count).includes('fill--four'))).toEqual([true, false, true]);
});
