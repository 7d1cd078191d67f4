import { heroOf } from '#kinds/page/home-compositions.ts';
import type { Setting } from '#wire/console-answers.ts';
import { schemaMergeWords, type MergeWords } from '../merge/merge-words.ts';
import { isPageShaped } from '../pages/page-document.ts';
import { COMPOSITION_WORDS } from '../pages/page-words.ts';
import { GREY_MODE, settingText } from './setting-kinds.ts';

const PARTS: Readonly<Record<string, string>> = { to: '结束时间', home: '首页的构图' };

const compositionName = (home: unknown): string => {
  const name = isPageShaped(home) ? heroOf(home as unknown as Parameters<typeof heroOf>[0]) : undefined;
  return name === undefined ? '不变' : COMPOSITION_WORDS[name];
};

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
    nameOf: ([part, ...path]) => (part === 'value' ? content.nameOf(path) : (PARTS[String(part)] ?? '开始时间')),
    textOf: ([part, ...path], value) =>
      part === 'value'
        ? content.textOf(path, value)
        : part === 'home'
          ? compositionName(value)
          : String(value ?? '').replace('T', ' '),
  };
}
