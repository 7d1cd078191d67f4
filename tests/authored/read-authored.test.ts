import { describe, expect, test } from 'vitest';
import { allFindings, cleaningWords, cleaningWordsZh } from '#authored/findings.ts';
import { readAuthored } from '#authored/read-authored.ts';
import { readSymbols, symbolFontOf } from '#authored/symbol-fonts.ts';
import { readPasted } from '#console/content/pasted-html.ts';
import { cleanArticle, sanitiseArticle } from '#server/store/sanitise.ts';
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

const toldOf = (findings: ReturnType<typeof cleanArticle>['findings']) =>
  Object.fromEntries([...findings].map(([kind, { count, samples }]) => [kind, [count, ...samples]]));

describe('[AC1] [AC2] [AC3] [AC4] [AC5] [AC6] [AC7] what a program writes is read for what its writer saw', () => {
  test.each(CASES)('$program: $name', ({ html, becomes, told }) => {
    const cleaned = cleanArticle(html);
    expect(cleaned.html).toBe(becomes);
    expect(toldOf(cleaned.findings)).toEqual(told);
    // what was stored is read once more as it is
    expect(cleanArticle(becomes)).toEqual({ html: becomes, findings: new Map() });
    // pasted it says the same
    const pasted = readPasted(html);
    expect(sanitiseArticle(pasted.html)).toBe(becomes);
    expect(toldOf(pasted.findings)).toEqual(told);
  });

  test('of sixty clipboards and pages of at least six programs', () => {
    expect(CASES.length).toBeGreaterThanOrEqual(60);
    expect(PROGRAMS.length).toBeGreaterThanOrEqual(6);
  });
});

test('[AC2] that cleaning takes nothing is said where it took and changed nothing, and nowhere else', () => {
  for (const { html, told, name } of CASES) {
    const { findings } = cleanArticle(html);
    expect([name, cleaningWords(findings) === 'takes nothing']).toEqual([name, Object.keys(told).length === 0]);
    expect([name, cleaningWordsZh(findings) === '']).toEqual([name, Object.keys(told).length === 0]);
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
  expect(toldOf(cleanArticle('<p>甲<a href="http://[">乙</a></p>').findings)).toEqual({ links: [1] });
  expect(toldOf(cleanArticle('<p>甲</p><frameset>乙丙</frameset>').findings)).toEqual({ characters: [2] });
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
  // as the code itself, as Windows reads it, as Word keeps it
  expect(['\u0081', '\u201A', '\uF081'].map((one) => readSymbols(one, 'wingdings').text)).toEqual(['①', '②', '①']);
});

describe('[AC8] much is read in the time that its length is', () => {
  test.each([
    [
      'paragraphs of Word',
      '<p class=MsoNormal style="text-indent:24pt"><span style="color:black;font-size:12pt">文</span></p>',
    ],
    ['cells of a table', '<table><col width=0><tr><td>甲<td>乙</table>'],
    ['rules of a style sheet', '<style>.a .b{color:red} .c > .d{display:none}</style><p class="b d">甲</p>'],
    ['open comments and quotes', '<!--<p style="\'">'],
  ])('%s', (_name, part) => {
    expect(growth((times) => readAuthored(part.repeat(times * 300)), 6)).toBeLessThan(15);
  });
});
