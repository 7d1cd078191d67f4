import { address, flag, list, object, optional, text } from '#page/schema-words.ts';

const channel = object({
  title: text({ title: '渠道', maxLength: 20 }),
  name: text({ title: '名称、地址或号码', maxLength: 60 }),
  text: optional(text({ title: '怎样核对', maxLength: 120 })),
  path: optional(address({ title: '网址' })),
});

export const props = object({
  channels: list(channel, { title: '渠道', maxItems: 12 }),
  hotline: flag({ title: '加上客服热线', default: true }),
  app: optional(
    text({ title: 'APP二维码下的说明', description: '二维码取自机构信息中的财富APP；未填写时不显示', maxLength: 40 }),
  ),
  warning: text({ title: '防非提示', maxLength: 300 }),
});
