import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { svgProblem } from '#rules/files/svg-rule.ts';

const NAMESPACE = 'xmlns="http://www.w3.org/2000/svg"';
const svg = (inside: string, attributes = '') => `<svg ${NAMESPACE}${attributes}>${inside}</svg>`;

describe('[PD18] a picture as SVG', () => {
  test.each([
    [
      'of Inkscape',
      `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<svg width="210mm" height="297mm" viewBox="0 0 210 297" version="1.1" id="svg5" inkscape:version="1.2 (dc2aeda, 2022)"
  sodipodi:docname="标志.svg" inkscape:export-filename="C:\\图\\标志.png" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"
  xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" xmlns:xlink="http://www.w3.org/1999/xlink"
  ${NAMESPACE} xmlns:svg="http://www.w3.org/2000/svg" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
  xmlns:cc="http://creativecommons.org/ns#" xmlns:dc="http://purl.org/dc/elements/1.1/">
  <sodipodi:namedview id="namedview7" pagecolor="#ffffff" inkscape:pageopacity="0.0" showgrid="false"/>
  <defs id="defs2"><linearGradient inkscape:collect="always" id="a"><stop style="stop-color:#d7000f" offset="0"/></linearGradient>
    <radialGradient xlink:href="#a" id="b" gradientUnits="userSpaceOnUse" cx="1" cy="2" fx="1" fy="2" r="3"/></defs>
  <metadata><rdf:RDF><cc:Work rdf:about=""><dc:title>标志</dc:title></cc:Work></rdf:RDF></metadata>
  <g inkscape:label="图层 1" inkscape:groupmode="layer" id="layer1"><path style="fill:url(#b)" d="m 1,2 3,4 z" sodipodi:nodetypes="cc"/></g>
</svg>`,
    ],
    [
      'of Illustrator',
      `<?xml version="1.0" encoding="utf-8"?><svg version="1.1" id="图层_1" ${NAMESPACE} xmlns:xlink="http://www.w3.org/1999/xlink"
  x="0px" y="0px" viewBox="0 0 10 10" style="enable-background:new 0 0 10 10;" xml:space="preserve">
  <style type="text/css">.st0{fill-rule:evenodd;clip-rule:evenodd;fill:#D7000F;}</style>
  <switch><g requiredFeatures="http://www.w3.org/TR/SVG11/feature#Shape"><polygon class="st0" points="1,1 2,2 3,3"/></g></switch></svg>`,
    ],
    [
      'with words for readers',
      svg(
        '<title>标志 blur(1)</title><desc>见 a/b</desc><g style="opacity:.5" filter="url(#f)"/>',
        ' role="img" aria-label="标志" data-name="层 1"',
      ),
    ],
  ])('%s is taken', (_what, text) => {
    expect(svgProblem(text)).toBe('');
  });

  test.each([
    ['属性（nonce="1"）', svg('<path nonce="1"/>')],
    ['属性（ping2="a"）', svg('<a ping2="a"/>')],
    ['属性（target="_top"）', svg('<a href="#a" target="_top"/>')],
    ['属性（x:href2="#"）', svg('<x:a x:href2="#"/>', ' xmlns:x="http://www.w3.org/2000/svg"')],
    ['属性（unknown:d="1"）', svg('<path unknown:d="1"/>')],
    ['属性（y:label="1"）', svg('<a y:label="1"/>', ' xmlns:y="http://www.w3.org/1999/xlink"')],
    ['属性（id="<b"）', svg('<a id="<b"/>')],
    ['元素（<discard>）', svg('<discard href="#a"/>')],
    ['元素（<x:unknown>）', svg('<x:unknown/>', ' xmlns:x="http://www.w3.org/2000/svg"')],
    ['元素（<undeclared:b>）', svg('<undeclared:b/>')],
    ['元素（<b>）', svg('<b/>')],
    ['事件属性（x:onload）', svg('<g x:onload="1"/>', ' xmlns:x="urn:x"')],
    ['命名空间（xmlns:h="http://www.w3.org/1999/xhtml"）', svg('<h:p/>', ' xmlns:h="http://www.w3.org/1999/xhtml"')],
    ['命名空间（xmlns="http://www.w3.org/1998/Math/MathML"）', svg('<g xmlns="http://www.w3.org/1998/Math/MathML"/>')],
    [
      '命名空间（xmlns:ev="http://www.w3.org/2001/xml-events"）',
      svg('', ' xmlns:ev="http://www.w3.org/2001/xml-events"'),
    ],
    ['可以改变引用的动画（attributeName="href"）', svg('<a><animateTransform attributeName="href" to="#b"/></a>')],
    ['引用了图片以外的内容（image-set', svg('<rect mask="image-set(&quot;//evil.example/a&quot; 1x)"/>')],
    ['引用了图片以外的内容（src(', svg(`<rect cursor='src("a.png")'/>`)],
    ['样式中有滤镜或阴影效果（blur(', svg('<style>rect{filter:blur(99px) blur(98px)}</style><rect/>')],
    ['样式中有滤镜或阴影效果（blur(', svg('<rect filter="blur(9px)"/>')],
    ['样式中有滤镜或阴影效果（drop-shadow(', svg('<rect style="filter: drop-shadow(0 0 9px) blur(9px)"/>')],
    ['样式中有滤镜或阴影效果（text-shadow :', svg('<text style="text-shadow : 0 0 99px">a</text>')],
  ])('[FO7] is refused for its %s', (words, text) => {
    expect(svgProblem(text)).toContain(words);
  });

  const corpus = join(process.env.CORPORA_DIR ?? '', 'html/dompurify-expect.json');
  const isThere = process.env.CORPORA_DIR !== undefined && existsSync(corpus);
  if (!isThere)
    console.log('skipped: hostile markup of the public corpora, because CORPORA_DIR does not name their folder');
  test.skipIf(!isThere)('of hostile markup what could run or load is refused', () => {
    const payloads = (JSON.parse(readFileSync(corpus, 'utf8')) as { payload: string }[]).flatMap(({ payload }) => [
      svg(payload),
      ...(/<svg[^]*/i.exec(payload) ?? []),
    ]);
    expect(payloads.length).toBeGreaterThan(200);
    const taken = payloads.filter((text) => svgProblem(text) === '');
    const dangerous =
      /[\s"'/]on\w+\s*=|<\W*script|foreignobject|javascript:|<img|<iframe|https?:(?!\/\/www\.w3\.org\/2000\/svg)/i;
    expect(taken.filter((text) => dangerous.test(text))).toEqual([]);
    // an element that draws and does nothing else is not refused with the rest
    expect(taken.some((text) => text.includes('feGaussianBlur'))).toBe(true);
  });
});
