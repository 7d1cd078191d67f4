import { choice, list, object, optional, text } from '#page/schema-words.ts';

const group = object({
  title: text({ title: '名称', maxLength: 40 }),
  items: list(text({ maxLength: 300 }), { title: '内容', maxItems: 10 }),
});

export const props = object({
  form: choice(['professional-investor'], { title: '表单', description: 'professional-investor 专业投资者认定' }),
  groups: optional(list(group, { title: '表单上方的说明', maxItems: 8 })),
  notices: list(text({ maxLength: 600 }), { title: '提交前须阅读并勾选的告知', maxItems: 10 }),
});
