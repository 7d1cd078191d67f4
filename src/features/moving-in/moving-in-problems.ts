/** MI2: kinds of problems of imported articles, with titles for the command line and for the console. */
export const MOVING_IN_PROBLEMS = {
  'empty-title': { en: 'articles without a title', zh: '文章没有标题', isError: true },
  'unreadable-date': { en: 'dates that cannot be read', zh: '日期无法识别', isError: true },
  'unknown-channel': { en: 'channels that articles cannot be in', zh: '栏目对应不上', isError: true },
  'unreadable-html': { en: 'HTML that cannot be read', zh: '网页或正文文件无法读取', isError: true },
  'missing-file': { en: 'files that are named and not there', zh: '列出的文件不在文件夹中', isError: true },
  'refused-file': { en: 'attachments that are not accepted', zh: '附件不能接收', isError: true },
  'unreadable-address': { en: 'old addresses that are none', zh: '旧地址写法不正确', isError: true },
  'same-address': { en: 'articles that cannot be told apart', zh: '两篇文章的旧地址相同，或完全重复', isError: true },
  'refused-article': { en: 'articles that could not be published', zh: '文章不符合发布要求', isError: true },
  'empty-article': { en: 'articles that say nothing', zh: '文章没有内容', isError: false },
  'changed-since': {
    en: 'articles that were changed after they were imported, and stay as they were',
    zh: '迁入后又有改动的文章，稿件中仍是原来的内容',
    isError: false,
  },
  'lost-picture': { en: 'pictures that are lost', zh: '图片丢失', isError: false },
  'dead-link': { en: 'links that lead to nothing that is imported', zh: '链接所指的内容没有迁入', isError: false },
  'lost-html': {
    en: 'texts of which cleaning takes or changes something',
    zh: '清理正文时去掉或改动的内容',
    isError: false,
  },
  'unseen-text': {
    en: 'attachments of which preview and search leave something out',
    zh: '附件中有预览和搜索不显示的内容',
    isError: false,
  },
  'damaged-text': { en: 'texts with characters that are damage', zh: '正文中有损坏的文字', isError: false },
} as const satisfies Record<string, { en: string; zh: string; isError: boolean }>;

/** Kind of a problem: an error keeps everything from being saved; others are reported, and the articles saved. */
export type MovingInProblemKind = keyof typeof MOVING_IN_PROBLEMS;
