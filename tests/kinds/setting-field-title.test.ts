import { expect, test } from 'vitest';
import { settingFieldTitle } from '#kinds/setting/server/field-title.ts';

test('[BE3] a field of a setting is called as in its form, whatever its depth', () => {
  expect(settingFieldTitle('brand', ['headings'])).toBe('标题字体');
  expect(settingFieldTitle('senders', ['1', 'key'])).toBe('2 密钥');
  expect(settingFieldTitle('brand', ['nothing', 'below'])).toBe('nothing below');
  expect(settingFieldTitle('brand', [])).toBeUndefined();
  expect(settingFieldTitle('webparam.sys.notice', ['0'])).toBeUndefined();
});
