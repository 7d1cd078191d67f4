import type { FieldDefinition, FilterDefinition, RegisterDefinition } from '#page/register-schema.ts';

/** Readers of a register's definition that forms, imports and checks share. */

/** Audience of a field; a field is never left out of its register. */
export type FieldAudience = 'shown' | 'no-download' | 'by-level' | 'hidden';

/** Names of all fields: those that visitors see, in their order, then the others. */
export function fieldsInOrder({ columns, fields }: RegisterDefinition): string[] {
  return [...new Set([...columns, ...Object.keys(fields)])].filter((name) => Object.hasOwn(fields, name));
}

export function audienceOf({ columns, fields, restrictedBy }: RegisterDefinition, name: string): FieldAudience {
  const field = fields[name];
  if (!columns.includes(name) || (field?.restricted && restrictedBy === undefined)) return 'hidden';
  if (field?.restricted) return 'by-level';
  return field?.export === false ? 'no-download' : 'shown';
}

/** Whether everybody may see a field, on the page at least. */
export const isOpen = (document: RegisterDefinition, name: string): boolean =>
  ['shown', 'no-download'].includes(audienceOf(document, name));

/** The name in a word of an order, without its sign. */
export const bareName = (word: string): string => word.replace(/^-/, '');

export type Fuzzy = Extract<FilterDefinition, { fuzzy: string[] }>;

export const fuzzyOf = ({ filters }: Pick<RegisterDefinition, 'filters'>): Fuzzy | undefined =>
  filters.find((filter): filter is Fuzzy => 'fuzzy' in filter);

/** Name of the one filter for typed words, and its title, after the fields that it looks in. */
export function fuzzyFilter(fuzzy: string[], fields: Readonly<Record<string, FieldDefinition>>): Fuzzy {
  const titles = fuzzy.map((name) => fields[name]?.title ?? name);
  const title = `${titles.slice(0, -1).join('、')}${titles.length > 1 ? '或' : ''}${titles.at(-1) ?? ''}`.slice(0, 60);
  return { fuzzy, name: 'fuzzyItem', title };
}
