import { optional, object, text } from '#page/schema-words.ts';

const field = (title: string) => text({ title, maxLength: 40, pattern: '^[A-Za-z][A-Za-z0-9]*$' });

export const props = object({
  id: field('编号字段'),
  parent: field('上级编号字段，空为最上层'),
  name: field('名称字段'),
  note: optional(field('职责字段')),
});
