import type { FormProblem } from '#console/editor/edition-form.ts';
import { toClock } from '#console/parts/clock.ts';
import type { ArticleDocument, Attachment } from '../index.ts';

/** What the form of an article shows. */
export interface ArticleFields {
  channelId?: string;
  title: string;
  summary: string;
  source: string;
  /** of Shanghai's clocks, yyyy-mm-ddThh:mm; '' for the moment at which it becomes public */
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
}

export type FieldName = keyof ArticleFields;

/** Also how the server's messages begin that are about a field. */
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
});

/** The article with what the form says; what it does not show, and seconds of an unchanged time, stay as they were. */
export function toArticle(
  { channelId = '', contentTime, isTop, riskLevel, ...rest }: ArticleFields,
  before?: ArticleDocument,
): ArticleDocument {
  const { riskLevel: _level, ...kept } = before ?? { channelId, title: '', contentTime: '' };
  const moment =
    before && toClock(before.contentTime) === contentTime
      ? before.contentTime
      : contentTime === ''
        ? ''
        : `${contentTime}:00+08:00`;
  return {
    ...kept,
    ...rest,
    channelId,
    contentTime: moment,
    topFlag: isTop ? 1 : 0,
    ...(riskLevel !== '' && { riskLevel }),
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
  const named = pointer.split('/')[4] ?? '';
  const field = named === 'topFlag' ? 'isTop' : FIELDS.find((one) => one === named);
  return field ?? FIELDS.find((one) => saidOf(message).startsWith(FIELD_NAMES[one]));
}

/** A problem without the name of the article, which is in front of whoever reads it. */
export const saidOf = (message: string): string => message.replace(/^文章“[^”]*”：/, '');
