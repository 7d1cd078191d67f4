import { describe, expect, test } from 'vitest';
import { checkSvg, problemOfSvg } from '#server/files/check-svg.ts';
import { drawingProblem, SVG_LIMITS } from '#server/files/svg-drawing.ts';
import { PNG, pngHead } from '../world/pictures.ts';

const svg = (inside: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">${inside}</svg>`;
const rects = (count: number, more = ''): string => `<rect${more} width="1" height="1"/>`.repeat(count);
const inside = (picture: Buffer): string => `<image href="data:image/png;base64,${picture.toString('base64')}"/>`;
/** Ten times what stands inside, six times over. */
const multiplied = (use: (id: string) => string): string =>
  svg(
    `<defs><g id="a0">${rects(10)}</g>${[1, 2, 3, 4, 5]
      .map((at) => `<g id="a${at}">${use(`a${at - 1}`).repeat(10)}</g>`)
      .join('')}</defs>${use('a5')}`,
  );

describe('[FO7] a picture as SVG is counted as it is drawn', () => {
  test.each([
    ['a drawing of 4,000 elements', svg(rects(4_000))],
    ['a sign used a hundred times', svg(`<defs><g id="a">${rects(20)}</g></defs>${'<use href="#a"/>'.repeat(100)}`)],
    [
      'clips of groups as programs write them',
      svg(
        `<defs><clipPath id="c"><rect/></clipPath></defs><g clip-path="url(#c)"><g clip-path="url(#c)"><g style="clip-path:url(#c)">${rects(1_000)}</g></g></g>`,
      ),
    ],
    [
      'gradients and clips by class',
      svg(
        `<style>.a{fill:url(#l)}.b{clip-path:url(#c)}</style><defs><clipPath id="c"><rect/></clipPath><linearGradient id="l"><stop/></linearGradient><linearGradient id="m" href="#l"/></defs>${rects(1_500, ' class="a b"')}`,
      ),
    ],
    [
      'arrows',
      svg(
        `<defs><marker id="m"><path d="M0 0"/></marker></defs>${`<path d="${'M1 1 '.repeat(99)}" marker-end="url(#m)"/>`.repeat(60)}`,
      ),
    ],
    ['a picture of pixels inside', svg(inside(PNG).repeat(9))],
    ['a reference to itself', svg('<g id="a"><use href="#a"/></g>')],
    ['a small one that moves', svg('<g><animateTransform attributeName="transform"/></g>')],
  ])('%s is taken', (_what, text) => {
    expect(problemOfSvg(text)).toBe('');
  });

  test.each([
    ['elements', svg(rects(SVG_LIMITS.elements + 1)), '有 5000 个以上的元素'],
    ['use of use', multiplied((id) => `<use href="#${id}"/>`), '展开引用'],
    ['use by xlink', multiplied((id) => `<use xlink:href="#${id}"/>`), '展开引用'],
    ['use of a large group', svg(`<g id="a">${rects(500)}</g>${'<use href="#a"/>'.repeat(20)}`), '展开引用'],
    [
      'use of a long path',
      svg(`<path id="a" d="${'M1 1'.repeat(50_000)}"/>${'<use href="#a"/>'.repeat(99)}`),
      '展开引用',
    ],
    [
      'patterns in patterns',
      svg(
        `<defs>${[0, 1, 2, 3, 4, 5].map((at) => `<pattern id="p${at}">${rects(10, ` fill="url(#p${at - 1})"`)}</pattern>`).join('')}</defs><rect fill="url(#p5)"/>`,
      ),
      '展开引用',
    ],
    [
      'a pattern that a group passes on',
      svg(`<pattern id="p">${rects(50)}</pattern><g fill="url(#p)">${rects(200)}</g>`),
      '展开引用',
    ],
    [
      'a pattern that a use passes on',
      svg(`<pattern id="p">${rects(50)}</pattern><g id="g">${rects(200)}</g><use fill="url(#p)" href="#g"/>`),
      '展开引用',
    ],
    [
      'a pattern by a style for all',
      svg(`<style>rect{fill:url(#p)}</style><pattern id="p">${rects(80)}</pattern>${rects(80)}`),
      '展开引用',
    ],
    [
      'a pattern by a class',
      svg(`<style>.a{stroke:url('#p')}</style><pattern id="p">${rects(80)}</pattern>${rects(80, ' class="b a"')}`),
      '展开引用',
    ],
    [
      'a marker at each corner',
      svg(`<marker id="m">${rects(10)}</marker><path marker-mid="url(#m)" d="${'L1 1'.repeat(400)}"/>`),
      '展开引用',
    ],
    ['masks of masks', multiplied((id) => `<rect mask="url(#${id})"/>`), '展开引用'],
    [
      'filters',
      svg(`<filter id="f">${'<feGaussianBlur/>'.repeat(20)}</filter>${rects(30, ' filter="url(#f)"')}`),
      '用到的滤镜合计有 200 个以上的步骤',
    ],
    ['noise', svg('<filter><feTurbulence numOctaves="99"/></filter>'), 'numOctaves 超过 8'],
    ['a convolution', svg('<filter><feConvolveMatrix order="3 99"/></filter>'), 'order 超过 15'],
    [
      'what moves',
      svg(`${rects(600)}<g><animateTransform attributeName="transform"/></g>`),
      '有动画，却要画 500 个以上',
    ],
    ['what a style moves', svg(`<style>@keyframes a{to{opacity:0}}</style>${rects(600)}`), '有动画，却要画 500 个以上'],
    [
      'many rules for many elements',
      svg(`<style>${'[d="x"]{fill:red}'.repeat(500)}</style>${rects(4_500)}`),
      '的样式规则太多',
    ],
    [
      'one rule of many selectors',
      svg(`<style>${'a,'.repeat(100_000)}b{fill:red}</style>${rects(100)}`),
      '的样式规则太多',
    ],
    [
      'selectors inside each other',
      svg(
        `<style>${'g g g g rect{fill:red}'.repeat(50)}</style>${'<g>'.repeat(100)}${rects(200)}${'</g>'.repeat(100)}`,
      ),
      '的样式规则太多',
    ],
    ['selectors of what stands beside', svg(`<style>a~rect{fill:red}</style>${rects(5)}`), '用了选择符“~”'],
    ['selectors in selectors', svg(`<style>@media all{:not(:HAS (a)){fill:red}}</style>${rects(5)}`), '用了选择符'],
    ['glyphs of a font', svg(`<font>${'<glyph/>'.repeat(5_000)}</font>`), '有 5000 个以上的元素'],
    ['stops of a gradient', svg(`<linearGradient>${'<stop/>'.repeat(5_000)}</linearGradient>`), '有 5000 个以上的元素'],
    ['elements inside each other', svg('<g>'.repeat(300) + '</g>'.repeat(300)), '的元素嵌套超过 200 层'],
    ['a picture of pixels inside', svg(inside(pngHead(9_000, 9_000))), '内嵌的图片有 9000×9000'],
    ['many pictures of pixels inside', svg(inside(pngHead(4_000, 4_000)).repeat(2)), '内嵌的图片合计超过 25 百万像素'],
    ['a picture that says no size', svg(inside(Buffer.from('x'))), '读不出宽和高'],
    ['a picture in signs', svg('<image href="data:image/png,%89PNG"/>'), '不是 base64 编码'],
    ['no whole file', '<svg><g></svg>', '不是完整的 SVG 文件'],
  ])('%s: refused', (_what, text, words) => {
    expect(drawingProblem(text)).toContain(words);
  });

  test('a long one is looked through in a thread, which has its time', async () => {
    const bomb = multiplied((id) => `<use href="#${id}"/>`);
    expect(bomb.length).toBeLessThan(2_000);
    expect(await checkSvg(bomb)).toContain('展开引用');
    expect(await checkSvg(svg(rects(4_000)))).toBe('');
    // patterns of the rule would try each beginning against all that follows
    expect(await checkSvg('<?xml '.repeat(20_000), 1)).toBe('这个 SVG 图片过于复杂，无法检查；请导出为 PNG');
  });
});
