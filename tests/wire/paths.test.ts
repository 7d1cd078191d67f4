import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { callAddress, queryOf } from '#wire/paths.ts';

describe('[WR1] the address of a call', () => {
  test.each([
    ['/wscms/v1/cms/channellist', '/swhy/service/wscms/v1/cms/channellist'],
    ['wscms/v1/news/list', '/swhy/service/wscms/v1/news/list'],
    ['/swhyscywbl/service/wscms/v1/news/list', '/swhyscywbl/service/wscms/v1/news/list'],
    ['swhyscywbl/service/user/v1/info', '/swhyscywbl/service/user/v1/info'],
    ['/swhyscywbl/services/x', '/swhy/service/swhyscywbl/services/x'],
    ['/swhyscywbl/service', '/swhy/service/swhyscywbl/service'],
  ])('%s is asked at %s', (path, address) => expect(callAddress(path)).toBe(address));

  test('stays on the site whatever the path is, so that the token goes nowhere else', () => {
    const origin = 'https://site.example';
    const staysHere = (path: string) => new URL(callAddress(path), origin).origin === origin;
    for (const path of [
      '//evil.example/x',
      'https://evil.example/x',
      '\\\\evil.example',
      '/\\evil.example',
      '///evil.example',
      'javascript:1',
    ]) {
      expect(staysHere(path), path).toBe(true);
    }
    fc.assert(fc.property(fc.string({ unit: 'binary' }), staysHere));
  });
});

describe('the query of a call', () => {
  test('leaves out what is absent and keeps what is empty, zero or false', () => {
    expect(queryOf({ a: undefined, b: null, c: '', d: 0, e: false })).toBe('c=&d=0&e=false');
  });

  test('repeats the name of a list', () => expect(queryOf({ ids: [1, null, 'x'] })).toBe('ids=1&ids=x'));

  test('any text comes back from it; a lone surrogate, which an address cannot carry, as U+FFFD', () => {
    const wellFormed = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(
        wellFormed,
        wellFormed,
        (name, value) => new URLSearchParams(queryOf({ [name]: value })).get(name) === value,
      ),
    );
    expect(new URLSearchParams(queryOf({ q: '张\uD800' })).get('q')).toBe('张\uFFFD');
  });
});
