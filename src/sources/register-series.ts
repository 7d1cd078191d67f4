import { defineSource } from '#page/define-source.ts';
import { optional, text } from '#page/schema-words.ts';
import { paths } from '#wire/paths.ts';
import { readSeries, viewOf } from './read-rows.ts';

/** All rows that the filters leave, in one list for a chart: at most 1,000. */
export const registerSeries = defineSource({
  name: 'register-series',
  title: '公示登记表的全部查询结果（供图表）',
  gives: 'rows',
  takesRegisterFilters: true,
  params: {
    register: { type: 'string', maxLength: 60, title: '登记表' },
    needs: optional(text({ maxLength: 200, title: '查询条件，以逗号分隔：都未填写时没有行' })),
  },
  load: async ({ register: name, needs, ...asked }, call, { registers }) => {
    const view = viewOf(registers, name);
    if (needs !== undefined && needs.split(',').every((filter) => asked[filter] === undefined))
      return { rows: [], total: 0, pageNum: 1, pageSize: 1, dataDate: '', wholeTotal: 0, department: '' };
    return readSeries(await call.get(`${paths.register}/${name}/series`, asked), view);
  },
});
