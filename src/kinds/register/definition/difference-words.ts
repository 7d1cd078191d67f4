import { titleWords, valueWords, type Titled } from '#console/documents/value-words.ts';
import { schemaAt, type MergeWords } from '#console/merge/merge-words.ts';
import type { Path } from '#console/merge/three-way.ts';
import type { FieldDefinition, FilterDefinition, RegisterDefinition } from '#page/register-schema.ts';
import { registerStructure } from '#page/register-structure.ts';
import { typeWords } from '../effects.ts';

const FIELD: Titled = registerStructure.properties.fields.additionalProperties;
/** lists of names of fields */
const NAMES = ['key', 'columns', 'order', 'show', 'compare', 'fuzzy', 'whole'];

/** RG23: words for the difference of two definitions: columns are called by their titles, not by their names. */
export function definitionDifferenceWords(before: RegisterDefinition, after: RegisterDefinition): MergeWords {
  const titleOf = (name: string): string => after.fields[name]?.title ?? before.fields[name]?.title ?? name;
  const named = (name: string): string =>
    name.startsWith('-') ? `${titleOf(name.slice(1))}（从大到小）` : titleOf(name);
  const textOf = (path: Path, value: unknown): string => {
    const [first, , member] = path;
    if (first === 'fields' && path.length === 2) return fieldWords(value as FieldDefinition | undefined);
    if (first === 'fields') return member === 'type' ? typeWords(String(value)) : valueWords(value, fieldSchema(path));
    if (first === 'filters' && path.length === 2) return filterWords(value as FilterDefinition, named);
    const list = path.findLast((step) => typeof step === 'string');
    if (NAMES.includes(list ?? ''))
      return (
        [value ?? []]
          .flat()
          .map((name) => named(String(name)))
          .join('、') || '（空）'
      );
    if (first === 'history' && path.length === 1) return value === undefined ? '否' : '是';
    return valueWords(value, schemaAt(registerStructure, path));
  };
  return {
    nameOf: (path) => {
      const [first, second, member, ...rest] = path;
      if (first === 'fields' && typeof second === 'string')
        return [
          `列“${titleOf(second)}”`,
          ...(typeof member === 'string' ? [titleWords(FIELD.properties?.[member], member)] : []),
          ...rest.slice(1).map(String),
        ].join(' ');
      // an entry of a list is named by its words
      return path
        .flatMap((step, at) =>
          typeof step === 'string' ? [titleWords(schemaAt(registerStructure, path.slice(0, at + 1)), step)] : [],
        )
        .join(' ');
    },
    textOf,
    entryOf: (entry) =>
      typeof entry === 'string' ? `“${named(entry)}”` : `“${filterWords(entry as FilterDefinition, named)}”`,
  };
}

/** '选项（自营、资管），必填' */
function fieldWords(field: FieldDefinition | undefined): string {
  if (!field) return '（空）';
  const choices = Object.values(field.choices ?? {});
  return [
    `${typeWords(field.type)}${choices.length > 0 ? `（${choices.join('、')}）` : ''}`,
    ...(field.required ? ['必填'] : []),
    ...(field.export === false ? ['不可下载'] : []),
  ].join('，');
}

const filterWords = (filter: FilterDefinition, named: (name: string) => string): string =>
  'fuzzy' in filter ? `${filter.title}（${filter.fuzzy.map(named).join('、')}）` : named(filter.field);

const fieldSchema = ([, , ...rest]: Path): Titled | undefined => schemaAt(FIELD, rest);
