import { describe, expect, test } from 'vitest';
import { readsTraditional } from '#rules/script/script-choice.ts';

describe('[LG1] which script a visitor reads', () => {
  test.each([
    'zh-TW',
    'zh-HK',
    'zh-Hant-TW',
    'zh-Hant-HK',
    'ZH-tw',
    'zh-TW,zh;q=0.9',
    ' zh-HK ; q=0.5, en',
    'zh-hant-tw;q=0.8',
  ])('the first language %j: traditional', (languages) => {
    expect(readsTraditional(undefined, languages)).toBe(true);
  });

  test.each([
    undefined,
    '',
    'zh-CN',
    'zh',
    'zh-Hans-HK',
    'en,zh-TW',
    'zh-TWN',
    'zh-TW-x',
    'xzh-TW',
    'zh_TW',
    ', zh-TW',
    '*',
  ])('the first language %j: simplified', (languages) => {
    expect(readsTraditional(undefined, languages)).toBe(false);
  });

  test.each([
    ['zh_choose=t', true],
    ['zh_choose=s', false],
    ['a=1; zh_choose=t ;b=2', true],
    ['zh_choose=t; zh_choose=t', true],
  ])('[LG2] the cookie %j decides whatever the language', (cookie, traditional) => {
    for (const languages of [undefined, 'zh-TW', 'zh-CN'])
      expect(readsTraditional(cookie, languages)).toBe(traditional);
  });

  test.each([
    'zh_choose=xyz',
    'zh_choose=',
    'zh_choose',
    'zh_choose=T',
    'zh_choose=e',
    'zh_choose="t"',
    'zh_choose=t=t',
    'zh_choose=s; zh_choose=t',
    'zh_choose=t; zh_choose=xyz',
    'xzh_choose=t',
    'zh_choose2=t',
    'a=zh_choose=s',
    '',
  ])('[LG2] the cookie %j says nothing: the language decides', (cookie) => {
    expect(readsTraditional(cookie, 'zh-TW')).toBe(true);
    expect(readsTraditional(cookie, 'zh-CN')).toBe(false);
  });
});
