import { ROW_CHANGE_KINDS } from '#page/data-shapes.ts';
import { defineSource, pageNum, pageSize, type Param } from '#page/define-source.ts';
import { paths } from '#wire/paths.ts';
import { viewOf } from './read-rows.ts';
import { readChanges } from './read-changes.ts';

const date = (condition: string, title: string) =>
  ({
    type: 'string',
    maxLength: 10,
    from: 'address',
    choicesOf: 'dates',
    format: 'date',
    condition,
    title,
  }) as const satisfies Param<string>;

/** Differences of a register with history between two of its published dates. */
export const registerChanges = defineSource({
  name: 'register-changes',
  title: '公示登记表的变动',
  gives: 'changes',
  params: {
    register: { type: 'string', maxLength: 60, shows: 'rows', title: '登记表' },
    from: date('较早日期', '较早的公布日期，缺省为前一个'),
    to: date('较晚日期', '较晚的公布日期，缺省为最新的'),
    kind: {
      type: 'string',
      enum: [...ROW_CHANGE_KINDS],
      from: 'address',
      condition: '变动种类',
      title: '只显示一种变动',
    },
    pageNum,
    pageSize,
  },
  load: async ({ register: name, ...paging }, call, { registers }) => {
    const view = viewOf(registers, name);
    // without history there is nothing to compare, and the page of any register may ask
    if (!view.history)
      return readChanges({ from: '', to: '', dates: [], counts: {}, items: [], total: 0 }, view, paging);
    return readChanges(await call.get(`${paths.register}/${name}/changes`, paging), view, paging);
  },
});
