import { defineSource } from '#page/define-source.ts';
import { optional, text } from '#page/schema-words.ts';
import { paths } from '#wire/paths.ts';
import { asOf, readSeries, viewOf } from './read-rows.ts';

/**
 * All rows that the filters leave, in one list for a chart: at most 1,000. RG39: after them those of what it is compared
 * with, where the page lets visitors compare.
 */
export const registerSeries = defineSource({
  name: 'register-series',
  title: '公示登记表的全部查询结果（供图表）',
  gives: 'rows',
  takesRegisterFilters: true,
  params: {
    register: { type: 'string', maxLength: 60, shows: 'rows', title: '登记表' },
    needs: optional(text({ maxLength: 200, title: '查询条件，以逗号分隔：都未填写时没有行' })),
    compareBy: optional(text({ maxLength: 60, title: '访客比较两只产品时，查找另一只的查询条件' })),
    asOf,
    compare: { type: 'string', maxLength: 60, from: 'address', title: '比较的另一只产品' },
  },
  load: async ({ register: name, needs, compareBy, compare, ...params }, call, { registers }) => {
    const view = viewOf(registers, name);
    if (needs !== undefined && needs.split(',').every((filter) => params[filter] === undefined))
      return { rows: [], total: 0, pageNum: 1, pageSize: 1, dataDate: '', wholeTotal: 0, department: '' };
    const path = `${paths.register}/${name}/series`;
    // the other product is looked at under the same conditions, but for those that name the first
    const named = needs?.split(',') ?? [];
    const alike = Object.fromEntries(Object.entries(params).filter(([filter]) => !named.includes(filter)));
    const [own, other] = await Promise.all([
      call.get(path, params),
      compareBy !== undefined && compare !== undefined ? call.get(path, { ...alike, [compareBy]: compare }) : null,
    ]);
    const series = readSeries(own, view);
    if (other === null) return series;
    const { rows, more = false } = readSeries(other, view);
    return { ...series, rows: [...series.rows, ...rows], ...(more && { more }) };
  },
});
