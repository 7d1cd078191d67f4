import type { DataSets } from '#page/data-shapes.ts';
import { paths } from '#wire/paths.ts';
import { listDataSets } from '../site/data-sets.ts';
import { pathOfRegister } from '../site/register-places.ts';
import { rowsOf } from '../store/touched-things.ts';
import { defineCall } from './define-call.ts';

/** RG34: what a visitor, or a program, may have of the registers as files. */
export const dataSets = defineCall<object>({
  path: paths.dataSets,
  ours: true,
  steady: true,
  summary: '可以整表下载的公示登记表：名称、页面、数据日期、行数、列',
  params: {},
  answers: 'items（register, title, path, dataDate, department, rows, countWord）',
  reads: (_params, { site }) => [...site.registers.keys()].map(rowsOf),
  handle: async (_params, { db, moment, site, isUpstream }): Promise<DataSets> => ({
    items: (await listDataSets(db, site, moment, isUpstream)).map(({ definition, state }) => ({
      register: definition.register,
      title: definition.title,
      path: pathOfRegister(site, definition.register),
      dataDate: state.dataDate,
      department: state.department,
      rows: state.rowCount,
      countWord: definition.countWord ?? '条',
    })),
  }),
});
