import { choice, object, text } from '#page/schema-words.ts';

export const props = object({
  look: choice(['plain', 'filled', 'framed'], {
    title: '样式',
    description: 'plain 白底，filled 主色底，framed 双线框',
    default: 'plain',
  }),
  text: text({ title: '说明', maxLength: 60, default: '接到自称本公司人员的来电，先查一查。' }),
});
