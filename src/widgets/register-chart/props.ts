import { list, object, optional, text } from '#page/schema-words.ts';

export const props = object({
  title: text({ title: '标题', maxLength: 40, default: '走势' }),
  x: text({ title: '日期字段', maxLength: 60 }),
  lines: list(text({ maxLength: 60 }), { title: '画成线的数值字段', maxItems: 3 }),
  of: text({ title: '区分产品的字段', description: '数据里有多只产品时，请访客先选一只', maxLength: 60 }),
  name: optional(text({ title: '产品名称的字段', maxLength: 60 })),
  compare: optional(
    text({
      title: '比较两只产品时画的字段',
      description: '不填写则不能比较；数据来源也要写明怎样查找另一只',
      maxLength: 60,
    }),
  ),
  notice: optional(text({ title: '风险提示', maxLength: 300 })),
});
