import { list, object, text, type ValueOf } from '../schema-words.ts';
import { defineSetting } from './define-setting.ts';

const word = (title: string) =>
  text({ title, maxLength: 30, pattern: '^\\S(.*\\S)?$', hint: '前后没有空格的词语，最多 30 个字' });

const entry = object({
  said: list(word('访客的说法'), { title: '访客的说法', description: '如 打新、密码忘了', minItems: 1, maxItems: 30 }),
  means: list(word('网站的用词'), {
    title: '网站的用词',
    description: '如 新股申购、忘记密码',
    minItems: 1,
    maxItems: 10,
  }),
});

const value = list(entry, { title: '搜索用词', maxItems: 500 });

/** Everyday words and synonyms: who searches for what is `said` finds what `means` stands in, too. */
export type SearchWords = ValueOf<typeof value>;

export const searchWordsSetting = defineSetting<SearchWords>({
  name: 'search.words',
  group: 'words',
  title: '搜索用词',
  value,
});
