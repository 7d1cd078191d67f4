import { address, list, object, optional, text } from '#page/schema-words.ts';

const way = object({
  title: text({ title: '名称' }),
  path: address({ title: '链接' }),
});

const example = object({
  title: text({ title: '可以查找什么' }),
  words: list(text({ title: '示例词' }), { title: '示例词', maxItems: 6 }),
});

export const props = object({
  examples: optional(
    list(example, { title: '查找示例', description: '尚未查找时给出，每个词是一次查找', maxItems: 6 }),
  ),
  ways: optional(list(way, { title: '其他入口', description: '在结果旁给出，如人员核验、产品核验', maxItems: 6 })),
});
