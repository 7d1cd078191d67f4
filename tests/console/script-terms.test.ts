import { expect, test } from 'vitest';
import { changedTerms } from '#console/settings/script-terms.ts';

test('[LG9] words are changed that come, go, or become another; what is not complete is none', () => {
  const before = [
    { written: '渠道', traditional: '管道' },
    { written: '网点', traditional: '據點' },
  ];
  const after = [
    { written: '渠道', traditional: '通路' },
    { written: '台积电', traditional: '台積電' },
    { written: '半' },
  ];
  expect(changedTerms(before, after)).toEqual([
    { words: '渠道', traditional: '通路' },
    { words: '台积电', traditional: '台積電' },
    { words: '网点' },
  ]);
  expect(changedTerms(['范冰'], ['范冰', '余里'])).toEqual([{ words: '余里', traditional: '余里' }]);
  expect(changedTerms(undefined, [])).toEqual([]);
});
