import { flag, object } from '#page/schema-words.ts';

export const props = object({
  images: flag({ title: '显示图片', default: false }),
  titled: flag({ title: '显示列表自己的标题（标签页）', default: false }),
});
