import { object, optional, text } from '#page/schema-words.ts';

export const props = object({
  compare: optional(text({ title: '同页比较两期的区块', maxLength: 40, pattern: '^[a-z][a-zA-Z0-9-]*$' })),
});
