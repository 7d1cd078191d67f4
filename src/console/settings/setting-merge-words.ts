import type { Setting } from '#wire/console-answers.ts';
import { schemaMergeWords, type MergeWords } from '../merge/merge-words.ts';
import { GREY_MODE, settingText } from './setting-kinds.ts';

type Named = Pick<Setting, 'name' | 'title' | 'schema'>;

/** The words of a setting's content: the titles of its schema. */
export function settingWords({ name, title, schema }: Named): MergeWords {
  const words = schemaMergeWords(schema, title);
  return name === GREY_MODE ? { ...words, textOf: (_path, value) => settingText(name, value) ?? '' } : words;
}

/** The words of a setting's form: of its content, and of the times beside it. */
export function settingMergeWords(setting: Named): MergeWords {
  const content = settingWords(setting);
  return {
    ...content,
    nameOf: ([part, ...path]) => (part === 'value' ? content.nameOf(path) : part === 'to' ? '结束时间' : '开始时间'),
    textOf: ([part, ...path], value) =>
      part === 'value' ? content.textOf(path, value) : String(value ?? '').replace('T', ' '),
  };
}
