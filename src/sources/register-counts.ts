import { defineSource } from '#page/define-source.ts';
import { paths } from '#wire/paths.ts';
import { count, field, items, link, text, whole } from './read.ts';

/** RG36: how many rows of a register have each value of a choice, each with the way to them. */
export const registerCounts = defineSource({
  name: 'register-counts',
  title: '公示登记表按一列的计数',
  gives: 'columns',
  params: {
    register: { type: 'string', maxLength: 60, shows: 'rows', title: '登记表' },
    field: { type: 'string', maxLength: 60, title: '可以查询的选项列' },
  },
  load: async ({ register, field: name }, call) => ({
    items: items(field(whole(await call.get(`${paths.register}/${register}/counts`, { field: name })), 'items')).map(
      (item) => ({
        code: text(field(item, 'value')),
        title: text(field(item, 'label')),
        summary: '',
        path: link(field(item, 'path')),
        total: count(field(item, 'total')),
        current: false,
      }),
    ),
  }),
});
