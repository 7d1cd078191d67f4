import type { Verifiable } from '#page/data-shapes.ts';
import { defineSource } from '#page/define-source.ts';
import { paths } from '#wire/paths.ts';
import { count, field, isAbsent, items, name, text, whole } from './read.ts';

/** HN10: the registers in which persons or products can be checked, with their numbers and dates. */
export const verifiable = defineSource({
  name: 'verifiable',
  title: '可以核验的名册',
  gives: 'verifiable',
  params: {
    kind: {
      type: 'string',
      enum: ['staff', 'product'],
      default: 'staff',
      shows: 'verified',
      title: '核验种类：staff 人员，product 产品',
    },
  },
  load: async ({ kind }, call): Promise<Verifiable> => {
    const answer = whole(await call.get(paths.verifiable, { kind }));
    return {
      kind,
      lists: items(field(answer, 'lists')).map((list) => {
        const rows = field(list, 'rows');
        return {
          title: name(field(list, 'title')),
          rows: isAbsent(rows) ? null : count(rows),
          countWord: text(field(list, 'countWord')),
        };
      }),
      from: text(field(answer, 'from')),
      to: text(field(answer, 'to')),
    };
  },
});
