import type { Remaining } from '#rules/text/replace-words.ts';
import type { FoundGroup, SearchGroup } from '#wire/search-answers.ts';

export const GROUP_NAMES: Readonly<Record<SearchGroup, string>> = {
  articles: '文章',
  rows: '登记表和行',
  attachments: '附件',
  editions: '稿件',
  past: '历史版本',
  channels: '栏目',
  pages: '页面',
  settings: '设置',
  files: '文件',
  people: '人员',
};

/** CS6: why words stay as they are, and what to do about it. */
export const REMAINING: Readonly<Record<Remaining, string>> = {
  'inside-format': '文字中间有格式（如加粗、链接），请在原处修改',
  'other-signs': '写法不同（大小写、全角半角、繁简、空格），请在原处修改',
};

/** Sorts of state by which what was found is narrowed. */
export const SORTS = { public: '公开', drafted: '草稿与待审', past: '已撤下与历史' } as const;
export type Sort = keyof typeof SORTS;

/** CS1: the sort of a group; null: people are neither public nor drafts. */
export const sortOf = (group: SearchGroup): Sort | null =>
  group === 'people' ? null : group === 'editions' ? 'drafted' : group === 'past' ? 'past' : 'public';

/** '300+', '9' */
export const countWords = ({ total, more }: Pick<FoundGroup, 'total' | 'more'>): string =>
  `${total.toLocaleString('zh-CN')}${more ? '+' : ''}`;

/** '9 处，另有 3 个命令' */
export function foundWords(groups: readonly FoundGroup[], commands: number): string {
  const total = groups.reduce((sum, group) => sum + group.total, 0);
  const found = total === 0 ? '没有找到' : `${countWords({ total, more: groups.some(({ more }) => more) })} 处`;
  return commands === 0 ? found : `${found}，另有 ${commands} 个命令`;
}
