import { expect, test } from 'vitest';
import { replaceWords, wordsRemaining } from '#rules/text/replace-words.ts';

test('[CS6] words are replaced where people read them, as they are written', () => {
  expect(replaceWords('在旧路，旧路二楼', '旧路', '$&新路')).toBe('在$&新路，$&新路二楼');
  expect(replaceWords('<p title="旧路">旧路<a href="/旧路">旧路</a></p>', '旧路', '新路')).toBe(
    '<p title="旧路">新路<a href="/旧路">新路</a></p>',
  );
  expect(replaceWords('<p>A&amp;B</p>', 'A&B', 'C<D')).toBe('<p>C&lt;D</p>');
  expect(replaceWords('没有', '旧路', '新路')).toBe('没有');
});

test('[CS6] words that stay are told with why: a tag inside of them, or other signs', () => {
  const ways = {
    read: (html: string) => html.replace(/<[^>]*>/g, ''),
    fold: (text: string) => text.toLowerCase().replace(/\s/g, ''),
  };
  const why = (text: string, from = '旧港路') => wordsRemaining(text, from, ways);
  expect(why('<p>旧港路和旧港<b>路</b></p>')).toBe('inside-format');
  expect([why('旧港 路'), why('abc', 'ABC')]).toEqual(['other-signs', 'other-signs']);
  expect([why('<p title="旧港路">旧港路</p>'), why('旧港路'), why('旧<港路')]).toEqual([null, null, null]);
});
