import { END_FIELDS, type ArticleEnds } from '#rules/editions/article-ends.ts';
import type { FormProblem } from '#console/editor/edition-form.ts';
import { toClock } from '#console/parts/clock.ts';
import type { ArticleDocument, Attachment } from '../index.ts';

/** Fields in the form of an article. */
export interface ArticleFields {
  channelId?: string;
  title: string;
  summary: string;
  source: string;
  /** time by Shanghai's clocks, yyyy-mm-ddThh:mm; '' for the moment at which it becomes public */
  contentTime: string;
  isTop: boolean;
  riskLevel: string;
  category: string;
  topic: string;
  tags: string[];
  content: string;
  attachments: Attachment[];
  /** filepath, '' for none */
  image: string;
  isOffHome: boolean;
  /** days, '' for none (TP1) */
  endUnpin: string;
  endHome: string;
  endWithdraw: string;
  endReason: string;
}

export type FieldName = keyof ArticleFields;

/** Names of the fields, with which the server's messages about a field begin, too. */
export const FIELD_NAMES: Readonly<Record<FieldName, string>> = {
  channelId: '栏目',
  title: '标题',
  summary: '摘要',
  source: '来源',
  contentTime: '发布时间',
  isTop: '置顶',
  riskLevel: '风险等级',
  category: '分类',
  topic: '主题',
  tags: '标签',
  content: '正文',
  attachments: '附件',
  image: '列表图片',
  isOffHome: '不在首页显示',
  endUnpin: END_FIELDS.unpin,
  endHome: END_FIELDS.home,
  endWithdraw: END_FIELDS.withdraw,
  endReason: END_FIELDS.reason,
};

/** Fields of the form by the names that a document has for its ends. */
const ENDS: Readonly<Record<keyof ArticleEnds, 'endUnpin' | 'endHome' | 'endWithdraw' | 'endReason'>> = {
  unpin: 'endUnpin',
  home: 'endHome',
  withdraw: 'endWithdraw',
  reason: 'endReason',
};

/** Fields that must be filled in before an article can be saved, each with its message. */
export const REQUIRED = { channelId: '请选择栏目', title: '请输入标题' } as const;

const FIELDS = Object.keys(FIELD_NAMES) as FieldName[];

export const emptyFields = (channelId = ''): ArticleFields => ({
  ...(channelId !== '' && { channelId }),
  title: '',
  summary: '',
  source: '',
  contentTime: '',
  isTop: false,
  riskLevel: '',
  category: '',
  topic: '',
  tags: [],
  content: '',
  attachments: [],
  image: '',
  isOffHome: false,
  endUnpin: '',
  endHome: '',
  endWithdraw: '',
  endReason: '',
});

export const toFields = ({
  channelId,
  title,
  summary = '',
  source = '',
  contentTime,
  topFlag = 0,
  riskLevel = '',
  category = '',
  topic = '',
  tags = [],
  content = '',
  attachments = [],
  image = '',
  offHome = false,
  ends = {},
}: ArticleDocument): ArticleFields => ({
  channelId,
  title,
  summary,
  source,
  contentTime: toClock(contentTime),
  isTop: topFlag === 1,
  riskLevel,
  category,
  topic,
  tags,
  content,
  attachments,
  image,
  isOffHome: offHome,
  endUnpin: ends.unpin ?? '',
  endHome: ends.home ?? '',
  endWithdraw: ends.withdraw ?? '',
  endReason: ends.reason ?? '',
});

/** The article with what the form says; what it does not show, and seconds of an unchanged time, stay as they were. */
export function toArticle(
  {
    channelId = '',
    contentTime,
    isTop,
    riskLevel,
    // a browser may have kept a form of before there were any
    isOffHome = false,
    endUnpin = '',
    endHome = '',
    endWithdraw = '',
    endReason = '',
    ...rest
  }: ArticleFields,
  before?: ArticleDocument,
): ArticleDocument {
  const {
    riskLevel: _level,
    offHome: _offHome,
    ends: _ends,
    ...fields
  } = before ?? { channelId, title: '', contentTime: '' };
  // nothing is unpinned that is not pinned, nor leaves the home page twice
  const ends: ArticleEnds = {
    ...(isTop && endUnpin !== '' && { unpin: endUnpin }),
    ...(!isOffHome && endHome !== '' && { home: endHome }),
    ...(endWithdraw !== '' && { withdraw: endWithdraw, reason: endReason }),
  };
  const moment =
    before && toClock(before.contentTime) === contentTime
      ? before.contentTime
      : contentTime === ''
        ? ''
        : `${contentTime}:00+08:00`;
  return {
    ...fields,
    ...rest,
    channelId,
    contentTime: moment,
    topFlag: isTop ? 1 : 0,
    ...(riskLevel !== '' && { riskLevel }),
    ...(isOffHome && { offHome: true }),
    ...(Object.keys(ends).length > 0 && { ends }),
  };
}

/** Empty values count as missing. */
export const isSameField = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? '') === JSON.stringify(other ?? '');

export const isSame = (one: ArticleFields, other: ArticleFields): boolean =>
  FIELDS.every((field) => isSameField(one[field], other[field]));

/** The field of the form that a problem is about; undefined for none. */
export function fieldOfProblem({ pointer = '', message }: FormProblem): FieldName | undefined {
  if (pointer === '/title') return 'title';
  const [, , , , named = '', member = ''] = pointer.split('/');
  if (named === 'ends') return ENDS[member as keyof ArticleEnds];
  if (named === 'offHome') return 'isOffHome';
  const field = named === 'topFlag' ? 'isTop' : FIELDS.find((one) => one === named);
  return field ?? FIELDS.find((one) => withoutTitle(message).startsWith(FIELD_NAMES[one]));
}

/** A problem without the name of the article, which is in front of whoever reads it. */
export const withoutTitle = (message: string): string => message.replace(/^文章“[^”]*”：/, '');
