/** Titles and purposes of a channel's fields, wherever they are shown. */
export const CHANNEL_WORDS = {
  freshness: { label: '更新要求', help: '到期没有更新时，在工作台提醒；访客看不到。' },
  hidden: {
    label: '显示',
    help: '隐藏的栏目和它的下级不在菜单、栏目列表和站点地图里，地址照常可以打开。',
    choice: '隐藏这个栏目',
  },
} as const;
