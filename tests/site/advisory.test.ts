import { describe, expect, test } from 'vitest';
import { advisoryAddress } from '#site/notices/advisory.ts';

const SITE = 'https://advisor.shili.example/';
const menu = [
  {
    title: '客户服务',
    path: '/serve',
    children: [
      { title: '投顾产品', path: SITE },
      { title: '合作机构', path: 'https://advisor.shili.example/partners' },
    ],
  },
];
const HOST = 'advisor.shili.example';

describe('[HD4] 投顾产品', () => {
  test('takes the token of whoever is logged in with it, whatever its address holds already', () => {
    expect(advisoryAddress(SITE, menu, HOST, 'abc')).toBe(`${SITE}?access_token=abc`);
    const longer = [{ title: '投顾产品', path: `${SITE}list?from=site#top` }];
    expect(advisoryAddress(`${SITE}list?from=site#top`, longer, HOST, 'a b&c')).toBe(
      `${SITE}list?from=site&access_token=a+b%26c#top`,
    );
  });

  test.each<[string, ...Parameters<typeof advisoryAddress>]>([
    ['nobody is logged in', SITE, menu, HOST, ''],
    ['the settings name no host', SITE, menu, undefined, 'abc'],
    ['the settings name another host', SITE, menu, 'advisor.example', 'abc'],
    [
      'its host only ends so',
      'https://advisor.shili.example.evil.example/',
      [{ title: '投顾产品', path: 'https://advisor.shili.example.evil.example/' }],
      HOST,
      'abc',
    ],
    [
      'its host is behind a user',
      'https://advisor.shili.example@evil.example/',
      [{ title: '投顾产品', path: 'https://advisor.shili.example@evil.example/' }],
      HOST,
      'abc',
    ],
    [
      'it is not encrypted',
      'http://advisor.shili.example/',
      [{ title: '投顾产品', path: 'http://advisor.shili.example/' }],
      HOST,
      'abc',
    ],
    ['another entry leads to the same host', 'https://advisor.shili.example/partners', menu, HOST, 'abc'],
    ['a text links to it', 'https://advisor.shili.example/other', menu, HOST, 'abc'],
    ['its title was changed', SITE, [{ title: '投資顧問產品', path: SITE }], HOST, 'abc'],
    ['there is no menu', SITE, null, HOST, 'abc'],
    ['it is no address', 'javascript:alert(1)', menu, HOST, 'abc'],
  ])('gives it to nobody where %s', (_where, ...given) => expect(advisoryAddress(...given)).toBeNull());
});
