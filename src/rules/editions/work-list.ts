/** Words and values of the list of work (LW1): one list of what is public and of what is on its way there. */

export const WORK_STATES = {
  public: '公开',
  draft: '草稿',
  'in-review': '审核中',
  returned: '已退回',
  approved: '已通过',
  scheduled: '已定时',
  publishing: '正在发布',
  withdrawn: '已撤下',
  published: '已发布的稿件',
  discarded: '已作废的稿件',
} as const;
export type WorkState = keyof typeof WORK_STATES;
export const WORK_STATE_NAMES = Object.keys(WORK_STATES) as WorkState[];

/** States that are listed where no state is chosen: what visitors see, and what somebody still works on. */
export const STATES_AT_WORK: readonly WorkState[] = [
  'public',
  'draft',
  'in-review',
  'returned',
  'approved',
  'scheduled',
  'publishing',
];

export const WORK_KINDS = { article: '文章', rows: '登记表', channel: '栏目', page: '页面', setting: '设置' } as const;
export type WorkKind = keyof typeof WORK_KINDS;
export const WORK_KIND_NAMES = Object.keys(WORK_KINDS) as WorkKind[];

/** Kinds of changes by the kind that people look for. */
const CHANGES_OF: Readonly<Record<WorkKind, readonly string[]>> = {
  article: ['article', 'article-import'],
  rows: ['rows', 'register', 'feeding'],
  channel: ['channel'],
  page: ['page'],
  setting: ['setting'],
};
export const changeKindsOf = (kind: WorkKind): readonly string[] => CHANGES_OF[kind];

/** Kinds that people look for, of these kinds of changes, each once and in order. */
export const workKindsOf = (changeKinds: readonly string[]): WorkKind[] =>
  WORK_KIND_NAMES.filter((kind) => CHANGES_OF[kind].some((one) => changeKinds.includes(one)));

const WORK_COLUMNS = ['title', 'kind', 'state', 'channel', 'author', 'changed', 'published'] as const;
export type WorkColumn = (typeof WORK_COLUMNS)[number];
/** A column, with a minus from its greatest value to its least. */
export type WorkSort = WorkColumn | `-${WorkColumn}`;
export const WORK_SORTS = WORK_COLUMNS.flatMap((column): WorkSort[] => [column, `-${column}`]);
export const NEWEST_CHANGE: WorkSort = '-changed';

/** The column and the direction of an order. */
export const sortParts = (sort: WorkSort): { column: WorkColumn; isDescending: boolean } => {
  const isDescending = sort.startsWith('-');
  return { column: (isDescending ? sort.slice(1) : sort) as WorkColumn, isDescending };
};

/** Acts that change several public articles as one edition (LW5). */
export const ARTICLE_ACTS = { move: '移到栏目', pin: '置顶', unpin: '取消置顶', tag: '加标签' } as const;
export type ArticleAct = keyof typeof ARTICLE_ACTS;
export const ARTICLE_ACT_NAMES = Object.keys(ARTICLE_ACTS) as ArticleAct[];
