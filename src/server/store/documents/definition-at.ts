import { readRegister } from '#page/check-register.ts';
import type { FieldDefinition, RegisterDefinition } from '#page/register-schema.ts';
import { filterKind } from '#page/register-view.ts';
import type { ConditionProblem } from '#rules/registers/read-condition.ts';
import type { Db } from '../../db/tables.ts';
import { findStoredDocument } from './stored-documents.ts';
import { rowsOfKind } from '../rows/definition-rows.ts';

/**
 * RG25: a register of today as of an earlier date: by the titles, choices and columns of its definition then, but
 * without what is not public any more. Filters and everything else are today's.
 */
export async function definitionAt(db: Db, current: RegisterDefinition, moment: Date): Promise<RegisterDefinition> {
  const past = readRegister(await documentAt(db, current.register, moment)).register;
  if (!past) return current;
  const isPublic = (name: string): boolean => publicNow(current).has(name);
  const columns = past.columns.filter(isPublic);
  const key = past.key.filter(isPublic);
  const shown = new Set([...columns, ...key]);
  const fields = Object.fromEntries(
    Object.entries(past.fields).flatMap(([name, field]): [string, FieldDefinition][] =>
      shown.has(name) ? [[name, { ...field, ...narrowest(field, current.fields[name]!) }]] : [],
    ),
  );
  return { ...current, columns, key, fields: { ...current.fields, ...fields } };
}

const publicNow = ({ columns, key, fields }: RegisterDefinition): ReadonlySet<string> =>
  new Set([...columns, ...key].filter((name) => fields[name]));

/** A field is for those alone who might read it then and may today. */
const narrowest = (then: FieldDefinition, now: FieldDefinition) => ({
  restricted: then.restricted === true || now.restricted === true,
  export: then.export !== false && now.export !== false,
  sortable: now.sortable === true,
});

async function documentAt(db: Db, register: string, moment: Date): Promise<unknown> {
  const row = await db
    .selectFrom('page')
    .select('document')
    .where('page', '=', register)
    .where(rowsOfKind('register'))
    .where('public_from', '<=', moment)
    .orderBy('public_from', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.document ?? (await findStoredDocument(db, 'register', register));
}

/**
 * Conditions that an earlier date cannot be asked for, because the definition then knew no such filter or value: its
 * rows would be left out, though they are there (RG7).
 */
export function conditionsNotThen(
  current: RegisterDefinition,
  past: RegisterDefinition,
  filters: Readonly<Record<string, string>>,
): ConditionProblem[] {
  const message = '这一期公布时还不能按这一项查询，请清除这个条件';
  return Object.entries(filters).flatMap(([name, value]): ConditionProblem[] => {
    const filter = current.filters.find((one) =>
      'fuzzy' in one ? one.name === name : [one.field, `${one.field}From`, `${one.field}To`].includes(name),
    );
    if (!filter) return [];
    const fieldNames = 'fuzzy' in filter ? filter.fuzzy : [filter.field];
    const [now, then] = [
      fieldNames.map((field) => current.fields[field]),
      fieldNames.map((field) => past.fields[field]),
    ];
    const isSame = now.every((field, at) => field && then[at] && filterKind(field) === filterKind(then[at]));
    const choices = 'fuzzy' in filter ? undefined : then[0]?.choices;
    if (isSame && (choices === undefined || Object.hasOwn(choices, value))) return [];
    return [{ name, title: 'fuzzy' in filter ? filter.title : (now[0]?.title ?? name), message }];
  });
}
