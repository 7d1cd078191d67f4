import { list, object, optional, text } from '#page/schema-words.ts';

const example = object({
  title: text({ title: '标题', maxLength: 60 }),
  code: text({ title: '代码', maxLength: 2000 }),
});

export const props = object({
  notes: optional(list(text({ maxLength: 1000 }), { title: '使用说明，每段一条', maxItems: 20 })),
  examples: optional(list(example, { title: '示例代码', maxItems: 10 })),
});
