import { expect, test } from 'vitest';
import { holdTerms, typedTerms } from '#server/store/search/typed-terms.ts';

test('[CS1] words are folded, each stands alone, and those of one character are one with the others', () => {
  expect(typedTerms(' 王砚知  Ｃ118 ')).toEqual(['王砚知', 'c118']);
  expect(typedTerms('證書')).toEqual(['证书']);
  expect(typedTerms('A 股')).toEqual(['a股']);
  expect(typedTerms('王 砚 知')).toEqual(['王砚知']);
  expect([typedTerms('王'), typedTerms('  '), typedTerms('1')]).toEqual([[], [], []]);
  expect(typedTerms('甲乙 丙丁 戊己 庚辛 壬癸 子丑 寅卯')).toEqual(['甲乙丙丁戊己庚辛壬癸子丑寅卯']);
});

test('[CS1] all terms stand in some of the texts, whatever their case, width and spaces', () => {
  expect(holdTerms(['王 砚知', 'ＡＢ12'], ['王砚知', 'ab1'])).toBe(true);
  expect(holdTerms(['王砚', '知'], ['王砚知'])).toBe(false);
});
