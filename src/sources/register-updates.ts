import type { Updates } from '#page/data-shapes.ts';
import { defineSource, pageNum, pageSize } from '#page/define-source.ts';
import { paths } from '#wire/paths.ts';
import { count, field, items, link, name, text, time, whole } from './read.ts';

/** RG35: publications of a register with what each did to its rows. */
export const registerUpdates = defineSource({
  name: 'register-updates',
  title: '公示登记表的更新记录',
  gives: 'updates',
  params: { register: { type: 'string', maxLength: 60, shows: 'rows', title: '登记表' }, pageNum, pageSize },
  load: async ({ register, ...paging }, call): Promise<Updates> => {
    const answer = whole(await call.get(`${paths.register}/${register}/updates`, paging));
    return {
      register: name(field(answer, 'register')),
      title: `${text(field(answer, 'title'))}更新记录`,
      path: link(field(answer, 'path')),
      countWord: text(field(answer, 'countWord')),
      hasFiles: field(answer, 'hasFiles').value === true,
      hasAlerts: field(answer, 'hasAlerts').value === true,
      dates: items(field(answer, 'dates')).map(text),
      items: items(field(answer, 'items')).map((one) => ({
        at: time(field(one, 'at')),
        dataDate: text(field(one, 'dataDate')),
        rows: count(field(one, 'rows')),
        added: count(field(one, 'added')),
        changed: count(field(one, 'changed')),
        removed: count(field(one, 'removed')),
        rewritten: count(field(one, 'rewritten')),
      })),
      total: count(field(answer, 'total')),
      pageNum: count(field(answer, 'pageNum'), paging.pageNum),
      pageSize: count(field(answer, 'pageSize'), paging.pageSize),
    };
  },
});
