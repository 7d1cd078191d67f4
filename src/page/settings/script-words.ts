import { list, object, text, type ValueOf } from '../schema-words.ts';
import { defineSetting } from './define-setting.ts';

const word = (title: string, example: string) =>
  text({ title, maxLength: 40, pattern: '^\\S(.*\\S)?$', hint: '前后没有空格的词语', description: example });

const value = list(object({ written: word('词语', '如 台积电'), traditional: word('繁体写法', '如 台積電') }), {
  title: '繁体用词',
  maxItems: 300,
});

export type ScriptWords = ValueOf<typeof value>;

/** LG9: words that a firm writes otherwise in traditional script than the site's own table would. */
export const scriptWordsSetting = defineSetting<ScriptWords>({
  name: 'script.words',
  group: 'words',
  title: '繁体用词',
  value,
});
