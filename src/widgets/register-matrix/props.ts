import { object, optional, text } from '#page/schema-words.ts';

export const props = object({
  row: text({ title: '行的字段', maxLength: 60 }),
  column: text({ title: '列的字段', maxLength: 60 }),
  value: text({ title: '值的字段', maxLength: 60 }),
  group: optional(text({ title: '分表的字段', description: '每个取值一张表', maxLength: 60 })),
});
