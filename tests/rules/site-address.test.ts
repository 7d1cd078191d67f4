import { describe, expect, test } from 'vitest';
import { readQuery, withBase, withoutBase, writeQuery } from '#rules/addresses/site-address.ts';

describe('addresses', () => {
  test.each([
    ['/', '/swhysc/'],
    ['/news', '/swhysc/news'],
    ['/static-file/2026/11/a.pdf', '/static-file/2026/11/a.pdf'],
    ['https://example.com/', 'https://example.com/'],
    ['tel:400', 'tel:400'],
  ])('%s is written as %s', (path, address) => {
    expect(withBase('/swhysc', path)).toBe(address);
  });

  test.each([
    ['/swhysc', '/'],
    ['/swhysc/news/', '/news'],
    ['/swhyscx/news', null],
    ['/console/', null],
  ])('%s is the site path %s', (address, path) => {
    expect(withoutBase('/swhysc', address)).toBe(path);
  });

  test('empty fields of a form are as good as absent, the last of a repeated name counts', () => {
    expect(readQuery('?a=1&b=&a=2&c=x%20y')).toEqual({ a: '2', c: 'x y' });
    expect(readQuery('?a=1&a=')).toEqual({});
    expect(writeQuery({ a: '2', b: '' })).toBe('?a=2');
    expect(writeQuery({})).toBe('');
  });
});
