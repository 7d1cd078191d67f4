import fc from 'fast-check';
import { expect, test } from 'vitest';
import { characterProblem, damageIn, foldLookAlikes, lostIn, mendText } from '#rules/text/damaged-text.ts';
import { filenameProblem, readFilename } from '#rules/files/upload-rule.ts';

/** A text as a program writes it in one encoding and another one reads it. */
const misread = (text: string, encoding: string): string =>
  new TextDecoder(encoding).decode(new TextEncoder().encode(text));

test.each([
  ['王\uFFFD', '只剩下“�”（第 2 个字符）'],
  ['\uE863照峰', '自造字或符号字体的字符 U+E863'],
  ['甲\uDB80\uDC00', '自造字或符号字体的字符 U+F0000'],
  ['字符\uFFFE', '不是字符的 U+FFFE'],
  ['锟斤拷', '含有“锟斤拷”'],
  ['李烫烫烫', '含有“烫烫烫”'],
  ['???', '含有“???”'],
  ['证券投资??', '含有“??”'],
  ['王?明', '含有“?”'],
  ['关于王?的公告', '含有“?”，像是转换编码时丢失的文字（第 4 个字符）'],
  ['关于王□明的公告', '含有“□”，像是没有显示出来的字（第 4 个字符）'],
  ['王■', '含有“■”'],
  ['公告_x000D_', '“_x000D_”（第 3 个字符）'],
  ['縺ゅ＞', '含有“縺”'],
  ['锘緼', '含有“锘”'],
  ['=?UTF-8?B?546L5a6J?=', '邮件的写法“=?UTF-8?B?546L5a6J?=”'],
  ['####', '只有“####”'],
  ['⺮子', '部首“⺮” U+2EAE'],
])('[VA1] what is lost in a text is found, with its place: %j', (text, reason) => {
  expect(damageIn(text)?.reason).toContain(reason);
  expect(characterProblem(text)).toContain(reason);
});

test.each<[text: string, encoding: string]>([
  ...['王安', '债券投资交易人员', '阿依古丽·买买提', '“元”——约'].flatMap((text) =>
    ['gbk', 'windows-1252'].map((encoding) => [text, encoding] as [string, string]),
  ),
  ['Zürich', 'windows-1252'],
])('[VA1] %s that was decoded as %s is told, with what it was', (text, encoding) => {
  const found = lostIn(misread(text, encoding));
  expect(found?.reason).toContain('用错编码读出');
  expect(found!.right).not.toBe('');
  expect(text).toContain(found!.right);
});

const withoutControls = (text: string): string => text.replaceAll(/[\u0080-\u009F\u00AD]/g, '');
test.each(['中证', '证券', '年度报告', '王安', '银行间债券市场'])(
  '[VA1] %s that was decoded twice in the midst of words that are right is told',
  (words) => {
    const around = (found: string): string[] => [
      `关于${found}的公告`,
      `${found}有限公司`,
      `2026年${found}第3号公告`,
      `关于“${found}”的公告`,
      `关于 ${found} 的公告`,
    ];
    for (const title of around(misread(words, 'gbk').replace(/\uFFFD$/, '?')))
      expect(damageIn(title), title).toMatchObject({ reason: expect.stringContaining('用错编码读出') });
    for (const title of around(misread(words, 'windows-1252')))
      expect(damageIn(title), title).toMatchObject({ reason: expect.stringContaining('用错编码读出') });
    // the bytes that Windows-1252 has no sign for are left out, or stay as control characters
    const bytes = Buffer.from(words).toString('latin1');
    for (const title of [...around(withoutControls(misread(words, 'windows-1252'))), ...around(bytes)])
      expect(lostIn(title), title).toMatchObject({ reason: expect.stringContaining('用错编码读出') });
  },
);

test('[VA1] a sign of a sentence that was decoded twice is told, and what it was where its bytes are whole', () => {
  expect(damageIn('关于璇佸埜业务的公告')).toEqual({ reason: '含有用错编码读出的“璇佸埜”', right: '证券' });
  for (const text of ['关于ä¸è¯çš„公告', '公告锛?修订', '关于鈥斺€?的公告', '公司鐨?公告', '甲Â 乙', 'â€公告'])
    expect(lostIn(text), text).toMatchObject({
      reason: expect.stringContaining('用错编码读出'),
      right: '原件上的文字',
    });
  expect(damageIn('关于拷锟的公告')?.reason).toContain('转换编码时丢失');
  expect(filenameProblem('关于ä¸è¯çš„公告.pdf')).toContain('用错编码读出');
});

test('[VA1] GBK that was read byte by byte is told, with what it was', () => {
  expect(damageIn('Íõ°²·¢')).toEqual({ reason: '含有用错编码读出的“Íõ°²·¢”', right: '王安发' });
});

test.each([
  ['\uF9E1晓筠', '李晓筠', '部首'],
  ['⽅修心', '方修心', '部首'],
  ['⻢关账⼾', '马关账户', '部首'],
  ['&#40607;&#x674e;', '麟李', '网页'],
  ['a&hearts;b', 'a♥b', '网页'],
  ['&rarr;公告', '→公告', '网页'],
  ['&Auml;&auml;', 'Ää', '网页'],
  ['S&amp;P&nbsp;500', 'S&P 500', '网页'],
])('[VA1] %s is mended to %s, and told', (text, mended, what) => {
  expect(mendText(text)).toMatchObject({ text: mended, what: expect.stringContaining(what) });
  expect(damageIn(text)).toMatchObject({ right: mended });
});

test.each([
  '𠮷田', '葛\u{E0100}城', '龚䶮', '婧洪安', 'Zürich', 'café ÄÖÜ', '“甲”——乙…', 'A&B', '为何买ETF？', 'https://a.b/?x=??&y=1', '①②㎡℃', '株式会社カタカナ', '买买提•阿依', 'R&D; 研发', '你好吗?', '什么是ETF?怎样买',
  '如何开户?请看这里', '能不能转户?可以', '□是 □否', '男□ 女□', '是□否□', '■ 公司治理', '■公司治理', '元素锘', 'a=b', '雀巢Nestlé®产品', 'Société Générale法兴', 'L’Oréal™ 中国', '字母“é”', '面积12㎡', 'Å 单位', '李喆垚', '张堃璟', '鍾鐘', 'x=12', '?', '字段_x1_', '编号_x000_',
])('[VA1] what people write is no damage: %s', (text) => {
  expect(damageIn(text)).toBeNull();
  expect(mendText(text)).toBeNull();
}); // prettier-ignore

test('[VA1] a text is mended once for all, and nothing foldable is left in it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const folded = foldLookAlikes(text);
      expect(foldLookAlikes(folded)).toBe(folded);
      expect(/[\uF900-\uFA0D\uFA30-\uFAD9]/.test(folded)).toBe(false);
    }),
  );
});

test('[VA1] names of files are asked the same', () => {
  expect(readFilename('⾦融产品.pdf')).toBe('金融产品.pdf');
  expect(filenameProblem('锟斤拷.pdf')).toContain('含有“锟斤拷”');
  expect(filenameProblem(`${misread('王安', 'gbk')}.pdf`)).toContain('用错编码读出');
  for (const hidden of ['\u3164', '\u2800', '\u200B', '\u0007', '\u2029'])
    expect(filenameProblem(`公${hidden}告.pdf`)).toContain('（第 2 个字符），请改名后再上传');
  expect(filenameProblem('产品说明.pdf')).toBe('');
});

test('[VA1] characters as programs and addresses spell them are mended or told', () => {
  expect(mendText('\\u738b\\u5b89')).toEqual({ text: '王安', what: '网页的写法换成字符' });
  expect(mendText('\\u738b5')).toBeNull();
  expect(damageIn('%E7%8E%8B%E5%AE%89先生')).toEqual({
    reason: '含有网址的写法“%E7%8E%8B%E5%AE%89”（第 1 个字符）',
    right: '王安先生',
  });
  expect(damageIn('=E7=8E=8B')).toEqual({ reason: '含有邮件的写法“=E7=8E=8B”（第 1 个字符）', right: '王' });
  for (const good of [
    'https://www.example.com/%E7%8E%8B',
    '/old/%E7%8E%8B%E5%AE%89.html /news/company',
    '/search?q=%E7%8E%8B%E5%AE%89',
    '增长 5%，约 20%',
    '100%',
    '%E7%8E',
    'C:\\temp',
    'a%20b%20c%20d',
  ])
    expect(damageIn(good)).toBeNull();
});
