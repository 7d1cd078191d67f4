import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hiddenIn, visible, withoutHidden } from '#rules/text/hidden-characters.ts';

test.each([
  ['\u001B[31m红', 'U+001B', '控制字符', '<U+001B>[31m红'],
  ['张\u202E三', 'U+202E', '改变文字方向的控制符', '张<U+202E>三'],
  ['在\u200B岗', 'U+200B', '零宽空格', '在<U+200B>岗'],
  ['\uFEFF甲', 'U+FEFF', '零宽空格', '<U+FEFF>甲'],
  ['甲\u200D乙', 'U+200D', '零宽连接符', '甲<U+200D>乙'],
  ['甲\u0085', 'U+0085', '换行', '甲<U+0085>'],
  ['甲\u2028乙', 'U+2028', '换行', '甲<U+2028>乙'],
  ['甲\t乙', 'U+0009', '制表符', '甲<U+0009>乙'],
  ['甲\u00AD', 'U+00AD', '看不见的字符', '甲<U+00AD>'],
  ['甲\u3164', 'U+3164', '看不见的字符', '甲<U+3164>'],
  ['甲\uDB40\uDC41', 'U+E0041', '看不见的字符', '甲<U+E0041>'],
  ['甲\uD83D', 'U+D83D', '不完整的字符', '甲<U+D83D>'],
])('[RG6] a hidden character is found, named and shown: %j', (text, code, meaning, shown) => {
  expect(hiddenIn(text)).toMatchObject({ code, meaning });
  expect(visible(text)).toBe(shown);
  expect(hiddenIn(withoutHidden(text))).toBeNull();
});

test.each([
  '王谷雨',
  '欧阳·明',
  'Zhang San',
  '𠮷野',
  '葛\u{E0100}城',
  '①②',
  'é',
  '👍️',
  '“甲”——乙…',
  '㎡',
  '\u00A0',
  '龘䶮',
])('[RG6] what is seen is no hidden character: %s', (text) => {
  expect(hiddenIn(text)).toBeNull();
  expect(visible(text)).toBe(text);
});

test('[RG6] line breaks are allowed where asked for, other control characters never', () => {
  expect(hiddenIn('一\r\n二\n三', true)).toBeNull();
  expect(hiddenIn('一\n二')).toEqual({ place: 2, code: 'U+000A', meaning: '换行' });
  expect(hiddenIn('一\r二', true)).toMatchObject({ code: 'U+000D' });
  expect(hiddenIn('𠮷\n\u001B', true)).toEqual({ place: 3, code: 'U+001B', meaning: '控制字符' });
});

test('[RG6] nothing hidden is left in what is shown, whatever the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(hiddenIn(visible(text))).toBeNull();
      expect(hiddenIn(text) === null).toBe(visible(text) === text);
    }),
  );
});
