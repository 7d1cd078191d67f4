import { list, text } from '../schema-words.ts';
import { defineSetting } from './define-setting.ts';

/**
 * LG4: words that stay as they are written wherever they stand in a text, in traditional script too; a register's names
 * and numbers do so by themselves.
 */
export const protectedTermsSetting = defineSetting({
  name: 'script.protected',
  group: 'words',
  title: '不转换的词语',
  value: list(text({ title: '词语', maxLength: 40, pattern: '^\\S(.*\\S)?$', hint: '前后没有空格的词语' }), {
    title: '词语',
    maxItems: 300,
  }),
});
