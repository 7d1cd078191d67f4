import { expect, test } from 'vitest';
import { isTaken, tidyBase } from '#rules/addresses/base-paths.ts';

test('[BA1] without a base no channel takes an address that the server itself answers', () => {
  for (const url of ['console', 'console/list', 'static-file?a=1']) {
    expect([url, isTaken('', url)]).toEqual([url, true]);
    expect([url, isTaken('/site', url)]).toEqual([url, false]);
  }
  expect(isTaken('', 'swhy/service/list', ['/swhy/service'])).toBe(true);
  expect(['consoles/list', 'news/console'].filter((url) => isTaken('', url))).toEqual([]);
});

test('[BA1] a base has no slash at its end', () => {
  expect([' /a/b/ ', '/', '/a'].map(tidyBase)).toEqual(['/a/b', '', '/a']);
});
