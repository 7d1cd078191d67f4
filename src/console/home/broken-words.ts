import type { BrokenKind } from '#wire/bench-answers.ts';

/** WB5: kinds of what is broken, and where each is seen as a list. */
export const BROKEN: Readonly<Record<BrokenKind, { name: string; none: string }>> = {
  schedule: { name: '定时公开没有成功', none: '定时的稿件都按时公开了。' },
  link: { name: '打不开的链接', none: '公开的文章里没有打不开的站内链接。' },
  file: { name: '缺少或损坏的文件', none: '服务器上的文件都与存入时一样。' },
  page: { name: '没有换上的页面', none: '页面和登记表的定义都已换上。' },
};
