import { flag } from '../schema-words.ts';
import { defineSetting } from './define-setting.ts';

/** Whether the record of an article's updates leads to what it said before. */
export const formerTextsSetting = defineSetting({
  name: 'article.formerTexts',
  group: 'rules',
  title: '在更新记录中公开文章历次的文本（默认不公开）',
  value: flag(),
});
