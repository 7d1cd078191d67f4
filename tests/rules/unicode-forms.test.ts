import { expect, test } from 'vitest';
import { findPersonalNumbers } from '#rules/people/personal-numbers.ts';
import { normaliseSearch } from '#rules/search/search-text.ts';
import { compatible, composed, isUnchanged } from '#rules/text/unicode-forms.ts';
import { growth } from '#tests/world/growth.ts';

test('[OL9] texts are composed and compared as Unicode does', () => {
  expect(compatible('ＡＢＣ①㎡ｶﾞ')).toBe('ABC1m2ガ');
  expect(composed('e\u0301')).toBe('é');
  expect(compatible(`o${'\u0323\u0301'.repeat(15)}`)).toBe(`o${'\u0323\u0301'.repeat(15)}`.normalize('NFKC'));
});

test.each(['\u0323\u0301', '\uFF9E\u0323', '\u3099\u0323', '\u0F71\u0F39\u0323'])(
  '[OL9] a row of marks takes no longer than other texts: %j',
  (marks) => {
    const read = (times: number) => {
      const text = `a${marks.repeat((times * 10_000) / marks.length)}b`;
      expect([...composed(text)].length).toBeLessThan(40);
      expect(normaliseSearch(text)).toMatch(/b$/);
      expect(findPersonalNumbers(`13812345678${text}`)).toHaveLength(1);
    };
    expect(growth(read, 16)).toBeLessThan(64);
  },
);

test('[OL9] what is taken as it is, because no form changes it, is indeed changed by none', () => {
  let taken = '';
  for (let code = 0; code <= 0xffff; code++)
    if (isUnchanged(String.fromCharCode(code))) taken += String.fromCharCode(code);
  expect(taken.length).toBeGreaterThan(20_000);
  for (const form of ['NFC', 'NFKC', 'NFD', 'NFKD']) expect(taken.normalize(form) === taken, form).toBe(true);
});
