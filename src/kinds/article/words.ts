import { END_FIELDS, endsWords, type ArticleEnds } from '#rules/editions/article-ends.ts';
import { shanghaiSecond } from '#rules/time/shanghai-date.ts';
import type { KindWords } from '../define-kind.ts';
import { memberTitle } from '../field-titles.ts';
import type { ArticleDocument } from './index.ts';

const FIELDS: Readonly<Record<string, string>> = {
  articleId: '文章编号',
  channelId: '栏目',
  title: '标题',
  summary: '摘要',
  content: '正文',
  source: '来源',
  contentTime: '时间',
  topFlag: '置顶',
  image: '图片',
  riskLevel: '风险等级',
  topic: '主题',
  tags: '标签',
  category: '分类',
  attachments: '附件',
  offHome: '不在首页显示',
};
/** AC10: in the place of a time. */
export const OF_PUBLICATION = '公开的时刻';

/** Said below the field, by the form of an article and by the wizard. */
export const RISK_HELP = '选定后，只有达到相应风险承受能力的客户才能阅读正文';

const ATTACHMENT: Readonly<Record<string, string>> = { filename: '文件名', filepath: '文件', release: '版本' };

/** '甲.pdf、乙.pdf': where a file is stored means nothing to people. */
const fileNames = (files: readonly { filename?: unknown }[]): string =>
  files.map(({ filename }) => String(filename)).join('、');

export const words: KindWords<ArticleDocument> = {
  titleOf: ({ title }) => `文章《${title || '未填标题'}》`,
  summaryOf: () => '',
  seenAt: ({ channelId }, _id, { nameOf }) => `在栏目“${nameOf(channelId)}”`,
  fieldTitle: (path) =>
    path[0] === 'ends'
      ? (END_FIELDS[path[1] as keyof typeof END_FIELDS] ?? '到期')
      : memberTitle(path, FIELDS, ATTACHMENT),
  valueText: (path, value, { nameOf }) => {
    const [field = '', ...rest] = path;
    if (field === 'contentTime' && value === '') return OF_PUBLICATION;
    if (rest.length > 0 || value === undefined || value === null || value === '') return undefined;
    if (field === 'channelId') return nameOf(String(value));
    if (field === 'contentTime') return shanghaiSecond(String(value));
    if (field === 'ends') {
      const ends = value as ArticleEnds;
      return endsWords(ends) + (ends.reason ? `，原因：${ends.reason}` : '');
    }
    if (field === 'offHome') return value === true ? '是' : '否';
    if (field === 'topFlag') return value === 1 ? '是' : '否';
    return field === 'attachments' && Array.isArray(value) ? fileNames(value) : undefined;
  },
  withdrawal: { title: '撤下文章', quotes: ['《', '》'], seenAt: '不再出现在列表和检索里，旧网址说明原因' },
};
