import type { ConditionRule } from '#rules/registers/read-condition.ts';
import type { Cell } from './data-shapes.ts';
import type { ResolvedBlock, ResolvedPage } from './page-schema.ts';
import type { FieldDefinition, FilterView, RegisterDefinition, RegisterView } from './register-schema.ts';

/** Facts about the rows that a page's address may name; loaded by the server once a publication. */
export interface RegisterFacts {
  /** rows of the registers that others refer to, by register, in their order */
  options: ReadonlyMap<string, readonly ReferredRow[]>;
  /** published dates (yyyy-mm-dd, newest first) of registers with history */
  dates: ReadonlyMap<string, readonly string[]>;
  /** names of the registers that have public rows, or may have (SU16); absent: all may */
  filled?: ReadonlySet<string>;
  /** SU18: names of those that have or once had public rows; absent: it is not known */
  everFilled?: ReadonlySet<string>;
  /** US5: names of those that another system answers: of these nothing is known but what it tells */
  elsewhere?: ReadonlySet<string>;
  /** SU24: names of those whose business the firm does not have, as long as they have no public rows */
  absent?: ReadonlySet<string>;
}

export interface ReferredRow {
  /** the register's one key field */
  key: string;
  row: Readonly<Record<string, Cell>>;
}

/** Before anything is published, and where rows do not matter. */
export const NO_FACTS: RegisterFacts = { options: new Map(), dates: new Map() };

/** The part of a definition that a browser needs: columns with their fields, filters with their parameter names. */
export function registerView(definition: RegisterDefinition, facts: RegisterFacts = NO_FACTS): RegisterView {
  const endpoint = definition.endpoints[0];
  const isElsewhere = facts.elsewhere?.has(definition.register) === true;
  return {
    register: definition.register,
    title: definition.title,
    endpoint: endpoint?.path ?? '',
    when: endpoint?.when ?? {},
    answer: {
      list: definition.answer?.list ?? 'list',
      total: definition.answer?.total ?? 'total',
      bare: definition.answer?.bare ?? false,
    },
    key: definition.key,
    columns: definition.columns.flatMap((field) => {
      const known = definition.fields[field];
      return known ? [{ field, ...shownPart(known, facts) }] : [];
    }),
    filters: filterViews(definition, facts),
    // no call of the specification sorts, or names a date
    sortable: isElsewhere ? [] : sortableFields(definition),
    countWord: definition.countWord ?? '条',
    onDemand: definition.onDemand ?? false,
    history: !isElsewhere && definition.history !== undefined,
    ...(isElsewhere && { isElsewhere }),
  };
}

/** Words that are as good as absent, so that no page carries them. */
const PRESETS: Partial<Record<keyof FieldDefinition, boolean>> = {
  convert: true,
  fraction: false,
  restricted: false,
  minor: false,
};

/**
 * The part of a field that a page shows; pattern, its words, required and export concern imports and downloads,
 * sortable has a list of its own.
 */
function shownPart(
  {
    pattern: _pattern,
    patternHint: _patternHint,
    example: _example,
    required: _required,
    export: _export,
    sortable: _sortable,
    reference,
    ...words
  }: FieldDefinition,
  facts: RegisterFacts,
): FieldDefinition {
  const choices = reference && choicesOf({ ...words, reference }, facts);
  const stated = Object.entries(words).filter(([word, value]) => PRESETS[word as keyof FieldDefinition] !== value);
  const shown = Object.fromEntries(stated) as unknown as FieldDefinition;
  return choices ? { ...shown, choices } : shown;
}

/** Fields allowed for `sort`; the order by a restricted field would reveal its values. */
export function sortableFields({ fields }: RegisterDefinition): string[] {
  return Object.keys(fields).filter((name) => fields[name]!.sortable && !fields[name]!.restricted);
}

/** Stored value → label of a choice or reference; undefined where the referred rows are not known. */
export function choicesOf(
  { choices, reference }: FieldDefinition,
  facts: RegisterFacts,
): Record<string, string> | undefined {
  return reference ? optionsOf(reference, facts, reference.label) : choices;
}

function optionsOf(
  reference: NonNullable<FieldDefinition['reference']>,
  { options }: RegisterFacts,
  field: string,
): Record<string, string> | undefined {
  const rows = options.get(reference.register);
  if (!rows) return undefined;
  const wanted = Object.entries(reference.where ?? {});
  const fitting = rows.filter(({ row }) => wanted.every(([name, value]) => String(row[name] ?? '') === value));
  return Object.fromEntries(fitting.map(({ key, row }) => [key, String(row[field] ?? '')]));
}

/** RG3: a date or a number is asked for as a range: two parameters, {field}From and {field}To. */
export function filterViews(definition: RegisterDefinition, facts: RegisterFacts = NO_FACTS): FilterView[] {
  return definition.filters.flatMap((filter): FilterView[] => {
    const least = filter.minLength !== undefined && { minLength: filter.minLength };
    if ('fuzzy' in filter) return [{ name: filter.name, title: filter.title, kind: 'fuzzy', ...least }];
    const field = definition.fields[filter.field];
    if (!field) return [];
    const kind = filterKind(field);
    if (kind === 'choice') return [choiceFilter(definition, filter.field, field, facts)];
    if (filter.options)
      return [
        {
          name: filter.field,
          title: field.title,
          kind: 'choice',
          choices: Object.fromEntries(filter.options.map((one) => [one, one])),
        },
      ];
    if (kind === 'text') return [{ name: filter.field, title: field.title, kind, ...least }];
    const percent = field.type === 'percent' && { percent: true as const };
    return [
      { name: `${filter.field}From`, title: `${field.title}（起）`, kind, ...percent },
      { name: `${filter.field}To`, title: `${field.title}（止）`, kind, ...percent },
      ...(field.words ? [wordFilter(filter.field, field.title, field.words)] : []),
    ];
  });
}

/** RG7: how a filter's condition is read. A choice whose values are not known here is any text. */
export function conditionRule({ title, kind, choices, percent, minLength = 1 }: FilterView): ConditionRule {
  if (kind === 'date' || kind === 'number') return { title, format: kind, ...(percent && { percent }) };
  return kind === 'choice' && choices ? { title, choices: Object.keys(choices) } : { title, minLength };
}

/** VA5: the words of a column of dates, beside the range of days, in which rows with a word are not. */
const wordFilter = (name: string, title: string, words: readonly string[]): FilterView => ({
  name,
  title: `${title}（无日期）`,
  kind: 'choice',
  choices: Object.fromEntries(words.map((word) => [word, word])),
});

function choiceFilter(
  definition: RegisterDefinition,
  name: string,
  field: FieldDefinition,
  facts: RegisterFacts,
): FilterView {
  const choices = choicesOf(field, facts);
  const [theirs, ours] = Object.entries(field.reference?.within ?? {})[0] ?? [];
  const parents =
    theirs !== undefined && definition.filters.some((other) => 'field' in other && other.field === ours)
      ? optionsOf(field.reference!, facts, theirs)
      : undefined;
  return {
    name,
    title: field.title,
    kind: 'choice',
    ...(choices && { choices }),
    ...(parents && { within: { name: ours!, parents } }),
  };
}

export function filterKind({ type }: Pick<FieldDefinition, 'type'>): 'text' | 'choice' | 'date' | 'number' {
  if (type === 'choice' || type === 'reference') return 'choice';
  if (type === 'date') return type;
  return ['integer', 'decimal', 'percent', 'money'].includes(type) ? 'number' : 'text';
}

/** The register that a block shows, without the filters that the page itself has fixed. Undefined for other blocks. */
export function registerOf(page: Pick<ResolvedPage, 'registers'>, block: ResolvedBlock): RegisterView | undefined {
  const view = block.register === undefined ? undefined : page.registers[block.register];
  if (!view) return undefined;
  const params = block.source?.params ?? {};
  return { ...view, filters: view.filters.filter(({ name }) => !(params[name] && 'value' in params[name])) };
}

/** Fields that a download has, in its order. */
export const exportedFields = ({ columns, key, fields }: RegisterDefinition): string[] =>
  [...new Set([...columns, ...key])].filter((name) => isExported(fields[name]));

const isExported = (field: FieldDefinition | undefined): boolean =>
  field !== undefined && !field.restricted && field.export !== false;
