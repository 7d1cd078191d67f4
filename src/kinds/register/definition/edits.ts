import { bareName, fieldsInOrder, fuzzyFilter, fuzzyOf, type FieldAudience, type Fuzzy } from '../register-parts.ts';
import type { FieldDefinition, FieldType, FilterDefinition, RegisterDefinition } from '#page/register-schema.ts';
import type { RewriteRules } from '#wire/register-answers.ts';
import { mixedMerges } from '../mixed-merges.ts';

/**
 * Definition of a register as it is edited, with the changes to the rows that are public. Each edit here is one step of
 * its form, and keeps everything that names a field or a value in accord.
 */
export interface DefinitionDraft extends RewriteRules {
  document: RegisterDefinition;
}

const NUMBERS: readonly FieldType[] = ['integer', 'decimal', 'percent', 'money'];

export function putField(draft: DefinitionDraft, name: string, changed: Partial<FieldDefinition>): DefinitionDraft {
  const { document } = draft;
  const field = { ...document.fields[name]!, ...changed };
  const filled = Object.fromEntries(Object.entries(field).filter(([, value]) => value !== undefined && value !== ''));
  return {
    ...draft,
    document: { ...document, fields: { ...document.fields, [name]: filled as unknown as FieldDefinition } },
  };
}

/** Sets who may see a field. Visitors can neither filter by a hidden field nor see it in a check. */
export function putAudience(draft: DefinitionDraft, name: string, to: FieldAudience): DefinitionDraft {
  const shown = putField(draft, name, {
    restricted: to === 'by-level' ? true : undefined,
    // visitors order by nothing that some of them may not read
    ...(to === 'by-level' && { sortable: undefined }),
    export: to === 'no-download' ? false : undefined,
  } as Partial<FieldDefinition>);
  const { document } = shown;
  const columns = document.columns.filter((one) => one !== name);
  if (to === 'hidden') return { ...shown, document: withoutQuestions({ ...document, columns }, name) };
  const now = document.columns.includes(name) ? document : { ...document, columns: [...columns, name] };
  return { ...shown, document: to === 'by-level' ? withoutQuestions(now, name) : now };
}

function withoutQuestions(document: RegisterDefinition, name: string): RegisterDefinition {
  const filters = document.filters.flatMap((filter): FilterDefinition[] => {
    if (!('fuzzy' in filter)) return filter.field === name ? [] : [filter];
    return searchedIn(
      filter,
      filter.fuzzy.filter((one) => one !== name),
    );
  });
  const { verify } = document;
  return {
    ...document,
    filters,
    ...(verify && { verify: { ...verify, show: verify.show.filter((one) => one !== name) } }),
  };
}

/** One place to the left or the right among the columns that visitors see. */
export function moveColumn(draft: DefinitionDraft, name: string, by: -1 | 1): DefinitionDraft {
  const columns = [...draft.document.columns];
  const at = columns.indexOf(name);
  if (at < 0 || at + by < 0 || at + by >= columns.length) return draft;
  columns.splice(at, 1);
  columns.splice(at + by, 0, name);
  return { ...draft, document: { ...draft.document, columns } };
}

/** A new column at the end, public and not required; visitors may see it as soon as it is published. */
export function addField(draft: DefinitionDraft, title: string, type: FieldType = 'text'): DefinitionDraft {
  const { document } = draft;
  let no = Object.keys(document.fields).length + 1;
  while (Object.hasOwn(document.fields, `field${no}`)) no += 1;
  const name = `field${no}`;
  const fields = { ...document.fields, [name]: { title, type, ...(type === 'choice' && { choices: {} }) } };
  return { ...draft, document: { ...document, fields, columns: [...document.columns, name] } };
}

/** Renames a field that is not public yet: rows are stored by the names of their fields. */
export function nameField(draft: DefinitionDraft, name: string, to: string): DefinitionDraft {
  const named = <T extends string>(one: T): T => (bareName(one) === name ? (one.replace(name, to) as T) : one);
  const { document } = draft;
  return {
    ...draft,
    document: {
      ...document,
      fields: Object.fromEntries(Object.entries(document.fields).map(([one, field]) => [named(one), field])),
      columns: document.columns.map(named),
      key: document.key.map(named),
      order: document.order.map(named),
      filters: document.filters.map((filter) =>
        'fuzzy' in filter ? { ...filter, fuzzy: filter.fuzzy.map(named) } : { ...filter, field: named(filter.field) },
      ),
      ...(document.restrictedBy !== undefined && { restrictedBy: named(document.restrictedBy) }),
      ...(document.verify && { verify: renamedCheck(document.verify, named) }),
    },
    fill: renamedKey(draft.fill, name, to),
    values: renamedKey(draft.values, name, to),
  };
}

type Check = NonNullable<RegisterDefinition['verify']>;

function renamedCheck({ show, ended, ...verify }: Check, named: (name: string) => string): Check {
  const { field = '', since, ...mark } = ended ?? { values: [] };
  return {
    ...verify,
    show: show.map(named),
    ...(ended && { ended: { ...mark, field: named(field), ...(since !== undefined && { since: named(since) }) } }),
  };
}

function renamedKey<T>(object: Readonly<Record<string, T>>, from: string, to: string): Record<string, T> {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name === from ? to : name, value]));
}

/** Takes away a field that is not public yet. */
export function dropField(draft: DefinitionDraft, name: string): DefinitionDraft {
  const hidden = putAudience(draft, name, 'hidden');
  const { [name]: _field, ...fields } = hidden.document.fields;
  const { [name]: _fill, ...fill } = hidden.fill;
  const { [name]: _values, ...values } = hidden.values;
  const { document } = hidden;
  const [key, order] = [
    document.key.filter((one) => one !== name),
    document.order.filter((one) => bareName(one) !== name),
  ];
  return { document: { ...document, fields, key, order }, fill, values };
}

/**
 * Sets the type of a field. Settings of the former type alone are removed; choices are those in the cells.
 * @param known values in the rows
 */
export function putType(
  draft: DefinitionDraft,
  name: string,
  type: FieldType,
  known: readonly string[] = [],
): DefinitionDraft {
  const { title, required, note, blank, convert, restricted, export: may } = draft.document.fields[name]!;
  const common = { title, required, note, blank, convert, restricted, export: may };
  const choices = type === 'choice' ? Object.fromEntries(known.map((value) => [value, value])) : undefined;
  const field = {
    ...common,
    type,
    choices,
    unit: type === 'money' ? '元' : undefined,
    sortable: type === 'date' || undefined,
  };
  const { document } = draft;
  const { [name]: _values, ...values } = draft.values;
  const put = putField(
    { ...draft, values, document: { ...document, fields: { ...document.fields, [name]: { title, type } } } },
    name,
    field as Partial<FieldDefinition>,
  );
  if (type === 'text') return put;
  // typed words are found in several fields at once, and only values of a choice mark an end
  const filters = put.document.filters.flatMap((filter): FilterDefinition[] => {
    if (!('fuzzy' in filter)) return [filter.field === name ? { field: name } : filter];
    return searchedIn(
      filter,
      filter.fuzzy.filter((one) => one !== name),
    );
  });
  return { ...put, document: { ...put.document, filters } };
}

export const isNumber = (type: FieldType): boolean => NUMBERS.includes(type);

/** A choice as the form has it: its stored value, and what people read. */
export interface Choice {
  value: string;
  label: string;
}

export const choicesOf = ({ choices = {} }: Pick<FieldDefinition, 'choices'>): Choice[] =>
  Object.entries(choices).map(([value, label]) => ({ value, label }));

/** Stored values of public rows that become `value`. */
export const valuesBehind = ({ values }: DefinitionDraft, name: string, value: string): string[] =>
  Object.entries(values[name] ?? {}).flatMap(([was, now]) => (now === value ? [was] : []));

function withChoices(
  draft: DefinitionDraft,
  name: string,
  choices: readonly Choice[],
  renamed: Readonly<Record<string, string>> = {},
): DefinitionDraft {
  const put = putField(draft, name, {
    choices: Object.fromEntries(choices.map(({ value, label }) => [value, label])),
    ...tagsOf(draft.document.fields[name]!, choices, renamed),
  });
  const map = (value: string): string => renamed[value] ?? value;
  const own = { ...draft.values[name] };
  for (const [was, now] of Object.entries(own)) own[was] = map(now);
  for (const [from, to] of Object.entries(renamed)) own[from] ??= to;
  // a value that got its own name back was not renamed
  const values = Object.fromEntries(Object.entries(own).filter(([was, now]) => was !== now));
  const { verify } = put.document;
  const ended =
    verify?.ended?.field === name
      ? {
          ...verify.ended,
          values: [...new Set(verify.ended.values.map(map))].filter((one) =>
            choices.some(({ value }) => value === one),
          ),
        }
      : verify?.ended;
  return {
    ...put,
    values: { ...draft.values, [name]: values },
    document: { ...put.document, ...(verify && { verify: { ...verify, ...(ended && { ended }) } }) },
  };
}

/** A choice that got another name keeps its look; one that was merged has that of the other. */
function tagsOf(
  { tags, choices: before = {} }: FieldDefinition,
  choices: readonly Choice[],
  renamed: Readonly<Record<string, string>>,
): Pick<FieldDefinition, 'tags'> {
  if (!tags) return {};
  const remaining = Object.entries(tags).flatMap(([value, look]) => {
    const now = renamed[value] ?? value;
    const isMerged = now !== value && Object.hasOwn(before, now);
    return !isMerged && choices.some((choice) => choice.value === now) ? [[now, look] as const] : [];
  });
  return { tags: remaining.length > 0 ? Object.fromEntries(remaining) : undefined } as Pick<FieldDefinition, 'tags'>;
}

/**
 * Another name for a choice. Where its value is the name itself, as the wizard makes it, the rows get the new one;
 * where the value is a code, the code stays.
 */
export function renameChoice(draft: DefinitionDraft, name: string, value: string, label: string): DefinitionDraft {
  const choices = choicesOf(draft.document.fields[name]!);
  const named = choices.find((one) => one.value === value);
  if (!named) return draft;
  if (named.value !== named.label || choices.some((one) => one.value === label))
    return withChoices(
      draft,
      name,
      choices.map((one) => (one === named ? { value, label } : one)),
    );
  const renamed = choices.map((one) => (one === named ? { value: label, label } : one));
  return withChoices(draft, name, renamed, { [value]: label });
}

/** VA9: whether one of two choices means that somebody has left or something has ended, and the other does not. */
export function isMarkedOtherwise({ document }: DefinitionDraft, name: string, one: string, other: string): boolean {
  return mixedMerges(document, { [name]: { [one]: other } }).length > 0;
}

/**
 * Merges the rows of one choice into another, and the first is no choice any more. VA9: nobody leaves or comes back by
 * that. Choices of which one alone is marked stay as they are, until the mark is set on both or on neither.
 */
export function mergeChoice(draft: DefinitionDraft, name: string, value: string, into: string): DefinitionDraft {
  if (isMarkedOtherwise(draft, name, value, into)) return draft;
  const choices = choicesOf(draft.document.fields[name]!).filter((one) => one.value !== value);
  return withChoices(draft, name, choices, { [value]: into });
}

/**
 * VA9: takes back a merge or a new name by which the rows of a stored value become those of another choice. The value
 * is a choice again, with the name, the look and the mark that it had.
 * @param before the field as it is public
 */
export function splitChoice(
  draft: DefinitionDraft,
  name: string,
  was: string,
  before: Pick<FieldDefinition, 'choices' | 'tags'> = {},
): DefinitionDraft {
  const { [was]: into, ...own } = draft.values[name] ?? {};
  if (into === undefined) return draft;
  const choices = choicesOf(draft.document.fields[name]!);
  const at = choices.findIndex(({ value }) => value === into);
  // a new name that no other value has is taken back with it
  const isUsed = Object.values(own).includes(into) || Object.hasOwn(before.choices ?? {}, into);
  const restored = { value: was, label: before.choices?.[was] ?? was };
  const all = choices.toSpliced(isUsed ? at + 1 : at, isUsed ? 0 : 1, restored);
  const { tags } = draft.document.fields[name]!;
  const look = before.tags?.[was];
  const put = putField(draft, name, {
    choices: Object.fromEntries(all.map(({ value, label }) => [value, label])),
    ...(look && { tags: { ...tags, [was]: look } }),
  });
  const { verify } = put.document;
  const isMarked = verify?.ended?.field === name && verify.ended.values.includes(into);
  const remaining = (verify?.ended?.values ?? []).filter((value) => isUsed || value !== into);
  return {
    ...put,
    values: { ...draft.values, [name]: own },
    document: {
      ...put.document,
      ...(verify?.ended &&
        isMarked && { verify: { ...verify, ended: { ...verify.ended, values: [...remaining, was] } } }),
    },
  };
}

export function addChoice(draft: DefinitionDraft, name: string, label: string): DefinitionDraft {
  const choices = choicesOf(draft.document.fields[name]!);
  if (choices.some((one) => one.value === label || one.label === label)) return draft;
  return withChoices(draft, name, [...choices, { value: label, label }]);
}

/** Removes a choice that no row has; rows of one that is used have to become another's. */
export function dropChoice(draft: DefinitionDraft, name: string, value: string): DefinitionDraft {
  return withChoices(
    draft,
    name,
    choicesOf(draft.document.fields[name]!).filter((one) => one.value !== value),
  );
}

export function toggleKey(draft: DefinitionDraft, name: string, isKey: boolean): DefinitionDraft {
  const key = draft.document.key.filter((one) => one !== name);
  return { ...draft, document: { ...draft.document, key: isKey ? [...key, name] : key } };
}

/** Adds or removes the filter for one field by itself. */
export function toggleFilter(draft: DefinitionDraft, name: string, isOn: boolean): DefinitionDraft {
  const others = draft.document.filters.filter((filter) => 'fuzzy' in filter || filter.field !== name);
  if (!isOn) return { ...draft, document: { ...draft.document, filters: others } };
  const at = others.findIndex((filter) => 'fuzzy' in filter);
  return {
    ...draft,
    document: { ...draft.document, filters: others.toSpliced(at < 0 ? others.length : at, 0, { field: name }) },
  };
}

/** The filter over these fields; [] over none. */
function searchedIn({ whole, ...filter }: Fuzzy, fuzzy: string[]): FilterDefinition[] {
  const wholly = (whole ?? []).filter((one) => fuzzy.includes(one));
  return fuzzy.length === 0 ? [] : [{ ...filter, fuzzy, ...(wholly.length > 0 && { whole: wholly }) }];
}

export const isFiltered = ({ filters }: RegisterDefinition, name: string): boolean =>
  filters.some((filter) => 'field' in filter && filter.field === name);

export const isSearched = (document: RegisterDefinition, name: string): boolean =>
  fuzzyOf(document)?.fuzzy.includes(name) ?? false;

/** Whether typed words are looked for in a field, together with others; the filter is called after them. */
export function toggleSearch(draft: DefinitionDraft, name: string, isOn: boolean): DefinitionDraft {
  const { document } = draft;
  const known = fuzzyOf(document);
  const searched = fieldsInOrder(document).filter((one) =>
    one === name ? isOn : (known?.fuzzy.includes(one) ?? false),
  );
  const fuzzy = searchedIn(
    { ...known, ...fuzzyFilter(searched, document.fields), name: known?.name ?? 'fuzzyItem' },
    searched,
  );
  const filters = known
    ? document.filters.flatMap((filter) => (filter === known ? fuzzy : [filter]))
    : [...document.filters, ...fuzzy];
  return { ...draft, document: { ...document, filters } };
}

/** Puts a field among those that a check answers of what it has found, or takes it out. */
export function toggleShown(draft: DefinitionDraft, name: string, isOn: boolean): DefinitionDraft {
  const { document } = draft;
  const { verify } = document;
  const show = fieldsInOrder(document).filter((one) => (one === name ? isOn : verify?.show.includes(one)));
  return verify ? putWord(draft, 'verify', { ...verify, show }) : draft;
}

/** The field by which rows are ordered first; the others that were named follow. */
export function orderFirst(draft: DefinitionDraft, word: string): DefinitionDraft {
  const { document } = draft;
  const rest = [...document.order, ...document.key].filter(
    (other, at, all) =>
      bareName(other) !== bareName(word) && all.findIndex((one) => bareName(one) === bareName(other)) === at,
  );
  return { ...draft, document: { ...document, order: [word, ...rest].slice(0, 5) } };
}

/** A word of the document that may be left out. */
export function putWord<Name extends keyof RegisterDefinition>(
  draft: DefinitionDraft,
  name: Name,
  value: RegisterDefinition[Name] | undefined,
): DefinitionDraft {
  const { [name]: _gone, ...rest } = draft.document;
  const isEmpty = value === undefined || value === '' || value === false;
  return { ...draft, document: (isEmpty ? rest : { ...draft.document, [name]: value }) as RegisterDefinition };
}
