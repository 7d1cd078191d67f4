import { defineSource } from '#page/define-source.ts';
import { optional } from '#page/schema-words.ts';
import { paths } from '#wire/paths.ts';
import { count, field, items, link, name, text, whole } from './read.ts';

/** Columns of research, topics of its hot list, or tags: what each holds and where it opens. */
export const newsColumns = defineSource({
  name: 'news-columns',
  title: '研究栏目、主题或标签',
  gives: 'columns',
  needs: 'research',
  params: {
    type: { type: 'integer', enum: [1, 2, 3], default: 1, title: '1 栏目，2 热点主题，3 标签' },
    code: optional({ type: 'string', maxLength: 40, title: '当前选中的代码' }),
  },
  load: async ({ type, code }, call) => ({
    items: items(whole(await call.get(paths.newsColumns, { type }))).map((item) => {
      const own = text(field(item, 'code'));
      return {
        code: own,
        title: name(field(item, 'name')),
        summary: text(field(item, 'summary')),
        path: link(field(item, 'path')),
        total: count(field(item, 'total'), 0),
        current: own !== '' && own === code,
      };
    }),
  }),
});
