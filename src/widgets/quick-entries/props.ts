import { choice, list, needsFundAccount, object, optional, text } from '#page/schema-words.ts';

const entry = object({
  title: text({ title: '名称', maxLength: 10 }),
  note: optional(text({ title: '说明', maxLength: 20 })),
  path: text({ title: '网址', description: '站内地址以 / 开头', maxLength: 300, pattern: '^(https?://|/)' }),
  needsFundAccount,
  icon: choice(['account', 'download', 'place', 'document', 'trend', 'person', 'phone', 'book'], {
    title: '图标',
    description:
      'account 账户，download 下载，place 地点，document 文件，trend 走势，person 人员，phone 电话，book 书本',
  }),
});

export const props = object({
  label: text({
    title: '名称',
    description: '读屏软件读出的名称；只有两三个入口而旁边没有核验框时显示在前面',
    maxLength: 20,
    default: '快捷入口',
  }),
  entries: list(entry, { title: '入口', maxItems: 8 }),
  spare: optional(list(entry, { title: '补位的入口', description: '入口剩下五个时补在末尾', maxItems: 1 })),
});
