import { object, optional, text, type ValueOf } from '#page/schema-words.ts';
import { defineKind } from '#kinds/define-kind.ts';
import { words } from './words.ts';

const schema = object({
  text: text({ title: '文字' }),
  until: optional(text({ title: '截止时间' })),
});

export type NoticeDocument = ValueOf<typeof schema>;

/** A line above every page, for a while. */
export const notice = defineKind({
  name: 'notice',
  title: '提示条',
  schema,
  id: /^[a-z-]{1,40}$/,
  right: 'setting.change',
  tables: { notice: { identity: ['name'], content: ['name', 'said'], reasoned: true } },
  comparedBy: 'field',
  words,
  form: { right: 'setting.change' },
});
