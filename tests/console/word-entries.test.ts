import { describe, expect, test } from 'vitest';
import { entryName } from '#console/merge/merge-words.ts';
import { entriesOf, hasWords, problemsAt, tidyWords, withVisitorWords } from '#console/settings/word-entries.ts';

describe('[SE1] lines of the setting search.words', () => {
  test('are read of whatever a draft holds', () => {
    expect(entriesOf([{ said: ['打新'] }, null, { means: 'x' }])).toEqual([
      { said: ['打新'], means: [] },
      { said: [], means: [] },
      { said: [], means: [] },
    ]);
    expect(entriesOf('')).toEqual([]);
  });

  test('get one more for words that were searched in vain, once', () => {
    const one = withVisitorWords([], 'ETF 是什么');
    expect(one).toEqual([{ said: ['ETF 是什么'], means: [] }]);
    expect(withVisitorWords(one, 'etf 是什么')).toBe(one);
  });

  test('have words without space around them, none twice', () =>
    expect(tidyWords([' 打新 ', '打新', '', ' ', '新股  申购'])).toEqual(['打新', '新股 申购']));

  test('are known by what visitors say, where differences are told', () =>
    expect([entryName({ said: ['打新', '新股'], means: ['新股申购'] }), entryName({ said: [] })]).toEqual([
      '“打新、新股”',
      '“未命名”',
    ]));

  test('are found by a part of a word, in whatever case', () => {
    const entry = { said: ['ETF'], means: ['交易型开放式基金'] };
    expect([hasWords(entry, 'etf '), hasWords(entry, '开放式'), hasWords(entry, '打新')]).toEqual([true, true, false]);
  });

  test('tell each what is wrong with it, by field', () =>
    expect(
      problemsAt(
        [
          { pointer: '/1/means', message: '第 2 项 “网站的用词”至少 1 项' },
          { pointer: '/1/said/0', message: '过长' },
          { pointer: '/10/said/0', message: '别的' },
          { pointer: '/1', field: 'said', message: '请填写“访客的说法”' },
        ],
        1,
      ),
    ).toEqual({ said: ['过长', '请填写“访客的说法”'], means: ['“网站的用词”至少 1 项'] }));
});
