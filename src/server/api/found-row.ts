import type { FoundRow } from '#page/data-shapes.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { AFTER_END } from '#rules/registers/ended-mark.ts';
import { shanghaiDate } from '#rules/time/shanghai-date.ts';
import type { FoundInRegister } from '../store/rows/find-in-register.ts';
import { pathOfRow } from '../site/register-places.ts';
import type { Site } from '../site/site.ts';
import { factOf } from './row-facts.ts';

type Data = FoundInRegister['data'];

/** RG9: what a check says about one row. `since`: null for a row that is not public yet */
export function foundRow(
  site: Site,
  definition: RegisterDefinition,
  { data, since, exact }: Pick<FoundInRegister, 'data' | 'exact'> & { since: Date | null },
  dataDate: string,
): FoundRow {
  return {
    register: definition.register,
    title: definition.title,
    path: pathOfRow(site, definition, data),
    exact,
    since: since === null ? '' : shanghaiDate(since.getTime()),
    dataDate,
    facts: (definition.verify?.show ?? []).flatMap((field) => factOf(site, definition, field, data[field] ?? null)),
    ended: endOf(site, definition, data),
  };
}

/** RG9: the person has left or the product has ended, by the mark of its register and by nothing else. */
export function isEnded({ verify }: RegisterDefinition, data: Data): boolean {
  return verify?.ended !== undefined && verify.ended.values.includes(String(data[verify.ended.field] ?? ''));
}

function endOf(site: Site, definition: RegisterDefinition, data: Data): FoundRow['ended'] {
  const { verify } = definition;
  if (!verify?.ended || !isEnded(definition, data)) return null;
  const { field, since } = verify.ended;
  const fact = factOf(site, definition, field, data[field] ?? null)[0];
  if (!fact) return null;
  const day = since === undefined ? '' : String(data[since] ?? '');
  return {
    state: fact.text.length > 1 ? fact.text : `${fact.title}：${fact.text}`,
    since: day,
    words: `公示的“${fact.title}”为“${fact.text}”，${day && `自 ${day} 起`}${AFTER_END[verify.kind]}。`,
  };
}
