import type { DataSets } from '#page/data-shapes.ts';
import { defineSource } from '#page/define-source.ts';
import { paths } from '#wire/paths.ts';
import { count, field, items, link, name, text, whole } from './read.ts';

/** RG34: the registers that everybody may have as files. */
export const dataSets = defineSource({
  name: 'data-sets',
  title: '可以整表下载的公示登记表',
  gives: 'datasets',
  needs: 'registers',
  call: paths.dataSets,
  params: {},
  load: async (_params, call): Promise<DataSets> => {
    const answer = whole(await call.get(paths.dataSets, {}));
    return {
      published: text(field(answer, 'published')),
      siteUrl: text(field(answer, 'siteUrl')),
      items: items(field(answer, 'items')).map((part) => ({
        register: name(field(part, 'register')),
        title: text(field(part, 'title')),
        path: link(field(part, 'path')),
        dataDate: text(field(part, 'dataDate')),
        department: text(field(part, 'department')),
        rows: count(field(part, 'rows')),
        countWord: text(field(part, 'countWord')),
      })),
    };
  },
});
