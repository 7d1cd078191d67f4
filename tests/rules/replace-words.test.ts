import { expect, test } from 'vitest';
import { replaceWords } from '#rules/text/replace-words.ts';

test('[CS6] words are replaced where people read them, as they are written', () => {
  expect(replaceWords('在旧路，旧路二楼', '旧路', '$&新路')).toBe('在$&新路，$&新路二楼');
  expect(replaceWords('<p title="旧路">旧路<a href="/旧路">旧路</a></p>', '旧路', '新路')).toBe(
    '<p title="旧路">新路<a href="/旧路">新路</a></p>',
  );
  expect(replaceWords('<p>A&amp;B</p>', 'A&B', 'C<D')).toBe('<p>C&lt;D</p>');
  expect(replaceWords('没有', '旧路', '新路')).toBe('没有');
});
