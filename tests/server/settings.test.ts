import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSettingValue, settingProblems } from '#kinds/setting/server/check-setting.ts';
import { siteSetting } from '#page/settings/site.ts';
import { demoSettings } from '#demo/settings.ts';
import { smallWorld, startSite, type TestSite } from '../world/site.ts';

const good = { name: '示例证券', hotline: '400-555-0000' };

describe('[SU11] a setting is checked before it is published, and told by the titles of its form', () => {
  test.each<[what: string, name: string, value: unknown, problems: string[]]>([
    ['the least that a firm must say', 'site', good, []],
    ['everything that the demonstration says', 'site', demoSettings.site, []],
    ['a missing name', 'site', { hotline: good.hotline }, ['机构信息：请填写“品牌名称”']],
    ['an empty name', 'site', { ...good, name: ' ' }, ['机构信息：“品牌名称”不能只有空格']],
    ['a misspelt field', 'site', { ...good, hotlin: '1' }, ['机构信息：没有“hotlin”这一项，是否应为“hotline”？']],
    [
      'a bad address',
      'site',
      { ...good, englishSite: 'en.example' },
      [expect.stringMatching(/^机构信息：“英文网站”应为/)],
    ],
    [
      'an address that would run a script',
      'site',
      { ...good, groupSite: 'javascript:alert(1)' },
      [expect.stringMatching(/^机构信息：“集团网站”应为/)],
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
      [expect.stringMatching(/^机构信息：“成员公司 第 2 项 网址”应为/)],
    ],
    ['a link without its address', 'site', { ...good, friendlyLinks: [{ title: '甲' }] }, ['机构信息：请填写“网址”']],
    [
      'a misspelt environment',
      'site',
      { ...good, login: { prodution: 'https://a.example/' } },
      ['机构信息：没有“登录地址，测试和正式环境各用各的 prodution”这一项，是否应为“production”？'],
    ],
    ['a list for a text', 'site', { ...good, fax: [] }, ['机构信息：“传真”应为文字']],
    ['no object at all', 'site', 'name', ['机构信息：内容应为一组字段']],
    ['a misspelt setting', 'stie', good, ['没有名为“stie”的设置，是否应为“site”？']],
    ['a word for a switch', 'demo', 'true', ['显示“演示数据，均为虚构”：内容应为是或否']],
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
    await expect(site.publish('改机构信息', [change])).rejects.toMatchObject({
      name: 'PublicationRefused',
      problems: expect.arrayContaining([
        { change: 0, message: '机构信息：请填写“品牌名称”' },
        { change: 0, message: '机构信息：没有“hotlin”这一项，是否应为“hotline”？' },
        { change: 0, message: '机构信息：“电子邮箱”应为电子邮箱，如 service@example.com' },
      ]),
    });
    expect((await site.get('/swhysc/')).html).toContain('400-555-0000');
  });

  test('a page carries of them only what scripts need', async () => {
    await site.publish('改机构信息', [{ kind: 'setting', id: 'site', document: demoSettings.site }]);
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
