import type { KindWords } from '../define-kind.ts';
import type { ArticleImport } from './index.ts';

const FIELDS: Readonly<Record<string, string>> = { title: '名称', source: '来源', articles: '文章' };

/** channels that are named in one line */
const MOST_NAMED = 6;

const counted = (count: number): string => `${count.toLocaleString('zh-CN')} 篇`;

export const words: KindWords<ArticleImport> = {
  titleOf: ({ title, articleSet, articles = [] }) =>
    `迁入文章“${title}”（${counted(articleSet?.count ?? articles.length)}）`,
  nameOf: (id, { knownTitle }) => knownTitle(`article-import:${id}`) ?? id,
  summaryOf: ({ source = '' }) => source,
  seenAt: ({ articleSet: { channels = [] } = {} as never }, _id, { nameOf }) => {
    const named = channels.slice(0, MOST_NAMED).map((one) => `“${nameOf(one.channelId)}”（${counted(one.count)}）`);
    return `在栏目${named.join('、')}${channels.length > MOST_NAMED ? `等 ${channels.length} 个栏目` : ''}`;
  },
  fieldTitle: ([first = '']) => FIELDS[first] ?? first,
};
