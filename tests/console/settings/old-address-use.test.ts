import { expect, test } from 'vitest';
import { oldAddressUse } from '#console/settings/old-address-use.ts';

const use = (lines: string[], known: string[], used: string[]) => oldAddressUse(lines, new Set(known), new Set(used));

test('[OA3] lines that were never public are not said to be used', () => {
  expect(use(['/a /n', '/b /n'], [], [])).toEqual({ unused: [], words: '发布以后，这里说明哪些行有人用过。' });
  expect(use(['/a /n', '/b /n', ''], ['/a /n'], ['/a'])).toEqual({
    unused: [],
    words: '已发布的 1 行中，每一行都有人用过。另有 1 行还没有发布。',
  });
});

test('[OA3] of public lines those that nobody used are told and can go', () => {
  expect(use(['/a?x=1&b=2 /n', '/c /n'], ['/a?x=1&b=2 /n', '/c /n'], ['/a?b=2&x=1'])).toEqual({
    unused: ['/c /n'],
    words: '1 行还没有人用过。',
  });
  expect(use(['/c /n'], ['/c /n'], ['/c']).words).toBe('每一行都有人用过。');
});
