import { object, text } from '#page/schema-words.ts';

export const props = object({
  label: text({ title: '页签的名称', description: '读屏软件读出', maxLength: 20, default: '业务' }),
});
