import { choice, object, optional, path } from '#page/schema-words.ts';

export const props = object({
  sign: choice(['lines', 'bars', 'numerals', 'none'], {
    title: '图样',
    description: 'lines 线条，bars 柱与点，numerals 壹贰叁肆，none 没有',
    default: 'lines',
  }),
  more: optional(path({ title: '“全部”的链接', description: '指向完整总览的页面' })),
});
