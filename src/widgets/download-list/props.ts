import { flag, object } from '#page/schema-words.ts';

export const props = object({
  titled: flag({ title: '显示资料标题', default: false }),
});
