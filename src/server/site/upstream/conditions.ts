import type { FieldDefinition, RegisterDefinition } from '#page/register-schema.ts';
import { isObject } from '#rules/json/json.ts';
import { shanghaiDate } from '#rules/time/shanghai-date.ts';
import { paths } from '#wire/paths.ts';
import { foldSearch } from '../../store/search/search-pieces.ts';
import { textOf, timeOf, type Given } from './accepted-forms.ts';

/** Condition of a query on each item of its answer. */
export interface Condition {
  /** name of the parameter */
  name: string;
  /** title for visitors */
  title: string;
  fits: (item: Given) => boolean;
  /** whether an item has a value of it that can be compared */
  isStated: (item: Given) => boolean;
}

/** Calls that look for a title. */
const TITLED: ReadonlySet<string> = new Set([paths.infoList, paths.latestInfo]);

/**
 * US5: conditions of a call on the rows of a register, the titles of articles, or the tags and topics of research.
 * @param choicesOf stored values of a field with their labels, where they are known
 */
export function conditionsOf(
  path: string,
  query: Readonly<Record<string, unknown>>,
  register: RegisterDefinition | undefined,
  choicesOf: (field: FieldDefinition) => Readonly<Record<string, string>> | undefined,
): Condition[] {
  const words = (name: string): string => textOf(query[name]).trim();
  if (path === paths.newsList)
    return [
      ...(words('tagId') === '' ? [] : [tagged(words('tagId'))]),
      // no call of the specification has the topics of an item
      ...(words('code') === '' ? [] : [{ name: 'code', title: '主题', fits: () => false, isStated: () => false }]),
    ];
  if (!register)
    return TITLED.has(path) && words('title') !== ''
      ? [holding('title', '标题', words('title'), ({ title }) => [title])]
      : [];
  return register.filters.flatMap((filter): Condition[] => {
    if ('fuzzy' in filter)
      return words(filter.name) === ''
        ? []
        : [holding(filter.name, filter.title, words(filter.name), (row) => Object.values(row))];
    const { field } = filter;
    const definition = register.fields[field];
    if (!definition) return [];
    const { title, type } = definition;
    if (type === 'date')
      return [
        ...onDay(field, field, title, words(field), (day, asOf) => day === asOf),
        ...onDay(`${field}From`, field, title, words(`${field}From`), (day, from) => day >= from),
        ...onDay(`${field}To`, field, title, words(`${field}To`), (day, to) => day <= to),
      ];
    if (words(field) === '') return [];
    if (type === 'choice' || type === 'reference')
      return [chosen(field, title, words(field), choicesOf(definition) ?? {})];
    return type === 'text' ? [holding(field, title, words(field), (row) => [row[field]])] : [];
  });
}

function tagged(id: string): Condition {
  const tags = ({ tags: given }: Given): unknown[] => (Array.isArray(given) ? given : []);
  return {
    name: 'tagId',
    title: '标签',
    fits: (item) => tags(item).some((tag) => isObject(tag) && textOf(tag.id) === id),
    isStated: (item) => tags(item).length > 0,
  };
}

/** One of the cells holds all of the words. */
function holding(name: string, title: string, words: string, cellsOf: (item: Given) => readonly unknown[]): Condition {
  const parts = words.split(/\s+/).map(foldSearch).filter(Boolean);
  const cells = (item: Given): string[] => cellsOf(item).flatMap(textsOf);
  return {
    name,
    title,
    fits: (item) => parts.every((part) => cells(item).some((cell) => foldSearch(cell).includes(part))),
    isStated: (item) => cells(item).length > 0,
  };
}

function chosen(name: string, title: string, value: string, choices: Readonly<Record<string, string>>): Condition {
  const wanted = [value, choices[value]];
  const known = new Set([...Object.keys(choices), ...Object.values(choices)]);
  const cell = (item: Given): string => textsOf(item[name]).join();
  return { name, title, fits: (item) => wanted.includes(cell(item)), isStated: (item) => known.has(cell(item)) };
}

function onDay(
  name: string,
  field: string,
  title: string,
  limit: string,
  compare: (day: string, limit: string) => boolean,
): Condition[] {
  if (limit === '') return [];
  const day = (item: Given): string => {
    const time = timeOf(item[field]);
    return time === undefined ? '' : shanghaiDate(Date.parse(time));
  };
  return [
    {
      name,
      title,
      fits: (item) => day(item) !== '' && compare(day(item), limit),
      isStated: (item) => day(item) !== '',
    },
  ];
}

/** The texts of a cell, which may be a list of them. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'boolean') return [value ? '1' : '0'];
  return (Array.isArray(value) ? value : [value]).map((one) => textOf(one).trim()).filter(Boolean);
}
