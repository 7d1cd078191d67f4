import { list, object, optional, text } from '#page/schema-words.ts';

const figure = object({
  value: text({ title: '数字', maxLength: 12 }),
  unit: optional(text({ title: '单位', maxLength: 10 })),
  label: text({ title: '说明', maxLength: 40 }),
});

export const props = object({
  figures: list(figure, { title: '数字', maxItems: 8 }),
  note: text({ title: '口径', description: '数字截至何时、如何统计', maxLength: 200 }),
});
