import { flag, integer, list, object, optional, type ValueOf } from '#page/schema-words.ts';
import { defineKind } from '../define-kind.ts';
import { release, someChoice, someText } from '../outer-words.ts';
import { words } from './words.ts';

/** characters of an article's texts; of its HTML more is said once it is counted (OL5) */
export const ARTICLE_LIMITS = { title: 300, summary: 20_000, content: 2_000_000 };

const attachment = object({
  filename: someText('文件名'),
  /** path that storeFile answered; one that is not in the store is shown as missing (FO5) */
  filepath: someText('文件'),
  release: optional(release),
});

/** days, yyyy-mm-dd; an empty one is none (TP1) */
const ends = object({
  unpin: optional(someText('取消置顶的日期')),
  home: optional(someText('移出首页的日期')),
  withdraw: optional(someText('撤下的日期')),
  reason: optional(someText('撤下的原因')),
});

const schema = object({
  articleId: optional(integer({ title: '文章编号' })),
  channelId: someText('栏目'),
  title: someText('标题', ARTICLE_LIMITS.title),
  summary: optional(someText('摘要', ARTICLE_LIMITS.summary)),
  content: optional(someText('正文', ARTICLE_LIMITS.content)),
  source: optional(someText('来源')),
  /** ISO 8601 with zone; '' for the moment at which it becomes public (AC10) */
  contentTime: someText('时间'),
  topFlag: optional(someChoice([0, 1], '置顶')),
  image: optional(someText('图片')),
  riskLevel: optional(someText('风险等级')),
  category: optional(someText('分类')),
  topic: optional(someText('主题')),
  tags: optional(list(someText(), { title: '标签' })),
  attachments: optional(list(attachment, { title: '附件' })),
  offHome: optional(flag({ title: '不在首页显示' })),
  ends: optional(ends),
});

/**
 * `articleId` is absent in a new one. `content` is authored HTML, sanitised on the way in; `image` is the filepath of a
 * stored file. `topic` is a code of the setting research.topics, `tags` are ids of research.tags. `category` is its
 * subject among others of its channel, e.g. 账户与开户.
 */
export type ArticleDocument = ValueOf<typeof schema>;

export type Attachment = NonNullable<ArticleDocument['attachments']>[number];

/** An article of a channel, with its attachments. */
export const article = defineKind({
  name: 'article',
  title: '文章',
  schema,
  identity: ({ articleId }) => (articleId === undefined ? null : String(articleId)),
  id: /^\d{1,15}$/,
  tables: {
    article: {
      identity: ['article_id'],
      content: [
        'article_id',
        'channel_id',
        'title',
        'summary',
        'content',
        'source',
        'content_time',
        'top_flag',
        'image',
        'risk_level',
        'attachments',
        'topic',
        'tags',
        'category',
        'off_home',
        'ends',
      ],
      later: ['topic', 'tags', 'category', 'off_home', 'ends'],
      reasoned: true,
    },
  },
  comparedBy: 'field',
  isRead: true,
  // one without a summary has an empty one once it is public
  saysNothing: (value) =>
    value === '' || value === 0 || value === false || (Array.isArray(value) && value.length === 0),
  sizeOf: ({ content = '' }) => ({ characters: content.length }),
  words,
  // one that is taken from the public, too
  form: { right: 'content.write', holds: ([only, ...rest]) => only?.kind === 'article' && rest.length === 0 },
});
