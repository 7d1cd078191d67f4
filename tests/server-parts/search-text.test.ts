import { describe, expect, it } from 'vitest';
import { foldSearch } from '#server/store/search/search-pieces.ts';
import { excerptOf, markHits } from '#server/store/search/mark-hits.ts';
import { textOfHtml } from '#server/store/articles/text-of-html.ts';
import { growth } from '#tests/world/growth.ts';

describe('the excerpt of an article', () => {
  it('[RG3] marks words as a search compares them, where one character folds to several', () => {
    expect(markHits('約㎏證券', ['kg', '证券'])).toEqual([
      { text: '約', hit: false },
      { text: '㎏證券', hit: true },
    ]);
  });

  it('[RG3] marks a name whole, whatever dots it is written with', () => {
    const typed = foldSearch('古丽米热阿卜杜热合曼江');
    for (const dot of ['·', '•', '．', '.', '・', '･', '‧', '∙', ' · ', '']) {
      const name = `古丽米热${dot}阿卜杜热合曼江`;
      expect(foldSearch(name), dot).toBe(typed);
      expect(markHits(`甲${name}乙`, [typed]), dot).toEqual([
        { text: '甲', hit: false },
        { text: name, hit: true },
        { text: '乙', hit: false },
      ]);
    }
    for (const unchanged of ['1.5倍', 'a.b', '第1.总则']) expect(foldSearch(unchanged)).toBe(unchanged);
  });

  it('is found also where the word stands 500,000 times, which is as long as an article may be', () => {
    expect(excerptOf('的'.repeat(500_000), ['的'])).toEqual([
      { text: '的'.repeat(120), hit: true },
      { text: '…', hit: false },
    ]);
  });

  it('begins before the first of all words, and at the beginning where none stands', () => {
    const text = `${'甲'.repeat(200)}乙${'甲'.repeat(200)}丙`;
    const [lead, before, hit] = excerptOf(text, ['丙', '乙']);
    expect([lead?.text, before?.text, hit]).toEqual(['…', '甲'.repeat(30), { text: '乙', hit: true }]);
    expect(excerptOf(text, ['丁'])).toEqual([
      { text: '甲'.repeat(120), hit: false },
      { text: '…', hit: false },
    ]);
    expect(excerptOf('', ['丁'])).toEqual([]);
  });
});

describe('the words of an article', () => {
  it('are read in a time that grows with its length only, whatever signs it holds', () => {
    for (const signs of ['<', '<p ', '&#', '&amp', ' '])
      expect(
        growth((times) => textOfHtml(signs.repeat((times * 30_000) / signs.length)), 16),
        signs,
      ).toBeLessThan(64);
  });

  it('keep what looks like the beginning of a tag that never ends', () => {
    expect(textOfHtml('<p>收益<b>高</b></p><p>5 < 6')).toBe('收益高 5 < 6');
  });
});
