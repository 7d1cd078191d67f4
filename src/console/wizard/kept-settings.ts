import { bareTitle } from '#rules/text/bare-title.ts';
import { endedValues, isOpenToAll, proposeEnded, type EndedMark } from '#rules/registers/ended-mark.ts';
import { VISIBILITIES, type Visibility, type WizardColumn, type WizardTable } from '#wire/wizard.ts';

/** A setting whose columns are gone, and what stands instead: it comes back with them, unless somebody chose anew. */
interface LostSetting<T> {
  was: T;
  instead: T;
}

/** Settings of headings that the newest file has not; columns are named as in the table. */
export interface LostSettings {
  columns: WizardColumn[];
  filters: string[];
  search: string[];
  /** told by a check */
  show: string[];
  key?: LostSetting<string[]>;
  order?: LostSetting<string[]>;
  ended?: LostSetting<EndedMark | null>;
}

export const nothingLost: LostSettings = { columns: [], filters: [], search: [], show: [] };

/** What became of the settings with another file; columns by their titles where nothing else is said. */
export interface Kept {
  table: WizardTable;
  lost: LostSettings;
  /** they were there, and are */
  kept: WizardColumn[];
  /** they were there once, and are again */
  returned: WizardColumn[];
  fresh: WizardColumn[];
  gone: WizardColumn[];
  /** not told to everybody, and not in the new file: any of the fresh ones may be one of them under another title */
  missing: WizardColumn[];
  retyped: { column: WizardColumn; from: WizardColumn['type'] }[];
  /** choices that the new file brought */
  added: { column: WizardColumn; values: string[] }[];
  /** public as before, though the new proposal is narrower */
  wider: WizardColumn[];
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
  /** what the file before was proposed to be: what differs from it somebody chose */
  proposed: WizardTable | null;
  lost: LostSettings;
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
const bare = (word: string): string => word.replace(/^-/, '');
const narrowest = (list: readonly Visibility[]): Visibility =>
  VISIBILITIES[Math.max(...list.map((one) => VISIBILITIES.indexOf(one)))]!;

/**
 * RG10: the settings of a table for another file of it, found by heading. No column is told to more people than before.
 */
export function keepSettings({ table: before, proposed, lost }: Before, next: WizardTable): Kept {
  const names = new Set(before.columns.map(({ name }) => name.toLowerCase()));
  const old = [
    ...before.columns,
    ...lost.columns.map((column) =>
      names.has(column.name.toLowerCase()) ? { ...column, name: freeName(column.name, names) } : column,
    ),
  ];
  const partners = pairs(next.columns, old);
  const paired = new Set(partners.values());
  const missing = old.filter((column) => column.visibility !== 'shown' && !paired.has(column));
  const held = missing.length > 0 ? [{ visibility: 'hidden' as const }] : [];
  const taken = new Set(old.map(({ name }) => name.toLowerCase()));
  const columnOf = new Map<WizardColumn, WizardColumn>(
    next.columns.map((column) => {
      const partner = partners.get(column);
      const twins = old.filter(({ header }) => bareTitle(header) === bareTitle(column.header));
      if (partner)
        return [
          column,
          merged(
            partner,
            column,
            proposed?.columns.find(({ header }) => header === partner.header),
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
  const found = (list: readonly WizardColumn[]): WizardColumn[] =>
    list.flatMap((column) =>
      next.columns.filter((one) => partners.get(one) === column).map((one) => columnOf.get(one)!),
    );
  const [kept, returned] = [found(old.slice(0, before.columns.length)), found(old.slice(before.columns.length))];
  const fresh = next.columns.filter((column) => !partners.has(column)).map((column) => columnOf.get(column)!);
  const columns = [...kept, ...returned, ...fresh];
  const byName = new Map(columns.map((column) => [column.name, column]));
  const isGone = ({ name }: WizardColumn): boolean => !byName.has(name);
  const gone = before.columns.filter(isGone);

  const nameOf = new Map(next.columns.map((column) => [column.name, columnOf.get(column)!.name]));
  const renamed = (words: readonly string[]): string[] =>
    words.map((word) => word.replace(bare(word), nameOf.get(bare(word))!));
  const isTold = (name: string): boolean => ['shown', 'no-download', 'by-level'].includes(byName.get(name)!.visibility);
  const isText = (name: string): boolean => byName.get(name)!.type === 'text';
  // what was chosen, what was chosen of columns that are back, and what is proposed of new ones
  const joined = (mine: readonly string[], back: readonly string[], proposal: readonly string[]): string[] =>
    [
      ...mine.filter((name) => byName.has(name)),
      ...back.filter((name) => returned.some((one) => one.name === name)),
      ...renamed(proposal).filter((name) => fresh.some((one) => one.name === name)),
    ].filter(isTold);

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
    (words) => words.every((word) => byName.has(bare(word))),
    (words) => words.every((word) => !['by-level', 'left-out'].includes(byName.get(bare(word))!.visibility)),
  );
  const kind = before.verify?.kind ?? '';
  const mark = markOf(
    before.verify?.ended ?? null,
    lost.ended,
    proposed?.verify?.ended !== undefined,
    proposeEnded(kind, fresh) ?? null,
    byName,
  );
  const marks = mark.value ? newValues(kind, mark.value, byName.get(mark.value.field)!, old) : [];
  const inFile = mark.value && next.columns.find((column) => columnOf.get(column)!.name === mark.value!.field);
  const ended = mark.value && { ...mark.value, values: [...mark.value.values, ...marks] };
  const untouched = <F extends 'title' | 'dataDate'>(field: F): string =>
    proposed !== null && before[field] === proposed[field] ? next[field] : before[field];
  const { ended: _before, ...verify } = before.verify ?? { kind: '' as const, show: [] };
  const partnerOf = (column: WizardColumn): WizardColumn | undefined => old.find(({ name }) => name === column.name);
  const both = [...kept, ...returned];
  return {
    table: {
      ...before,
      columns,
      title: untouched('title'),
      dataDate: untouched('dataDate'),
      key: key.value,
      order: order.value,
      filters: joined(before.filters, lost.filters, next.filters),
      search: joined(before.search, lost.search, next.search).filter(isText),
      ...(before.verify && {
        verify: { ...verify, show: joined(verify.show, lost.show, next.verify?.show ?? []), ...(ended && { ended }) },
      }),
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
    kept,
    returned,
    fresh,
    gone,
    missing: fresh.length > 0 ? missing : [],
    retyped: both.flatMap((column) =>
      partnerOf(column)!.type === column.type ? [] : [{ column, from: partnerOf(column)!.type }],
    ),
    added: both.flatMap((column) => {
      const values =
        column.type === 'choice' && partnerOf(column)!.type === 'choice'
          ? column.choices.filter((choice) => !partnerOf(column)!.choices.includes(choice))
          : [];
      return values.length > 0 ? [{ column, values }] : [];
    }),
    wider: both.filter(
      (column) =>
        isTold(column.name) &&
        next.columns.some(
          (one) => columnOf.get(one) === column && narrowest([one.visibility, 'by-level']) !== 'by-level',
        ),
    ),
    key: key.became,
    order: order.became,
    ended: mark.became,
    marked: marks,
    unseen:
      inFile && inFile.type === 'choice'
        ? (mark.value?.values ?? []).filter((value) => !inFile.choices.includes(value))
        : [],
  };
}

/**
 * By the heading as it is written, then by what it says without script, spaces, width and unit; each of the old ones
 * once.
 */
function pairs(next: readonly WizardColumn[], old: readonly WizardColumn[]): Map<WizardColumn, WizardColumn> {
  const found = new Map<WizardColumn, WizardColumn>();
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
 * What somebody chose stays; what was only proposed follows the new file, but whom a column is told to.
 * @param twins the old columns that it may be
 */
function merged(
  old: WizardColumn,
  next: WizardColumn,
  proposed: WizardColumn | undefined,
  isMark: boolean,
  twins: readonly WizardColumn[],
): WizardColumn {
  const isUntouched = (...fields: (keyof WizardColumn)[]): boolean =>
    proposed !== undefined && fields.every((field) => same(old[field], proposed[field]));
  const { place, header, type, pattern, patternHint, example, scale, unit, choices, convert, fraction } = next;
  const counted = fraction === undefined ? {} : { fraction };
  const visibility = narrowest(twins.map((twin) => twin.visibility));
  const placed = {
    ...old,
    place,
    header,
    visibility,
    required: old.required && (next.required || !isUntouched('required')),
    ...(isUntouched('title') && { title: next.title }),
  };
  if (type !== old.type) {
    // a short or empty file makes text of what has been known better
    const follows =
      isUntouched('type', 'pattern', 'choices', 'scale', 'unit', 'convert', 'fraction') && !isMark && type !== 'text';
    return follows
      ? { ...placed, type, pattern, patternHint, example, scale, unit, choices, convert, ...counted }
      : placed;
  }
  return {
    ...placed,
    ...(isUntouched('pattern', 'patternHint', 'example') && { pattern, patternHint, example }),
    ...(isUntouched('scale') && { scale }),
    ...(isUntouched('unit') && { unit }),
    ...(isUntouched('fraction') && counted),
    ...(isUntouched('choices') && { choices: [...new Set([...old.choices, ...choices])] }),
  };
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
  byName: ReadonlyMap<string, WizardColumn>,
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

/** Of the values that the new file brought, those that speak of having left by what the column is called. */
function newValues(
  kind: 'staff' | 'product' | '',
  { field, values }: EndedMark,
  column: WizardColumn,
  old: readonly WizardColumn[],
): string[] {
  const known = old.find(({ name }) => name === field)?.choices;
  if (kind === '' || !known) return [];
  return endedValues(
    kind,
    column.header,
    column.choices.filter((choice) => !known.includes(choice)),
  ).filter((value) => !values.includes(value));
}
