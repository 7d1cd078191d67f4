import type { RegisterFacts, RegisterFilter } from '#wire/register-answers.ts';
import { audienceNote } from '#kinds/register/register-words.ts';
import { useFilters, type FilterField } from '../calls/use-filters.ts';
import { FilterBar } from '../parts/FilterBar.tsx';
import { gridFields } from './grid-fields.ts';
import { HISTORY_PARAM } from './RowHistory.tsx';

/** Params of the address that are the table's. */
export const rowParams = (facts: RegisterFacts): string[] => [
  ...[...ownFields(facts), ...visitorFields(facts.filters)].map(({ name }) => name),
  'sort',
  'page',
  HISTORY_PARAM,
];

/** Conditions of the console alone. A name with a hyphen can be no filter of a register; `words` and `sort` are kept from them. */
const ownFields = (facts: RegisterFacts): FilterField[] => [
  { name: 'words', label: '查找', kind: 'text' },
  {
    name: 'in-field',
    label: '在哪一列',
    kind: 'choice',
    all: '全部列',
    choices: gridFields(facts).map((name) => ({
      value: name,
      label: `${facts.fields[name]!.title}${audienceNote(facts, name)}`,
    })),
  },
  {
    name: 'misfit-rows',
    label: '问题',
    kind: 'choice',
    choices: [{ value: 'yes', label: '不符合现行定义' }],
  },
  {
    name: 'changed-in',
    label: '变动',
    kind: 'choice',
    choices: [{ value: 'last', label: '最近一次变动的' }],
  },
  { name: 'changed-since', label: '变动不早于', kind: 'day' },
];

/** Filters of the register as the list's conditions: ranges are two. */
const visitorFields = (filters: readonly RegisterFilter[]): FilterField[] =>
  filters.flatMap(({ name, title, kind, choices = {} }): FilterField[] => {
    if (kind === 'choice')
      return [
        {
          name,
          label: title,
          kind: 'choice',
          choices: Object.entries(choices).map(([value, label]) => ({ value, label })),
        },
      ];
    if (kind === 'date') return [{ name, label: title, kind: 'day' }];
    return [{ name, label: title, kind: 'text' }];
  });

/** RG19: the conditions on a register's rows, in the address: a link brings the same rows, and Back works. */
export function useRowSearch(facts: RegisterFacts) {
  const own = ownFields(facts);
  const visitors = visitorFields(facts.filters);
  const { values, page, isFiltered, filter, turn } = useFilters<string, 'sort'>([...own, ...visitors], ['sort']);
  const given = Object.fromEntries(visitors.flatMap(({ name }) => (values[name] ? [[name, values[name]]] : [])));
  const since = values['changed-since'] || (values['changed-in'] === 'last' ? 'last' : '');
  const query = {
    ...(Object.keys(given).length > 0 && { filters: JSON.stringify(given) }),
    ...(values['words'] && { words: values['words'] }),
    ...(values['in-field'] && { field: values['in-field'] }),
    ...(values['misfit-rows'] === 'yes' && { misfit: true }),
    ...(since !== '' && { since }),
    ...(values.sort && { sort: values.sort }),
  };
  const sort = (by: string): void => filter({ ...values, sort: by });
  return { asked: query, own, visitors, values, page, isFiltered, filter, sort, turn };
}

interface Props {
  search: ReturnType<typeof useRowSearch>;
}

/** Words in any column, rows that do not fit, rows that were changed; below them the conditions that visitors have. */
export const RowSearch = ({ search }: Props) => (
  <FilterBar filters={{ ...search, fields: search.own }} more={{ label: '访客的查询条件', fields: search.visitors }} />
);
