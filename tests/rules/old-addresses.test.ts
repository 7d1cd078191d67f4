import { expect, test } from 'vitest';
import {
  findOldAddress,
  oldAddressFaults,
  oldAddressIndex,
  oldAddressKey,
  oldAddressLines,
} from '#rules/addresses/old-addresses.ts';

test('[OA1] lines come from a CSV, two columns of a spreadsheet or text, with addresses of the former host', () => {
  const wanted = ['/a.jsp?id=1 /news/company', '/b,c.html /news/company', '/d https://group.example.com/x'];
  const read = (separator: string) =>
    oldAddressLines(
      `\uFEFF旧地址${separator}新地址\r\nhttp://old.example/a.jsp?id=1${separator}/news/company\r\n\r\n/b,c.html${separator}/news/company\n/d${separator}https://group.example.com/x\n`,
    );
  for (const separator of [',', '\t', ' ', ';']) expect(read(separator), JSON.stringify(separator)).toEqual(wanted);
  expect(oldAddressLines('"/a","/b"')).toEqual(['/a /b']);
});

test('[OA1] an address is found by its path and its query in any order', () => {
  expect(oldAddressKey('/a.jsp?id=1&b=2')).toBe(oldAddressKey('/a.jsp?b=2&id=1'));
  expect(oldAddressKey('/a/')).toBe(oldAddressKey('/a'));
  expect(oldAddressKey('/a/?b=1&a=2&a=1')).toBe('/a?a=1&a=2&b=1');
  expect(oldAddressKey('/a?a=1%26b%3D2')).not.toBe(oldAddressKey('/a?a=1&b=2'));
  expect(oldAddressKey('/新闻')).toBe(oldAddressKey('/%E6%96%B0%E9%97%BB'));
  expect(oldAddressKey('/a')).not.toBe(oldAddressKey('/A'));
  for (const address of ['/a/../b', '/./b', '/b/.', '/b//'])
    expect([address, oldAddressKey(address)]).toEqual([address, '/b']);
  expect(oldAddressKey('/.a/b..c/')).toBe('/.a/b..c');
  expect(oldAddressKey('//b')).toBe('/');
});

test.each<[string, string[], [number, string][]]>([
  ['no two addresses', ['/a'], [[0, '应为“旧地址 新地址”']]],
  ['no path', ['a /b'], [[0, '应以一个 / 开头']]],
  ['the home page', ['/ /news'], [[0, '首页不是旧地址']]],
  ['the same twice', ['/a?x=1&y=2 /n', '/a?y=2&x=1 /m'], [[1, '与第 1 行相同']]],
  ['a script', ['/a javascript:alert(1)'], [[0, '应为本站的路径']]],
  ['another host', ['/a https://evil.example/x'], [[0, '“evil.example”不在允许的网站之中']]],
  ['a host by two slashes', ['/a //evil.example'], [[0, '只能以一个 / 开头']]],
  ['a user in it', ['/a https://u:p@group.example/x'], [[0, '应为本站的路径']]],
  ['itself', ['/a /a'], [[0, '会一直转下去']]],
  ['itself below the base', ['/site/a /a'], [[0, '会一直转下去']]],
  ['a chain', ['/a /b', '/b /c'], [[0, '第 2 行的旧地址']]],
  ['nothing wrong', ['/a /news', '/b https://group.example/x'], []],
])('[OA1] %s', (_what, lines, faults) => {
  const found = oldAddressFaults(lines, ['group.example'], '/site');
  expect(found.map(({ at, message }) => [at, message])).toEqual(
    faults.map(([at, words]) => [at, expect.stringContaining(words)]),
  );
});

test.each<[string, string | undefined]>([
  ['/a.jsp?id=1&from=timeline', '/a.jsp?id=1'],
  ['/a.jsp?from=timeline&id=1&isappinstalled=0', '/a.jsp?id=1'],
  ['/a.jsp?id=1&type=2&from=x', '/a.jsp?id=1&type=2'],
  ['/a.jsp?type=2&id=9&from=x', undefined],
  ['/a.jsp?from=x', undefined],
  ['/a.jsp', undefined],
  ['/b.jsp?id=7&from=x', '/b.jsp'],
  ['/c.jsp?id=2&id=1&from=x', '/c.jsp?id=1&id=2'],
  ['/c.jsp?id=1&from=x', undefined],
  ['/a.jspx?id=1', undefined],
])('[OA3] params that no line names do not keep %s from leading on', (address, key) => {
  const keys = ['/a.jsp?id=1', '/a.jsp?id=1&type=2', '/b.jsp', '/b.jsp?id=8', '/c.jsp?id=1&id=2'];
  expect(findOldAddress(oldAddressIndex(new Map(keys.map((one) => [one, '/']))), address)).toBe(key);
});
