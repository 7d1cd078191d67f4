import type { Setting } from '#wire/console-answers.ts';
import { schemaMergeWords, type MergeWords } from '../merge/merge-words.ts';

/** The words of a setting's form: of its content by the titles of its schema, and of the times beside it. */
export function settingMergeWords({ title, schema }: Pick<Setting, 'title' | 'schema'>): MergeWords {
  const content = schemaMergeWords(schema, title);
  return {
    ...content,
    nameOf: ([part, ...path]) => (part === 'value' ? content.nameOf(path) : part === 'to' ? '结束时间' : '开始时间'),
    textOf: ([part, ...path], value) => (part === 'value' ? content.textOf(path, value) : String(value ?? '').replace('T', ' ')),
  };
}
