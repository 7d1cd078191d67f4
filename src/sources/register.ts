import type { Param } from '#page/define-source.ts';
import { defineSource, pageNum, pageSize } from '#page/define-source.ts';
import { paths } from '#wire/paths.ts';
import { asOf, readRows, viewOf } from './read-rows.ts';

const sort = {
  type: 'string',
  maxLength: 41,
  from: 'address',
  choicesOf: 'sortable',
  shared: 'register',
  title: '排序：可排序的列，前加 - 为降序',
} as const satisfies Param<string>;
const row = {
  type: 'string',
  maxLength: 600,
  from: 'address',
  shared: 'register',
  title: '只显示一行：主键各列的值以 ~ 相连',
} as const satisfies Param<string>;

/** Rows of a disclosure register (RG1–RG4), by the call and the names that its definition states. */
export const register = defineSource({
  name: 'register',
  title: '公示登记表',
  gives: 'rows',
  takesRegisterFilters: true,
  params: {
    register: { type: 'string', maxLength: 60, shows: 'rows', title: '登记表' },
    pageNum,
    pageSize,
    sort,
    row,
    asOf,
  },
  load: async ({ register: name, ...params }, call, { registers }) => {
    const view = viewOf(registers, name);
    const { pageNum: _pageNum, pageSize: _pageSize, ...question } = params;
    // before a search only facts about the register are fetched, no rows
    const waits =
      view.onDemand &&
      question.row === undefined &&
      view.filters.every((filter) => question[filter.name] === undefined);
    const byName = `${paths.register}/${name}`;
    // a bare list says nothing of the whole and is not paged
    const [answer, whole] = await Promise.all([
      call.get(view.endpoint || byName, {
        ...view.when,
        ...(view.answer.bare ? question : params),
        ...(waits && { pageNum: 1, pageSize: 1 }),
      }),
      view.answer.bare && view.endpoint && !view.isElsewhere
        ? call.get(byName, { pageSize: 1, ...(question.row !== undefined && { row: question.row }) })
        : null,
    ]);
    const rows = readRows(answer, view, params, whole);
    return waits ? { ...rows, rows: [], total: 0, more: false, pageNum: 1, pageSize: params.pageSize } : rows;
  },
});
