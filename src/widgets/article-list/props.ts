import { choice, flag, object, optional, path } from '#page/schema-words.ts';

export const props = object({
  detailPath: optional(
    path({ title: '详情页路径', description: '如 /publicList/detail/{id}；不填时打开文章所属栏目的详情页' }),
  ),
  dates: choice(['right', 'block'], {
    title: '日期样式',
    description: 'right 右侧日期，block 左侧大号日期',
    default: 'right',
  }),
  channels: flag({ title: '显示栏目名', description: '列表含多个栏目的文章时，在标题前显示栏目名', default: false }),
  images: flag({ title: '显示图片', description: '有图片的条目在右侧显示图片', default: false }),
  more: optional(path({ title: '“更多”的链接', description: '只显示前几条时，指向完整列表的页面' })),
  summaries: flag({ title: '显示摘要', default: true }),
});
