import { list, object, optional, text } from '#page/schema-words.ts';

const step = object({
  title: text({ title: '步骤', maxLength: 20 }),
  text: optional(text({ title: '说明', maxLength: 200 })),
  mark: optional(text({ title: '标记', description: '如按键或用时；{hotline} 是公司的热线', maxLength: 12 })),
  branches: optional(
    list(object({ mark: text({ title: '标记', maxLength: 12 }), text: text({ title: '去向', maxLength: 60 }) }), {
      title: '分支',
      maxItems: 8,
    }),
  ),
});

export const props = object({
  label: text({ title: '流程名称', maxLength: 40 }),
  steps: list(step, { title: '步骤', maxItems: 12 }),
});
