import { object, optional, text } from '#page/schema-words.ts';

export const props = object({
  title: optional(text({ title: '作为标题的字段', maxLength: 60 })),
});
