import { text } from '#page/schema-words.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { choicesOf, filterKind } from '#page/register-view.ts';
import { paths } from '#wire/paths.ts';
import { Refused } from '../errors.ts';
import { pathOfRegister } from '../site/register-places.ts';
import { countByValue } from '../store/rows/count-by-value.ts';
import { shownFields } from '../store/rows/list-register-rows.ts';
import { rowsOf } from '../store/publication/touched-things.ts';
import { assertShown } from './assert-shown.ts';
import { defineCall, type CallDefinition } from './define-call.ts';

/** RG36: rows of a register by the value of a choice that visitors may ask for, in the order of its values. */
export function countsCall(definition: RegisterDefinition): CallDefinition {
  const { register, title, fields, filters } = definition;
  const open = new Set(shownFields(definition));
  // a register that is shown on demand has no counts without a search (RG8)
  const countable = (definition.onDemand ? [] : filters).flatMap((filter) =>
    'field' in filter && open.has(filter.field) && filterKind(fields[filter.field]!) === 'choice' ? filter.field : [],
  );
  return defineCall({
    path: `${paths.register}/${register}/counts`,
    ours: true,
    steady: true,
    summary: `${title}：按一列的计数`,
    params: { field: text({ maxLength: 60, description: `列：${countable.join('、') || '本表没有'}` }) },
    answers: 'items（value, label, total, path：只有这些行的网址）',
    reads: () => [rowsOf(register)],
    handle: async ({ field }, context) => {
      await assertShown(definition, context);
      const { db, moment, site } = context;
      if (!countable.includes(field))
        throw new Refused('badParameter', `参数 field 应为可以查询的选项列：${countable.join('、') || '本表没有'}`);
      const path = pathOfRegister(site, register);
      const counts = await countByValue(db, moment, register, field);
      const labels = choicesOf(fields[field]!, site.map.facts) ?? {};
      const known = Object.entries(labels).filter(([value]) => counts.has(value));
      return {
        items: known.map(([value, label]) => ({
          value,
          label,
          total: counts.get(value)!,
          path: path === '' ? '' : `${path}${path.includes('?') ? '&' : '?'}${field}=${encodeURIComponent(value)}`,
        })),
      };
    },
  });
}
