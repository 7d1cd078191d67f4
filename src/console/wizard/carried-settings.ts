import { bareTitle } from '#rules/text/bare-title.ts';
import { endedValues, isOpenToAll, proposeEnded, type EndedMark } from '#rules/registers/ended-mark.ts';
import { bareName } from '#kinds/register/register-parts.ts';
import {
  conditionsOf,
  fileFields,
  withConditions,
  withFileFields,
  type FileField,
} from '#kinds/register/wizard-table.ts';
import { VISIBILITIES, type Visibility, type WizardTable } from '#wire/wizard.ts';

type Field = FileField['field'];

/** Setting whose columns are gone, and its substitute: it comes back with them, unless somebody chose anew. */
interface LostSetting<T> {
  was: T;
  instead: T;
}

/** Settings of headings that the newest file has not; columns are named as in the table. */
export interface LostSettings {
  columns: FileField[];
  filters: string[];
  search: string[];
  /** columns shown by a check */
  show: string[];
  key?: LostSetting<string[]>;
  order?: LostSetting<string[]>;
  ended?: LostSetting<EndedMark | null>;
}

export const nothingLost: LostSettings = { columns: [], filters: [], search: [], show: [] };

/** Settings after another file, and their changes; columns are named by their titles where nothing else is noted. */
export interface CarriedSettings {
  table: WizardTable;
  lost: LostSettings;
  /** columns that were there, and still are */
  retained: FileField[];
  /** columns that were there once, and are again */
  returned: FileField[];
  fresh: FileField[];
  gone: FileField[];
  /**
   * columns with a narrower audience that the new file lacks: any of the fresh ones may be one of them under another
   * title
   */
  missing: FileField[];
  retyped: { column: FileField; from: Field['type'] }[];
  /** choices that are new in this file */
  added: { column: FileField; values: string[] }[];
  /** public as before, though the new proposal is narrower */
  wider: FileField[];
  key: Became;
  order: Became;
  ended: Became;
  /** values newly taken for the mark, and values of the mark that the new file has not */
  marked: string[];
  unseen: string[];
}

type Became = 'same' | 'lost' | 'replaced' | 'restored';

interface Before {
  table: WizardTable;
  /** proposal for the file before; differences from it are choices of a person */
  proposed: WizardTable | null;
  lost: LostSettings;
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
const choicesOf = ({ field: { choices = {} } }: FileField): string[] => Object.keys(choices);
const narrowest = (list: readonly Visibility[]): Visibility =>
  VISIBILITIES[Math.max(...list.map((one) => VISIBILITIES.indexOf(one)))]!;

/**
 * RG10: the settings of a table for another file of it, found by heading. No column gets more readers than before.
 */
export function keepSettings({ table, proposed, lost }: Before, given: WizardTable): CarriedSettings {
  const own = fileFields(table);
  const before = { ...table.definition, ...conditionsOf(table.definition) };
  const next = { ...given.definition, ...conditionsOf(given.definition), columns: fileFields(given) };
  const proposedFields = proposed && fileFields(proposed);
  const names = new Set(own.map(({ name }) => name.toLowerCase()));
  const old = [
    ...own,
    ...lost.columns.map((column) =>
      names.has(column.name.toLowerCase()) ? { ...column, name: freeName(column.name, names) } : column,
    ),
  ];
  const partners = pairs(next.columns, old);
  const paired = new Set(partners.values());
  const missing = old.filter((column) => column.visibility !== 'shown' && !paired.has(column));
  const held = missing.length > 0 ? [{ visibility: 'hidden' as const }] : [];
  const taken = new Set(old.map(({ name }) => name.toLowerCase()));
  const columnOf = new Map<FileField, FileField>(
    next.columns.map((column) => {
      const partner = partners.get(column);
      const twins = old.filter(({ header }) => bareTitle(header) === bareTitle(column.header));
      if (partner)
        return [
          column,
          merged(
            partner,
            column,
            proposedFields?.find(({ header }) => header === partner.header),
            partner.name === before.verify?.ended?.field,
            partner.header === column.header ? [partner] : twins,
          ),
        ];
      return [
        column,
        {
          ...column,
          name: freeName(column.name, taken),
          visibility: narrowest([column, ...twins, ...held].map(({ visibility }) => visibility)),
        },
      ];
    }),
  );
  const found = (list: readonly FileField[]): FileField[] =>
    list.flatMap((column) =>
      next.columns.filter((one) => partners.get(one) === column).map((one) => columnOf.get(one)!),
    );
  const [retained, returned] = [found(old.slice(0, own.length)), found(old.slice(own.length))];
  const fresh = next.columns.filter((column) => !partners.has(column)).map((column) => columnOf.get(column)!);
  const columns = [...retained, ...returned, ...fresh];
  const byName = new Map(columns.map((column) => [column.name, column]));
  const isGone = ({ name }: FileField): boolean => !byName.has(name);
  const gone = own.filter(isGone);

  const nameOf = new Map(next.columns.map((column) => [column.name, columnOf.get(column)!.name]));
  const renamed = (words: readonly string[]): string[] =>
    words.map((word) => word.replace(bareName(word), nameOf.get(bareName(word))!));
  const isPublic = (name: string): boolean =>
    ['shown', 'no-download', 'by-level'].includes(byName.get(name)!.visibility);
  const isText = (name: string): boolean => byName.get(name)!.field.type === 'text';
  // chosen columns, chosen ones that are back, and new ones that are proposed
  const joined = (mine: readonly string[], back: readonly string[], proposal: readonly string[]): string[] =>
    [
      ...mine.filter((name) => byName.has(name)),
      ...back.filter((name) => returned.some((one) => one.name === name)),
      ...renamed(proposal).filter((name) => fresh.some((one) => one.name === name)),
    ].filter(isPublic);

  const key = ofColumns(
    before.key,
    lost.key,
    renamed(next.key),
    (words) => words.every((word) => byName.has(word)),
    (words) => words.every((word) => isOpenToAll(byName.get(word)!)),
  );
  const order = ofColumns(
    before.order,
    lost.order,
    renamed(next.order),
    (words) => words.every((word) => byName.has(bareName(word))),
    (words) => words.every((word) => !['by-level', 'left-out'].includes(byName.get(bareName(word))!.visibility)),
  );
  const kind = before.verify?.kind ?? '';
  const mark = markOf(
    before.verify?.ended ?? null,
    lost.ended,
    proposed?.definition.verify?.ended !== undefined,
    proposeEnded(kind, fresh) ?? null,
    byName,
  );
  const marks = mark.value ? newValues(kind, mark.value, byName.get(mark.value.field)!, old) : [];
  const inFile = mark.value && next.columns.find((column) => columnOf.get(column)!.name === mark.value!.field);
  const ended = mark.value && { ...mark.value, values: [...mark.value.values, ...marks] };
  const { ended: _before, ...verify } = before.verify ?? { kind: '' as const, show: [] };
  const partnerOf = (column: FileField): FileField | undefined => old.find(({ name }) => name === column.name);
  const both = [...retained, ...returned];
  const show = joined(verify.show, lost.show, next.verify?.show ?? []);
  const definition: WizardTable['definition'] = {
    ...table.definition,
    title: before.title === proposed?.definition.title ? next.title : before.title,
    key: key.value,
    order: order.value,
    ...(verify.kind !== '' && { verify: { ...verify, show, ...(ended && { ended }) } }),
  };
  const conditions = {
    filters: joined(before.filters, lost.filters, next.filters),
    search: joined(before.search, lost.search, next.search).filter(isText),
  };
  return {
    table: {
      ...table,
      ...withFileFields(withConditions(definition, conditions), columns),
      dataDate: table.dataDate === proposed?.dataDate ? given.dataDate : table.dataDate,
    },
    lost: {
      columns: old.filter(isGone),
      filters: [...lost.filters, ...before.filters].filter((name) => !byName.has(name)),
      search: [...lost.search, ...before.search].filter((name) => !byName.has(name)),
      show: [...lost.show, ...verify.show].filter((name) => !byName.has(name)),
      ...(key.lost && { key: key.lost }),
      ...(order.lost && { order: order.lost }),
      ...(mark.lost && { ended: mark.lost }),
    },
    retained,
    returned,
    fresh,
    gone,
    missing: fresh.length > 0 ? missing : [],
    retyped: both.flatMap((column) =>
      partnerOf(column)!.field.type === column.field.type ? [] : [{ column, from: partnerOf(column)!.field.type }],
    ),
    added: both.flatMap((column) => {
      const values =
        column.field.type === 'choice' && partnerOf(column)!.field.type === 'choice'
          ? choicesOf(column).filter((choice) => !choicesOf(partnerOf(column)!).includes(choice))
          : [];
      return values.length > 0 ? [{ column, values }] : [];
    }),
    wider: both.filter(
      (column) =>
        isPublic(column.name) &&
        next.columns.some(
          (one) => columnOf.get(one) === column && narrowest([one.visibility, 'by-level']) !== 'by-level',
        ),
    ),
    key: key.became,
    order: order.became,
    ended: mark.became,
    marked: marks,
    unseen:
      inFile && inFile.field.type === 'choice'
        ? (mark.value?.values ?? []).filter((value) => !choicesOf(inFile).includes(value))
        : [],
  };
}

/**
 * Pairs columns by their heading as written, then by its words without script, spaces, width and unit; each old one
 * once.
 */
function pairs(next: readonly FileField[], old: readonly FileField[]): Map<FileField, FileField> {
  const found = new Map<FileField, FileField>();
  const free = new Set(old);
  for (const read of [(header: string) => header, bareTitle]) {
    for (const column of next) {
      const partner = found.has(column)
        ? undefined
        : [...free].find(({ header }) => read(header) === read(column.header));
      if (!partner) continue;
      found.set(column, partner);
      free.delete(partner);
    }
  }
  return found;
}

/**
 * Joins a column with its new proposal. Choices of a person stay; the rest follows the new file, except who may see a
 * column.
 * @param twins the old columns that it may be
 */
function merged(
  old: FileField,
  next: FileField,
  proposed: FileField | undefined,
  isMark: boolean,
  twins: readonly FileField[],
): FileField {
  const { field } = old;
  const isUntouched = (...words: (keyof Field)[]): boolean =>
    proposed !== undefined && words.every((word) => same(field[word], proposed.field[word]));
  const isCountedAsProposed = isUntouched('fraction') && old.plain === proposed?.plain;
  const placed = {
    ...withPlain(old, isCountedAsProposed && next.field.type === field.type ? next.plain : old.plain),
    place: next.place,
    header: next.header,
    visibility: narrowest(twins.map((twin) => twin.visibility)),
  };
  const isRequired = field.required === true && (next.field.required === true || !isUntouched('required'));
  const retainedField: Field = {
    ...field,
    title: isUntouched('title') ? next.field.title : field.title,
    required: isRequired,
  };
  if (next.field.type !== field.type) {
    // a short or empty file would turn a column of a known type into text
    const follows =
      isUntouched('type', 'pattern', 'choices', 'words', 'scale', 'unit', 'convert') &&
      isCountedAsProposed &&
      !isMark &&
      next.field.type !== 'text';
    if (!follows) return { ...placed, field: retainedField };
    return {
      ...withPlain(placed, next.plain),
      field: { ...next.field, title: retainedField.title, required: isRequired },
    };
  }
  const followed = [
    ...(isUntouched('pattern', 'patternHint', 'example') ? (['pattern', 'patternHint', 'example'] as const) : []),
    ...(isCountedAsProposed ? (['fraction'] as const) : []),
    ...(isUntouched('scale') ? (['scale'] as const) : []),
    ...(isUntouched('unit') ? (['unit'] as const) : []),
  ];
  const { choices, words } = next.field;
  return {
    ...placed,
    field: {
      ...Object.fromEntries(Object.entries(retainedField).filter(([word]) => !followed.includes(word as never))),
      ...Object.fromEntries(
        followed.flatMap((word) => (next.field[word] === undefined ? [] : [[word, next.field[word]]])),
      ),
      ...(choices && isUntouched('choices') && { choices: { ...field.choices, ...choices } }),
      ...(words && isUntouched('words') && { words: [...new Set([...(field.words ?? []), ...words])] }),
    } as Field,
  };
}

function withPlain({ plain: _before, ...column }: FileField, plain: FileField['plain']): FileField {
  return { ...column, ...(plain && { plain }) };
}

function freeName(wanted: string, taken: Set<string>): string {
  let name = wanted;
  for (let more = 2; taken.has(name.toLowerCase()); more++) name = `${wanted}${more}`;
  taken.add(name.toLowerCase());
  return name;
}

interface Outcome<T> {
  value: T;
  became: Became;
  lost?: LostSetting<T>;
}

/** Key and order: as they were while all of their columns are there, else as proposed, until the columns are back. */
function ofColumns(
  words: string[],
  lost: LostSetting<string[]> | undefined,
  proposal: string[],
  isThere: (words: string[]) => boolean,
  isFit: (words: string[]) => boolean,
): Outcome<string[]> {
  const isInstead = lost !== undefined && same(lost.instead, words);
  if (isInstead && isThere(lost.was)) return { value: lost.was, became: 'restored' };
  if (words.length > 0 && isThere(words)) return { value: words, became: 'same', ...(isInstead && { lost }) };
  const value = isThere(proposal) && isFit(proposal) ? proposal : [];
  const was = isInstead ? lost.was : words;
  return {
    value,
    became: value.length > 0 ? 'replaced' : words.length > 0 ? 'lost' : 'same',
    ...(was.length > 0 && { lost: { was, instead: value } }),
  };
}

/** RG9: the mark by which somebody has left. Of a new column it is proposed, unless none was chosen. */
function markOf(
  mark: EndedMark | null,
  lost: LostSetting<EndedMark | null> | undefined,
  wasProposed: boolean,
  proposal: EndedMark | null,
  byName: ReadonlyMap<string, FileField>,
): Outcome<EndedMark | null> {
  const isInstead = lost !== undefined && same(lost.instead, mark);
  if (isInstead && lost.was && byName.has(lost.was.field)) return { value: lost.was, became: 'restored' };
  if (mark && byName.has(mark.field)) return { value: mark, became: 'same', ...(isInstead && { lost }) };
  if (!mark)
    return !proposal || wasProposed || isInstead
      ? { value: null, became: 'same', ...(isInstead && { lost }) }
      : { value: proposal, became: 'replaced' };
  return {
    value: proposal,
    became: proposal ? 'replaced' : 'lost',
    lost: { was: isInstead ? lost.was : mark, instead: proposal },
  };
}

/** New values of the file that by the name of their column mean departure. */
function newValues(
  kind: 'staff' | 'product' | '',
  { field, values }: EndedMark,
  column: FileField,
  old: readonly FileField[],
): string[] {
  const partner = old.find(({ name }) => name === field);
  if (kind === '' || !partner) return [];
  const known = choicesOf(partner);
  return endedValues(
    kind,
    column.header,
    choicesOf(column).filter((choice) => !known.includes(choice)),
  ).filter((value) => !values.includes(value));
}
