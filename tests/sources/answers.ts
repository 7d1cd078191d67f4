/** Answers as the calls of website.md section 7 give them. */
export const listItem = {
  newsId: '12',
  title: '关于系统升级的公告',
  summary: '升级期间部分业务暂停',
  publishTime: '2026-11-12T09:30:00+08:00',
  imageOriginal: { url: '/static-file/2026/11/ab12.png' },
  flagTop: 1,
  source: '公司',
  channelId: 'C1',
  path: '/news/company/detail/12',
};

export const list = (items: object[], total = items.length, pageNum = 1) => ({
  logId: 'a',
  list: items,
  data: items,
  total,
  pageNum,
  pageSize: 10,
});

export const article = {
  id: '12',
  channelId: 'C1',
  title: '关于系统升级的公告',
  content: '<p>正文</p>',
  summary: '',
  source: '公司',
  contentTime: '2026-11-12T09:30:00+08:00',
  attachmentInfos: [
    { filepath: '2026/11/ab12.pdf', filename: '公告.pdf', size: 1024, mediaType: 'application/pdf', sha256: 'ab12' },
    { filepath: '', filename: '遗失.pdf', size: null, mediaType: '', sha256: '' },
  ],
  previous: { id: '11', title: '上一篇', path: '/news/company/detail/11' },
  next: null,
};
