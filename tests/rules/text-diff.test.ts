import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffLists, diffTexts, diffWords } from '#rules/text/text-diff.ts';

test('a changed line is told by its words, others as they came and left', () => {
  const before = '第一行\n客服热线为四百五\n第三行\n末行';
  const after = '第一行\n客服热线为九百六\n末行\n新行';
  expect(diffTexts(before, after).map(({ how, pieces }) => [how, pieces.map((piece) => piece.text).join('|')])).toEqual(
    [
      ['same', '第一行'],
      ['changed', expect.stringMatching(/^客服热线为\|/)],
      ['removed', '第三行'],
      ['same', '末行'],
      ['added', '新行'],
    ],
  );
});

test('neighbouring words of one kind are one piece', () => {
  expect(diffWords('甲方应付款', '甲方应付款')).toEqual([{ how: 'same', text: '甲方应付款' }]);
  expect(diffWords('', '新的一句')).toEqual([{ how: 'added', text: '新的一句' }]);
  expect(diffTexts('', '')).toEqual([]);
});

test('both texts can be read from their difference, whatever they are', () => {
  const list = fc.array(fc.constantFrom('甲', '乙', '丙', '丁'), { maxLength: 12 });
  fc.assert(
    fc.property(list, list, (before, after) => {
      const pieces = diffLists(before, after);
      expect(pieces.filter(({ how }) => how !== 'added').map(({ text }) => text)).toEqual(before);
      expect(pieces.filter(({ how }) => how !== 'removed').map(({ text }) => text)).toEqual(after);
      // equal text at both ends is reported as equal
      if (before[0] !== undefined && before[0] === after[0]) expect(pieces[0]!.how).toBe('same');
    }),
    { seed: 20_261_122 },
  );
});

test('two long texts are told as replaced between their equal ends, because the table of both would fill the memory', () => {
  const lines = (word: string) => ['首', ...Array.from({ length: 5_000 }, (_, at) => `${word}${at}`), '尾'];
  const [before, after] = [lines('旧'), lines('新')];
  for (const list of [before, after]) list[2_500] = '两者都有';
  const pieces = diffLists(before, after);
  expect(pieces.filter(({ how }) => how === 'same').map(({ text }) => text)).toEqual(['首', '尾']);
  expect(pieces).toHaveLength(10_002);
});
