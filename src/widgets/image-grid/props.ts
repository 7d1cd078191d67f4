import { choice, object } from '#page/schema-words.ts';

export const props = object({
  shape: choice(['upright', 'wide'], {
    title: '图片形状',
    description: 'upright 竖幅 3:4，wide 横幅 16:9',
    default: 'upright',
  }),
});
