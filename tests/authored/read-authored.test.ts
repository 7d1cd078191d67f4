import { describe, expect, test } from 'vitest';
import { allFindings, cleaningWords, cleaningWordsZh } from '#authored/findings.ts';
import { readAuthored } from '#authored/read-authored.ts';
import { readSymbols, symbolFontOf } from '#authored/symbol-fonts.ts';
import { readPasted } from '#console/content/pasted-html.ts';
import { cleanArticle, sanitiseArticle } from '#server/store/articles/sanitise.ts';
import { growth } from '../world/growth.ts';
import { excel } from './clipboards/excel.ts';
import { feishu } from './clipboards/feishu.ts';
import { googleDocs } from './clipboards/google-docs.ts';
import { googleSheets } from './clipboards/google-sheets.ts';
import { libreoffice } from './clipboards/libreoffice.ts';
import { notion } from './clipboards/notion.ts';
import { outlook } from './clipboards/outlook.ts';
import { portal } from './clipboards/portal.ts';
import { wechat } from './clipboards/wechat.ts';
import { word } from './clipboards/word.ts';
import { wps } from './clipboards/wps.ts';

const PROGRAMS = [word, wps, excel, googleDocs, googleSheets, libreoffice, wechat, feishu, notion, outlook, portal];
const CASES = PROGRAMS.flatMap(({ program, cases }) => cases.map((one) => ({ program, ...one })));

const findingsOf = (findings: ReturnType<typeof cleanArticle>['findings']) =>
  Object.fromEntries([...findings].map(([kind, { count, samples }]) => [kind, [count, ...samples]]));

const textOf = (html: string): string => html.replaceAll(/<[^>]*>/g, '');

describe('[AC1] [AC2] [AC3] [AC4] [AC5] [AC6] [AC7] what a program writes is read for what its writer saw', () => {
  test.each(CASES)('$program: $name', ({ html, becomes, told: message }) => {
    const cleaned = cleanArticle(html);
    expect(cleaned.html).toBe(becomes);
    expect(findingsOf(cleaned.findings)).toEqual(message);
    // stored text stays the same when it is read once more
    expect(cleanArticle(becomes)).toEqual({ html: becomes, findings: new Map() });
    // pasted it says the same
    const pasted = readPasted(html);
    expect(sanitiseArticle(pasted.html)).toBe(becomes);
    expect(findingsOf(pasted.findings)).toEqual(message);
  });

  test('of sixty clipboards and pages of at least six programs', () => {
    expect(CASES.length).toBeGreaterThanOrEqual(60);
    expect(PROGRAMS.length).toBeGreaterThanOrEqual(6);
  });
});

test.each([
  ['<span class="line-through">旧</span><span class="text-strike">旧</span>新', '<s>旧旧</s>新'],
  ['10<span class="superscript">4</span> CO<i class="sub">2</i>', '10<sup>4</sup> CO<i><sub>2</sub></i>'],
  // a rule of the text says more than the name of its class
  ['<style>.sup{color:red}</style>10<span class="sup">4</span>', '104'],
])('[AC1] a class that pages have for a mark is one: %s', (html, becomes) => {
  expect(cleanArticle(`<p>${html}</p>`).html).toBe(`<p>${becomes}</p>`);
});

test('[AC3] letters in white are hidden by the class of a cell, too, and those on the ground of their table are not', () => {
  const style = '<style>.w{color:#FFF}.t{background:#05a}</style>';
  const table = (words: string, looks = '') =>
    `<table${looks}><tbody><tr><td class="w">${words}</td></tr></tbody></table>`;
  const { html, findings } = cleanArticle(`${style}${table('隐')}${table('看见', ' class="t"')}`);
  expect([html, findingsOf(findings).hidden]).toEqual([
    table('').replace(' class="w"', '') + table('看见').replace(' class="w"', ''),
    [1, '隐'],
  ]);
});

test('[AC7] what a style draws in the other order is told', () => {
  const { findings } = cleanArticle('<p style="display:flex;flex-direction:row-reverse"><b>甲</b><b>乙</b></p>');
  expect(findingsOf(findings).direction).toEqual([1]);
});

describe('[AC3] what nobody sees is taken out and told, in whatever way it is hidden', () => {
  test.each([
    'display: none !important', 'mso-hide:all', 'visibility:hidden', 'content-visibility:hidden', 'opacity:0', 'opacity:.01', 'opacity:2%',
    'font-size:0', 'font-size:1px', 'font-size:.1px', 'font-size:0.05em', 'font-size:1%',
    'color:transparent', 'color:#fff', 'color:#FEFEFE', 'color:rgb(255 255 255)', 'color:rgba(255,255,255,.9)', 'color:hsl(0,0%,100%)',
    'color:#ffff', 'color:snow', 'color:#00000000', 'color:rgb(0 0 0 / 1%)', 'background:#000', 'background-color:rgb(0,0,0)',
    'background:#ff0000;color:red;color:#f00', 'background:#333;color:#343536', 'background:#030303', 'text-indent:-9999px', 'position:absolute;left:-9999px',
    'height:0;overflow:hidden', 'max-height:0px;overflow-y:hidden', 'transform:scale(0)', 'position:absolute;clip:rect(0 0 0 0)',
    'font:0/0 a', 'font:0px Arial', 'transform:translateX(-9999px)', 'transform:translate(0, -9999px)', 'transform:scaleX(0)', 'transform:rotateY(90deg)',
    '-webkit-text-security:disc', 'scale:0', 'translate:-9999px', 'zoom:0', 'filter:opacity(0)', '-webkit-text-fill-color:transparent', 'margin-left:-9999px', 'margin:0 0 0 -999em',
    'width:1px;height:1px;overflow:hidden;position:absolute', 'height:0px;overflow:auto', 'width:0;overflow-x:hidden',
    'color:oklch(100% 0 0)', 'color:lab(100 0 0)', 'color:lab(100% 0 0 / 1)', 'color:oklab(1 0 0)', 'color:hwb(0 100% 0%)', 'color:color(srgb 1 1 1)', 'color:rgb(0 0 0 / 0)',
    'display:/**/none', 'di\\73play:none', 'display:\\6eone', '--d:none;display:var(--d)', 'display:var(--e, none)', 'mso-number-format:\';;;\'', 'mso-number-format:\\;\\;\\;',
  ])('%s', (style) => {
    const { html, findings } = cleanArticle(`<p>甲<span style="${style}">隐</span></p>`);
    expect([html, findingsOf(findings).hidden]).toEqual(['<p>甲</p>', [1, '隐']]);
  });

  test.each([
    'opacity:.9', 'opacity:1', 'opacity:.05', 'font-size:2px', 'font-size:75%', 'font-size:0.8em', 'color:#eee', 'color:rgb(200 255 255)',
    'background:#000;color:#fff', 'background:#0052d9;color:white', 'background:#00000000', 'height:0', 'position:relative;left:-20px',
    'font:12px Arial', 'font:bold 1em/1.5 SimSun', 'transform:scale(1)', 'transform:translateX(-50%)', 'scale:1', 'zoom:1', 'filter:opacity(.9)', 'margin-left:-20px',
    'width:100px;height:20px;overflow:hidden', 'color:oklch(60% 0.2 20)', 'color:lab(40 0 0)', '--d:inline;display:var(--d)', "mso-number-format:'0.00'", "mso-number-format:';;'",
    'background:linear-gradient(red,blue);-webkit-background-clip:text;-webkit-text-fill-color:transparent',
  ])('what is seen stays: %s', (style) => {
    expect(textOf(cleanArticle(`<p>甲<span style="${style.replaceAll('"', '&quot;')}">显</span></p>`).html)).toBe('甲显');
  });

  test.each([
    'p:nth-child(2){display:none}', 'p+p{display:none}', 'h1~.k{display:none}', '[data-h]{display:none}', 'p[class~=k]{display:none}', 'p:not(.show):not(h1){display:none}',
    ':is(.k){display:none}', '.a, :is(.k, .l){visibility:hidden}', 'div{text-align:left;.k{display:none}}', 'div{& > .k{display:none}}', 'p{&.k{display:none}}',
    '.k{@media screen{display:none}}', '@supports (display:grid){.k{display:none}}', '@layer base{.k{display:none}}', '@media screen and (min-width:1px){.k{display:none}}',
    '@media (max-width:99999px){.k{opacity:0}}', ':root{--d:none}.k{display:var(--d)}', 'p:last-of-type{font:0/0 a}', 'p:last-child{display:none}', 'p:not(:first-child){display:none}', '.k{di\\73play:none}',
  ])('by a style sheet: %s', (css) => {
    const { html, findings } = cleanArticle(`<style>${css}</style><div><p class="show">甲</p><p class="k" data-h>隐</p></div>`.replace(/(?<=<div>)/, css.startsWith('h1') ? '<h1>题</h1>' : ''));
    expect([textOf(html).replace('题', ''), findingsOf(findings)]).toEqual(['甲', { hidden: [1, '隐'] }]);
  });

  test.each([
    ['p:has(b){display:none}', 'p:has(b)'],
    ['p:unknown-thing(2){display:none}', 'p:unknown-thing(2)'],
    ['@container (width > 1px){p{display:none}}', '@container (width > 1px)'],
    ['@media (hover: hover){p{display:none}}', '@media (hover: hover)'],
    ['.a{--d:none}.b{--d:block}p{display:var(--d)}', 'display:var(--d)'],
  ])('a rule that may hide and cannot be read is told: %s', (css, message) => {
    const { html, findings } = cleanArticle(`<style>${css}</style><p>甲</p>`);
    expect([html, findingsOf(findings)]).toEqual(['<p>甲</p>', { unreadRules: [1, message] }]);
    expect(cleaningWordsZh(findings)).toContain('样式表中有读不懂的隐藏规则');
  });

  test.each([
    'p:hover{display:none}', 'p:nth-child(5){display:none}', '[data-x]{display:none}', '@media print{p{display:none}}', '@media (max-width:600px){p{display:none}}',
    '@media (prefers-color-scheme: dark){p{color:white}}', 'p:has(b){color:red}', '@supports not (display:grid){p{display:none}}', 'p::before{display:none}', '@font-face{font-family:a;src:url(a)}',
  ])('one that hides nothing here says nothing: %s', (css) => {
    const { html, findings } = cleanArticle(`<style>${css}</style><p>甲</p>`);
    expect([html, findingsOf(findings)]).toEqual(['<p>甲</p>', {}]);
  });

  test('cells of which nothing is seen keep their places', () => {
    const cells = (hides: string) => `<style>.f{mso-number-format:"\\;\\;\\;"}</style><table><tr><td ${hides}>密</td><td>乙</td></tr></table>`;
    for (const hides of [`style="mso-number-format:';;;'"`, 'class="f"', 'style="opacity:0"']) {
      const { html, findings } = cleanArticle(cells(hides));
      expect([html.replaceAll(/<\/?tbody>/g, ''), findingsOf(findings).hidden]).toEqual(['<table><tr><td></td><td>乙</td></tr></table>', [1, '密']]);
    }
  });
}); // prettier-ignore

test.each([
  ['sup', 'vertical-align:text-top;font-size:8px'],
  ['sup', 'position:relative;top:-0.5em;font-size:75%'],
  ['sup', 'position:relative;bottom:4px;font-size:smaller'],
  ['sup', 'baseline-shift:super'],
  ['sub', 'position:relative;bottom:-0.25em;font-size:.7em'],
  ['sub', 'position:relative;top:3px;font-size:8pt'],
  ['sub', 'vertical-align:text-bottom;font-size:8px'],
  ['', 'position:relative;top:-0.5em'],
  ['', 'vertical-align:text-top'],
  ['', 'vertical-align:middle;font-size:8px'],
])('[AC1] letters that are moved are raised or lowered where they are smaller, too: <%s> %s', (mark, style) => {
  expect(cleanArticle(`<p>10<span style="${style}">4</span></p>`).html).toBe(
    mark === '' ? '<p>104</p>' : `<p>10<${mark}>4</${mark}></p>`,
  );
});

test.each<[string, string, string, Record<string, unknown>]>([
  ['what readers of screens pass over', '<p>甲<span aria-hidden="true">乙</span></p>', '<p>甲</p>', { unspoken: [1, '乙'] }],
  ['an icon without words', '<p>甲<i aria-hidden="true" class="icon"></i></p>', '<p>甲</p>', {}],
  ['what they do not', '<p aria-hidden="false">甲</p>', '<p>甲</p>', {}],
  ['a remark in the text', '<p>甲<!-- 张三：请核对 -->乙</p>', '<p>甲乙</p>', { comments: [1, '张三：请核对'] }],
  ['comments of a page', '<div><!-- 正文开始 --><p>甲</p><!--[if gte mso 9]>乙<![endif]--></div>', '<div><p>甲</p></div>', {}],
  ['marks of a clipboard', '<p><!--StartFragment-->甲<!--EndFragment--></p>', '<p>甲</p>', {}],
  ['a remark of LibreOffice in XHTML', '<p>甲<span class="annotation_style_by_filter">[ANNOTATION: 请核对]</span></p>', '<p>甲</p>', { comments: [1, '[ANNOTATION: 请核对]'] }],
  ['words that a style sheet adds', '<style>.note::before{content:"注："}</style><p class="note">甲</p>', '<p>甲</p>', { generated: [1, '注：'] }],
  ['signs and counters that it adds', '<style>.r::after{content:"%"}.y::before{content:"\\A5 "}.c::before{content:"第" counter(n) "条"}[data-u]:after{content:attr(data-u)}li.m::marker{content:"（甲）"}.i::before{content:"\\e900"}.q:before{content:open-quote}.f:after{content:"甲";display:none}</style><p><b class="r">0.61</b><b class="y">5</b><b data-u="万元">3</b><b class="i q f">乙</b></p><p class="c">丙</p><ol><li class="m">丁</li></ol>', '<p><b>0.61</b><b>5</b><b>3</b><b>乙</b></p><p>丙</p><ol><li>丁</li></ol>', { generated: [5, '%', '¥', '万元'] }],
  ['a picture that stands in for another one', '<p>甲<img src="/blank.gif" data-original="/a.jpg" alt="图"><img src="/b.png" data-src="/b.png"></p>', '<p>甲<img src="/b.png" /></p>', { pictures: [1, '图'] }],
  ['what a button would show', '<p>甲</p><div popover>乙</div>', '<p>甲</p>', { hidden: [1, '乙'] }],
  ['a point by which Word lowers', '<p>H<span style="position:relative;top:1.5pt;mso-text-raise:-1.5pt">2</span>O</p>', '<p>H<sub>2</sub>O</p>', {}],
  ['formulas in code', '<p>费率 \\(\\frac{1}{20}\\)，\\$5 与 $$x^2$$；费用 $100 至 $200，(1) [2]</p>', '<p>费率 \\(\\frac{1}{20}\\)，\\$5 与 $$x^2$$；费用 $100 至 $200，(1) [2]</p>', { formulaCode: [2, '\\(\\frac{1}{20}\\)', '$$x^2$$'] }],
  ['marks and numbers that it adds', '<style>.a:before{content:"•"}li:before{content:"(" counter(a) ")"}</style><ul><li class="a">甲</li></ul>', '<ul><li>甲</li></ul>', {}],
])('[AC2] [AC3] beside a text: %s', (_name, html, becomes, message) => {
  const cleaned = cleanArticle(html);
  expect([cleaned.html, findingsOf(cleaned.findings)]).toEqual([becomes, message]);
}); // prettier-ignore

test('[AC2] that cleaning takes nothing is said where it took and changed nothing, and nowhere else', () => {
  for (const { html, told: message, name } of CASES) {
    const { findings } = cleanArticle(html);
    expect([name, cleaningWords(findings) === 'takes nothing']).toEqual([name, Object.keys(message).length === 0]);
    expect([name, cleaningWordsZh(findings) === '']).toEqual([name, Object.keys(message).length === 0]);
  }
  const { findings } = cleanArticle(
    '<p hidden>甲</p><p><del datetime="2026-01-05">乙</del><font color="red">丙</font></p>',
  );
  expect(cleaningWords(findings)).toBe(
    'takes hidden texts (1: "甲"); changes tracked changes, of which both versions stay (1); leaves out colours of text (1)',
  );
  expect(cleaningWordsZh(findings)).toBe(
    '去掉了隐藏的文字 1 处（“甲”）；有改动：修订痕迹（修改前后的文字都还在，请先接受或拒绝修订） 1 处；没有保留外观：文字的颜色 1 处',
  );
  expect(allFindings([findings, findings]).get('hidden')).toEqual({ count: 2, samples: ['甲', '甲'] });
});

test('[AC2] what the sanitiser itself takes is found, too', () => {
  expect(findingsOf(cleanArticle('<p>甲<a href="http://[">乙</a></p>').findings)).toEqual({ links: [1] });
  expect(findingsOf(cleanArticle('<p>甲</p><frameset>乙丙</frameset>').findings)).toEqual({ characters: [2] });
});

test('[AC4] a character is read by the first font that is asked for, and only where that font draws it', () => {
  expect(['"Wingdings 2", serif', "'Symbol'", 'Wingdings', 'Arial, Symbol', ''].map(symbolFontOf)).toEqual([
    'wingdings 2',
    'symbol',
    'wingdings',
    '',
    '',
  ]);
  expect(readSymbols('中文•', 'symbol')).toEqual({ text: '中文•', changed: 0, unknown: 0 });
  // the code itself, in the form of Windows and in that of Word
  expect(['\u0081', '\u201A', '\uF081'].map((one) => readSymbols(one, 'wingdings').text)).toEqual(['①', '②', '①']);
});

test.each<[string, string, Record<string, unknown>]>([
  ['font:12px Symbol', '³', { text: '≥' }],
  ['font:10px Wingdings', 'þ', { text: '☑' }],
  ['font:bold 10pt/12pt "Wingdings 2"', 'R', { text: '☑' }],
  ['font-family:Wingdings-Regular', 'ü', { text: '✓' }],
  ['font-family:SymbolPS', '³', { text: '≥' }],
  ['font-family:Symbol MT', '£', { text: '≤' }],
  ['font-family:Euclid Symbol', '£', { text: '≤' }],
  ['font-family:ZapfDingbats', '4n', { text: '✔■' }],
  ['font-family:Monotype Sorts', '\u00AC', { text: '①' }],
  ['font-family:MT Extra', 'K', { text: '', unknownSymbols: [1] }],
  ['font-family:Bookshelf Symbol 7', 'K', { text: '', unknownSymbols: [1] }],
  ['font-family:Arial, Wingdings', 'þ', { text: 'þ', otherFonts: [1, 'þ'] }],
  ['font-family:Arial, Wingdings', '文', { text: '文' }],
])('[AC4] fonts in every spelling: %s %s', (style, written, { text, ...message }) => {
  const { html, findings } = cleanArticle(`<p>甲<span style='${style}'>${written}</span></p>`);
  const { symbols, ...others } = findingsOf(findings);
  expect([textOf(html), others]).toEqual([`甲${text as string}`, message]);
  expect(symbols !== undefined).toBe(text !== '' && text !== written);
});

test('[AC1] what font says of weight and slant is said by elements', () => {
  expect(cleanArticle('<p><span style="font:italic bold 12px Arial">甲</span></p>').html).toBe(
    '<p><strong><em>甲</em></strong></p>',
  );
});

test.each<[string, string, Record<string, unknown>]>([
  ['a fraction of blocks', '<span style="display:inline-block"><span style="display:block;border-bottom:1px solid">1</span><span style="display:block">20</span></span>', { formulas: [1, '收益率〔1 20〕'] }],
  ['a fraction of rows', '<span style="display:inline-table"><span style="display:table-row">1</span><span style="display:table-row">20</span></span>', { formulas: [1, '收益率〔1 20〕'] }],
  ['of Zhihu', '<span class="ztext-math" data-tex="\\frac{1}{20}">1/20</span>', { formulas: [1, '收益率〔\\frac{1}{20}〕'] }],
  ['of KaTeX without MathML', '<span class="katex-html"><span>20</span><span>1</span></span>', { formulas: [1, '收益率〔20 1〕'] }],
  ['of Feishu', '<span class="equation">1 20</span>', { formulas: [1, '收益率〔1 20〕'] }],
  ['a picture of AMP', '<amp-img src="a.png" alt="图"></amp-img>', { pictures: [1, '图'] }],
])('[AC5] formulas and pictures: %s', (_name, written, message) => {
  const { html, findings } = cleanArticle(`<p>收益率${written}</p>`);
  expect([html, findingsOf(findings)]).toEqual(['<p>收益率</p>', message]);
}); // prettier-ignore

describe('[AC8] much is read in the time that its length is', () => {
  test.each([
    [
      'paragraphs of Word',
      '<p class=MsoNormal style="text-indent:24pt"><span style="color:black;font-size:12pt">文</span></p>',
    ],
    ['cells of a table', '<table><col width=0><tr><td>甲<td>乙</table>'],
    ['rules of a style sheet', '<style>.a .b{color:red} .c > .d{display:none}</style><p class="b d">甲</p>'],
    ['open comments and quotes', '<!--<p style="\'">'],
    ['rules of places', '<style>p:nth-child(3) + p, p[class~=k] ~ p{display:none}</style><p class="k">甲</p>'],
    ['blocks within each other', '<style>a{b{</style><p style="display:var(--a)">甲'],
  ])('%s', (_name, part) => {
    expect(growth((times) => readAuthored(part.repeat(times * 300)), 6)).toBeLessThan(15);
  });

  test('properties and nested rules that multiply are read in little memory, and what may hide in them is told', () => {
    const names = [...'abcdefgh'];
    const each = names.slice(1).map((name, at) => `--${names[at]}:${`var(--${name})`.repeat(20)}`);
    const nested = `${`${'&'.repeat(500)} c,`.repeat(100)}d{`.repeat(6);
    const { html, findings } = readAuthored(
      `<style>:root{${each.join(';')}} p{color:${'var(--a)'.repeat(400)}} ${'a,'.repeat(2000)}b{${nested}display:none${'}'.repeat(7)}</style><p>甲</p>`,
    );
    expect(html).toContain('甲');
    expect(cleaningWordsZh(findings)).toContain('样式表中有读不懂的隐藏规则');
  });
});
