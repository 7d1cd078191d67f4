import { expect, test } from 'vitest';
import { settings } from '#page/settings/known-settings.ts';
import { ROLES, seesSettingNames } from '#rules/people/staff-rights.ts';
import { inGroups } from '../../src/console/settings/setting-list.ts';

const lines = settings.map(({ name, group, title }) => ({
  name,
  group,
  title,
  since: '',
  publication: null,
  editions: 0,
}));

test('[LO2] settings stand in groups by what they change, each once; words find them by title and name', () => {
  const all = inGroups(lines, '');
  expect(all.flatMap((one) => one.lines).length).toBe(settings.length);
  expect(all.map(({ title }) => title)).toEqual(expect.arrayContaining(['公司和品牌', '用词', '检查和交接']));
  expect(inGroups(lines, 'BRAND').map(({ title }) => title)).toEqual(['公司和品牌']);
  expect(inGroups(lines, '没有这样的设置')).toEqual([]);
});

test('[LO2] names in files and calls are shown to administrators alone', () => {
  expect(ROLES.filter((role) => seesSettingNames([{ role, channelId: '' }]))).toEqual([
    'channel-admin',
    'system-admin',
  ]);
});
