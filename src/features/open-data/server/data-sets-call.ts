import { shanghaiDate } from '#rules/time/shanghai-date.ts';
import type { DataSets } from '#page/data-shapes.ts';
import { paths } from '#wire/paths.ts';
import { listDataSets } from './data-sets.ts';
import { pathOfRegister } from '#server/site/register-places.ts';
import type { Db } from '#server/db/tables.ts';
import type { Moment } from '#server/store/publication/new-publication.ts';
import { rowsOf } from '#server/store/publication/touched-things.ts';
import { defineCall } from '#server/api/define-call.ts';

/** RG34: registers that a visitor, or a program, may have as files. */
export const dataSets = defineCall({
  path: paths.dataSets,
  ours: true,
  steady: true,
  summary: '可以整表下载的公示登记表：名称、页面、数据日期、行数、列',
  params: {},
  answers:
    'items（register, title, path, dataDate, department, rows, countWord），published（最近一次发布的日期），siteUrl（本网站的网址）',
  reads: (_params, { site }) => [...site.registers.keys()].map(rowsOf),
  handle: async (_params, { db, moment, site, isUpstream }): Promise<DataSets> => ({
    published: await newestDay(db, moment),
    siteUrl: site.siteUrl,
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

/** Day of the newest publication: on that day there was something to read. */
async function newestDay(db: Db, moment: Moment): Promise<string> {
  const newest = await db
    .selectFrom('publication')
    .select('at')
    .$if(moment !== 'now', (query) => query.where('at', '<=', moment as Date))
    .orderBy('no', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest ? shanghaiDate(newest.at.getTime()) : '';
}
