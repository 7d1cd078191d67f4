import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toTraditional } from '#page/to-traditional.ts';
import { convertHtml } from '#rules/script/script-html.ts';
import { growth } from '#tests/world/growth.ts';

const convert = (html: string) => convertHtml(html, toTraditional);

test('[LG3] [LG4] authored HTML is converted where it is read; addresses, classes and the tags themselves stay', () => {
  expect(
    convert('<p class="说明">获准<b>发行</b></p><a href="/static-file/2026/公告.pdf" title="公告与附注">查看</a>'),
  ).toBe('<p class="说明">獲准<b>發行</b></p><a href="/static-file/2026/公告.pdf" title="公告與附註">查看</a>');
  expect(convert('<img src="/图.png" alt="组织架构图" width="40"><td data-title="后">5 &lt; 6 万元</td>')).toBe(
    '<img src="/图.png" alt="組織架構圖" width="40"><td data-title="后">5 &lt; 6 萬元</td>',
  );
  expect(convert('')).toBe('');
});

test('[LG3] every tag comes out as it went in, unless it says something in words', () => {
  const piece = fc.constantFrom(
    '<p>',
    '</p>',
    '<a href="/后台?q=发">',
    '</a>',
    '<br>',
    '发行',
    '批准',
    '&amp;',
    'x',
    ' ',
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      expect(convert(pieces.join('')).match(/<[^>]*>/g)).toEqual(pieces.join('').match(/<[^>]*>/g));
    }),
  );
});

test('[LG3] signs that begin a tag and never end it take no longer than others', () => {
  for (const signs of ['<', '<a ', '<a title="', ' alt="', '>'])
    expect(
      growth((times) => convert(signs.repeat((times * 10_000) / signs.length)), 16),
      signs,
    ).toBeLessThan(64);
});
