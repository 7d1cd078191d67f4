import type { RegisterDefinition } from '#page/register-schema.ts';
import { choicesOf, registerView } from '#page/register-view.ts';
import { writeQuery } from '#rules/addresses/site-address.ts';
import { paths } from '#wire/paths.ts';
import { Refused } from '../errors.ts';
import { pathOfRegister } from '../site/register-places.ts';
import type { Site } from '../site/site.ts';

type Ask = (path: string, params: Record<string, unknown>) => Promise<unknown>;
type Row = Readonly<Record<string, string | number | null>>;

/** rows of a series, and of what is counted */
const WHOLE = 1_000;
/** calls for all rows of a register whose system gives fewer at once */
const MOST_CALLS = 10;

/** The register that a call of this site's own names, where another system answers for it. */
export function elsewhereNamed(site: Site, path: string): { definition: RegisterDefinition; part: string } | null {
  if (!path.startsWith(`${paths.register}/`)) return null;
  const [name = '', part = ''] = path.slice(paths.register.length + 1).split('/');
  const definition = Object.hasOwn(site.map.registers, name) ? site.map.registers[name] : undefined;
  return definition && site.isElsewhere(definition) ? { definition, part } : null;
}

/**
 * US5: this site's own calls of a register that another system answers. Rows, series and counts are made of its
 * answers; data that it lacks (changes between dates, updates) is not there.
 * @throws Refused unknownRegister; CallFailed
 */
export async function answerElsewhere(
  site: Site,
  { definition, part }: NonNullable<ReturnType<typeof elsewhereNamed>>,
  { field, ...params }: Record<string, unknown>,
  ask: Ask,
): Promise<unknown> {
  if (part === '') return rowsOf(definition, params, ask);
  if (part === 'series') return allRows(definition, params, ask);
  if (part === 'counts') return countsOf(site, definition, String(field), await allRows(definition, params, ask));
  throw new Refused('unknownRegister', '这张登记表由另一系统提供，没有变动与更新记录');
}

interface Answer {
  list: readonly Row[];
  total: number;
  /** there are others, or there may be: nobody told how many there are */
  more?: true;
  untold?: unknown;
}

async function rowsOf(definition: RegisterDefinition, params: Record<string, unknown>, ask: Ask): Promise<Answer> {
  const { endpoint, when, answer } = registerView(definition);
  const data = await ask(endpoint, { ...when, ...params });
  if (answer.bare) return { list: data as Row[], total: (data as Row[]).length };
  const { [answer.list]: list, [answer.total]: total, ...facts } = data as Record<string, unknown>;
  return { ...facts, list: list as Row[], total: Number(total) };
}

async function allRows(definition: RegisterDefinition, params: Record<string, unknown>, ask: Ask): Promise<Answer> {
  const first = await rowsOf(definition, { ...params, pageNum: 1, pageSize: WHOLE }, ask);
  const list = [...first.list];
  const pageSize = first.list.length;
  if (pageSize > 0 && pageSize < first.total && pageSize < WHOLE) {
    const calls = Math.min(MOST_CALLS, Math.ceil(Math.min(first.total, WHOLE) / pageSize));
    // a system gives so many at once: the others are asked for in pages of that size
    const others = await Promise.all(
      Array.from({ length: calls - 1 }, (_, at) => rowsOf(definition, { ...params, pageNum: at + 2, pageSize }, ask)),
    );
    list.push(...others.flatMap((one) => one.list));
  }
  return {
    list: list.slice(0, WHOLE),
    total: first.total,
    ...((first.total > list.length || first.untold === true) && { more: true }),
  };
}

/** RG36, of rows that were all told: of some of them no count would be true. */
function countsOf(site: Site, definition: RegisterDefinition, name: string, { list, more }: Answer): object {
  const field = definition.fields[name];
  if (!field || more) return { items: [] };
  const labels = choicesOf(field, site.map.facts) ?? {};
  const counts = Map.groupBy(list, (row) => String(row[name] ?? ''));
  const path = pathOfRegister(site, definition.register);
  const values = [...new Set([...Object.keys(labels), ...counts.keys()])];
  return {
    items: values.flatMap((value) => {
      const total = counts.get(value)?.length ?? 0;
      if (value === '' || total === 0) return [];
      return {
        value,
        label: labels[value] ?? value,
        total,
        path: path === '' ? '' : path.split('?')[0] + writeQuery({ [name]: value }),
      };
    }),
  };
}
