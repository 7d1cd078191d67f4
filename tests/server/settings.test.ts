import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSettingValue, settingProblems } from '#kinds/setting/check-setting.ts';
import { siteSetting } from '#page/settings/site.ts';
import { demoSettings } from '#demo/settings.ts';
import { smallWorld, startSite, type TestSite } from '../world/site.ts';

const good = { name: '示例证券', hotline: '400-555-0000' };

describe('a setting is checked before it is published', () => {
  test.each<[what: string, name: string, value: unknown, problems: string[]]>([
    ['the least that a firm must say', 'site', good, []],
    ['everything that the demonstration says', 'site', demoSettings.site, []],
    ['a missing name', 'site', { hotline: good.hotline }, ['设置“site”：缺少“name”']],
    ['an empty name', 'site', { ...good, name: ' ' }, ['设置“site” /name（品牌名称）：格式不正确']],
    ['a misspelt field', 'site', { ...good, hotlin: '1' }, ['设置“site” /hotlin：没有这一项，是否应为“hotline”？']],
    [
      'a bad address',
      'site',
      { ...good, englishSite: 'en.example' },
      ['设置“site” /englishSite（英文网站）：格式不正确'],
    ],
    [
      'an address that would run a script',
      'site',
      { ...good, groupSite: 'javascript:alert(1)' },
      ['设置“site” /groupSite（集团网站）：格式不正确'],
    ],
    [
      'a bad address deep in a list',
      'site',
      {
        ...good,
        memberCompanies: [
          { title: '甲', url: 'https://a.example/' },
          { title: '乙', url: 'http://' },
        ],
      },
      ['设置“site” /memberCompanies/1/url（网址）：格式不正确'],
    ],
    [
      'a link without its address',
      'site',
      { ...good, friendlyLinks: [{ title: '甲' }] },
      ['设置“site” /friendlyLinks/0：缺少“url”'],
    ],
    [
      'a misspelt environment',
      'site',
      { ...good, login: { prodution: 'https://a.example/' } },
      ['设置“site” /login/prodution：没有这一项，是否应为“production”？'],
    ],
    ['a list for a text', 'site', { ...good, fax: [] }, ['设置“site” /fax（传真）：类型不对']],
    ['no object at all', 'site', 'name', ['设置“site”：类型不对']],
    ['a misspelt setting', 'stie', good, ['没有名为“stie”的设置，是否应为“site”？']],
    ['a word for a switch', 'demo', 'true', ['设置“demo”：类型不对']],
    ['a web parameter, whatever its name', 'webparam.sys.tracking', '', []],
  ])('%s', (_what, name, value, problems) => {
    expect(settingProblems(name, value)).toEqual(problems);
  });

  test('what is checked stays as it was written; defaults are filled in where it is read', () => {
    const value = Object.freeze({ ...good });
    expect(settingProblems('site', value)).toEqual([]);
    expect(readSettingValue(siteSetting.value, value)).toEqual({ ...good, englishName: '', department: '' });
    expect(readSettingValue(siteSetting.value, { name: 1 })).toBeUndefined();
    expect(readSettingValue(siteSetting.value, undefined)).toBeUndefined();
  });
});

describe('the site with its settings', () => {
  let site: TestSite;
  beforeAll(async () => {
    site = await startSite({ changes: smallWorld() });
  });
  afterAll(() => site.end());

  test('publishing a bad value is refused with every problem, and nothing changes', async () => {
    const change = { kind: 'setting', id: 'site', document: { hotlin: '400', email: 'nobody' } } as const;
    await expect(site.publish('改网站信息', [change])).rejects.toMatchObject({
      name: 'PublicationRefused',
      problems: expect.arrayContaining([
        { change: 0, message: '设置“site”：缺少“name”' },
        { change: 0, message: '设置“site” /hotlin：没有这一项，是否应为“hotline”？' },
        { change: 0, message: '设置“site” /email（电子邮箱）：格式不正确' },
      ]),
    });
    expect((await site.get('/swhysc/')).html).toContain('400-555-0000');
  });

  test('a page carries of them only what scripts need', async () => {
    await site.publish('改网站信息', [{ kind: 'setting', id: 'site', document: demoSettings.site }]);
    const { html } = await site.get('/swhysc/');
    const state = html.slice(html.indexOf('id="state"'));
    expect(JSON.parse(state.slice(state.indexOf('>') + 1, state.indexOf('</script>'))).shell.brand).toEqual({
      name: '示例证券',
      englishName: 'SHILI SECURITIES',
      hotline: '400-555-0000',
      email: 'service@shili.example',
      department: '品牌与客户服务部',
      englishSite: 'https://en.shili.example/',
    });
  });
});
