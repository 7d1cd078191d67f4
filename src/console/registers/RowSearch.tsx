import type { RegisterFacts, RegisterFilter } from '#wire/register-answers.ts';
import { audienceNote } from '#kinds/register/register-words.ts';
import { useFilters } from '../calls/use-filters.ts';
import { FilterBar, type FilterField } from '../parts/FilterBar.tsx';
import { gridFields } from './grid-fields.ts';
import { HISTORY_PARAM } from './RowHistory.tsx';

/** Names in the address. Those with a hyphen can be no filter of a register; `words` and `sort` are kept from them. */
const OWN = ['words', 'in-field', 'misfit-rows', 'changed-in', 'changed-since', 'sort'] as const;

/** Params of the address that are the table's. */
export const rowParams = ({ filters }: Pick<RegisterFacts, 'filters'>): string[] => [
  ...OWN,
  ...filters.map(({ name }) => name),
  'page',
  HISTORY_PARAM,
];

/** Filters of the register as the list's conditions: ranges are two. */
const fieldsOf = (filters: readonly RegisterFilter[]): FilterField[] =>
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

/** RG19: what is asked of a register's rows, in the address: a link brings the same rows, and Back works. */
export function useRowSearch({ filters }: Pick<RegisterFacts, 'filters'>) {
  const theirs = filters.map(({ name }) => name);
  const { values, page, filter, turn } = useFilters([...OWN, ...theirs]);
  const given = Object.fromEntries(theirs.flatMap((name) => (values[name] ? [[name, values[name]]] : [])));
  const since = values['changed-since'] || (values['changed-in'] === 'last' ? 'last' : '');
  const asked = {
    ...(Object.keys(given).length > 0 && { filters: JSON.stringify(given) }),
    ...(values.words && { words: values.words }),
    ...(values['in-field'] && { field: values['in-field'] }),
    ...(values['misfit-rows'] === 'yes' && { misfit: true }),
    ...(since !== '' && { since }),
    ...(values.sort && { sort: values.sort }),
  };
  const { sort: _sort, ...conditions } = asked;
  return {
    asked,
    values,
    page,
    isFiltered: Object.keys(conditions).length > 0,
    /** with the order as it is */
    filter: (next: Record<string, string | undefined>): void => filter({ ...next, sort: values.sort ?? '' }),
    sort: (by: string): void => filter({ ...values, sort: by }),
    turn,
  };
}

interface Props {
  facts: RegisterFacts;
  search: ReturnType<typeof useRowSearch>;
}

/** Words in any column, rows that do not fit, rows that were changed; below them the conditions that visitors have. */
export function RowSearch({ facts, search: { values, isFiltered, filter } }: Props) {
  return (
    <FilterBar
      values={values}
      isFiltered={isFiltered}
      onFilter={filter}
      fields={[
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
      ]}
      more={{ label: '访客的查询条件', fields: fieldsOf(facts.filters) }}
    />
  );
}
