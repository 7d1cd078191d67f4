import { list, object, optional, text } from '#page/schema-words.ts';

const IN_TEXTS = '<site> 显示为本网站的网址，<register> 为第一个登记表的名称，<day> 为最近一次发布的日期';

const example = object({
  title: text({ title: '标题', maxLength: 60 }),
  code: text({ title: '代码', maxLength: 2000 }),
});

export const props = object({
  notes: optional(
    list(text({ maxLength: 1000 }), { title: '使用说明，每段一条', description: IN_TEXTS, maxItems: 20 }),
  ),
  examples: optional(list(example, { title: '示例代码', description: IN_TEXTS, maxItems: 10 })),
});
