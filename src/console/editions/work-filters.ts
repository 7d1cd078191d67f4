import { WORK_KINDS, WORK_SORTS, WORK_STATES, type WorkColumn, type WorkSort } from '#rules/editions/work-list.ts';
import { shanghaiDate } from '#rules/time/shanghai-date.ts';
import type { ParamsOf } from '#wire/console-calls.ts';
import { keyIn, type FilterField } from '../calls/use-filters.ts';
import { VIEWS } from './edition-answers.ts';

/** The conditions of the list of work, as its address names them (LW1). */

const choicesOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

export const FIELDS = [
  { name: 'words', label: '标题中的文字', kind: 'text' },
  { name: 'kind', label: '类别', kind: 'choice', choices: choicesOf(WORK_KINDS) },
  { name: 'state', label: '状态', kind: 'choice', choices: choicesOf(WORK_STATES), all: '公开的和进行中的' },
  { name: 'channel', label: '栏目（含下级）', kind: 'channel' },
] as const satisfies readonly FilterField[];

export const MORE_FIELDS = [
  { name: 'author', label: '撰写人', kind: 'text' },
  { name: 'department', label: '责任部门', kind: 'text' },
  { name: 'from', label: '最近变动，从', kind: 'day' },
  { name: 'to', label: '最近变动，到', kind: 'day' },
  { name: 'pinned', label: '置顶', kind: 'choice', choices: [{ value: 'yes', label: '只看置顶的文章' }] },
  { name: 'waiting', label: '另有稿件', kind: 'choice', choices: [{ value: 'yes', label: '只看公开而另有稿件的' }] },
] as const satisfies readonly FilterField[];

/** Words for both directions of each column. */
const DIRECTIONS: Readonly<Record<WorkColumn, readonly [up: string, down: string]>> = {
  changed: ['最近变动，旧的在前', '最近变动，新的在前'],
  published: ['发布时间，旧的在前', '发布时间，新的在前'],
  title: ['标题，升序', '标题，降序'],
  kind: ['类别', '类别，倒序'],
  state: ['状态', '状态，倒序'],
  channel: ['栏目名称，升序', '栏目名称，降序'],
  author: ['撰写人，升序', '撰写人，降序'],
};

export const SORT_FIELD: FilterField<'sort'> = {
  name: 'sort',
  label: '排序',
  kind: 'choice',
  all: '最近变动，新的在前',
  choices: (Object.keys(DIRECTIONS) as WorkColumn[])
    .flatMap((column): { value: WorkSort; label: string }[] => [
      { value: column, label: DIRECTIONS[column][0] },
      { value: `-${column}`, label: DIRECTIONS[column][1] },
    ])
    .filter(({ value }) => value !== '-changed'),
};

export type WorkFilters = Readonly<Record<string, string>>;
export type WorkQuestion = ParamsOf<'POST /work-list/views'>['filters'];

const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const dayIn = (text = ''): string | undefined => (DAY.test(text) ? text : undefined);
const yesIn = (text = ''): 'yes' | undefined => (text === 'yes' ? 'yes' : undefined);
export const sortIn = (text = ''): WorkSort | undefined => WORK_SORTS.find((sort) => sort === text);

/** Conditions that an address names; unknown ones are left out. */
export function questionOf(values: WorkFilters): WorkQuestion {
  const view = keyIn(VIEWS, values.view ?? '');
  const question = {
    view: view === 'all' ? undefined : view,
    kind: keyIn(WORK_KINDS, values.kind ?? ''),
    state: keyIn(WORK_STATES, values.state ?? ''),
    channel: values.channel || undefined,
    author: values.author || undefined,
    department: values.department || undefined,
    from: dayIn(values.from),
    to: dayIn(values.to),
    pinned: yesIn(values.pinned),
    waiting: yesIn(values.waiting),
    words: values.words || undefined,
    sort: sortIn(values.sort),
  };
  return Object.fromEntries(Object.entries(question).filter(([, value]) => value !== undefined)) as WorkQuestion;
}

export const isSameView = (one: object, other: object): boolean => {
  const values = new Map(Object.entries(other));
  return (
    Object.keys(one).length === values.size && Object.entries(one).every(([name, value]) => values.get(name) === value)
  );
};

export const listAddress = (filters: WorkFilters): string => {
  const query = new URLSearchParams(filters).toString();
  return query === '' ? '/editions' : `/editions?${query}`;
};

/** LW3: the views that everybody has, first those that wait for somebody. @param now milliseconds */
export const builtInViews = (now: number): readonly { name: string; filters: WorkFilters }[] => [
  { name: '全部', filters: {} },
  { name: '我的草稿', filters: { view: 'mine', state: 'draft' } },
  ...(['to-review', 'to-publish', 'returned', 'after-review', 'approval-ended', 'mine'] as const).map((view) => ({
    name: VIEWS[view],
    filters: { view },
  })),
  { name: '今天公开', filters: { state: 'public', from: shanghaiDate(now) } },
  { name: VIEWS.scheduled, filters: { state: 'scheduled', sort: 'published' } },
  { name: VIEWS.open, filters: { view: 'open', sort: 'changed' } },
];
