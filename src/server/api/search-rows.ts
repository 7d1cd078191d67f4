import type { Cell, HitRow } from '#page/data-shapes.ts';
import type { Link } from '#page/page-schema.ts';
import { hasRows } from '#page/public-content.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import type { Db } from '../db/tables.ts';
import { typedNumber, writtenNumbers } from '#rules/registers/written-numbers.ts';
import { isEveryday, wordsOf } from '../search/segment.ts';
import type { Understood } from '../search/understand.ts';
import { numberFields } from '../store/rows/derive-row.ts';
import { findInRegisters, findNumber, type FoundInAny } from '../store/rows/find-in-register.ts';
import { foldSearch } from '../store/search/search-pieces.ts';
import { shownFields } from '../store/rows/list-register-rows.ts';
import { pathOfPageWith, pathOfRegister, pathOfRow, shownRegisters } from '../site/register-places.ts';
import type { Site } from '../site/site.ts';
import type { CallContext } from './define-call.ts';
import { factOf } from './row-facts.ts';

/** characters; of fewer only a whole name or number is meant, as a part they stand in half of all rows */
const FEWEST_OF_A_PART = 3;
/** the same where the register is named, too: 保定 营业部 */
const FEWEST = 2;
/** characters, the longest first: of a name that stands beside other words without a space */
const LENGTHS_OF_NAMES = [4, 3, 2];
/** rows that are looked at of each register */
const OF_EACH = 20;
const MOST_FACTS = 5;
/** rank of a row as an answer, beside articles (search-conditions.ts) and channels */
const EXACT_RANK = 13;
const NAMED_RANK = 9;
const PART_RANK = 5;
/** different words that registers are asked for, in one search */
const MOST_QUESTIONS = 6;
/** the same where nothing else is found */
const MOST_BESIDE = 12;

export interface FoundRows {
  list: HitRow[];
  total: number;
  /** page of a register of which so many rows are found that the register itself is meant: 营业部 */
  register: Link | null;
}

export const NO_ROWS: FoundRows = { list: [], total: 0, register: null };

/**
 * Persons, products, securities and places that the words name, in the registers that pages show. A register that shows
 * nothing until a search is made answers whole names and numbers only. SE3: where no row holds all words as they were
 * typed, those that name a register or its columns say where to look: 折算率 600519. SE7: a number is found in whichever
 * column it stands.
 */
export async function searchRows(
  { db, site }: Pick<CallContext, 'db' | 'site'>,
  { words, terms }: Understood,
  most: number,
): Promise<FoundRows> {
  const registers = ownRegisters(site);
  const [asTyped, { number, rows }] = await Promise.all([
    findRows(db, registers, words, FEWEST_OF_A_PART),
    findRowsNumbered(db, site, registers, words),
  ]);
  const whole = [...rows, ...asTyped.filter((one) => !rows.some((other) => isSameRow(one, other)))];
  const isNamed = whole.length === 0;
  const found = isNamed ? await findRowsNamed(db, site, registers, { words, terms }) : whole;
  return listed(site, found, most, isNamed, number);
}

const isSameRow = (a: FoundInAny, b: FoundInAny): boolean => a.register === b.register && a.key === b.key;

/** SE7: rows in which the number stands that the words are, or that one of them is and the row holds the others. */
async function findRowsNumbered(
  db: Db,
  site: Site,
  registers: readonly RegisterDefinition[],
  words: readonly string[],
): Promise<{ number: string | null; rows: FoundInAny[] }> {
  const whole = typedNumber(words);
  // a number stands behind what it is called without a space: 工号800381
  const parts = whole === null ? words.flatMap(withoutNumber) : words;
  const at = whole === null ? parts.findIndex((word) => typedNumber([word]) !== null) : -1;
  const number = whole ?? (at < 0 ? null : typedNumber([parts[at]!]));
  if (number === null) return { number, rows: [] };
  const names = registers.map(({ register }) => register);
  const rows = await findNumber(db, names, number, OF_EACH);
  if (whole !== null) return { number, rows };
  const isHeld = await heldBeside(site);
  const rest = parts.filter((_word, place) => place !== at).filter((word) => saysOfRow([word]).length > 0);
  return { number, rows: rows.filter((row) => rest.every((word) => isHeld(row, [word]))) };
}

const withoutNumber = (word: string): string[] =>
  /^(?:\p{Script=Han}+[a-z0-9()+-]{5,}|[a-z0-9()+-]{5,}\p{Script=Han}+)$/u.test(word)
    ? (word.match(/\p{Script=Han}+|[a-z0-9()+-]+/gu) ?? [])
    : [word];

/** Words that are said of anybody and of any number, so that no row has to hold them: 罗逸钰是你们的员工吗. */
const OF_ANYBODY = new Set(
  '员工 人员 职员 工作人员 从业人员 本人 真的 真假 真实 工号 编号 号码 代码 电话 手机 手机号 联系方式 证书 资格 姓名 名字'.split(
    ' ',
  ),
);

/** Words that say something of a row: neither everyday words nor what is said of anybody. */
const saysOfRow = (words: readonly string[]): string[] =>
  words.flatMap(wordsOf).filter((word) => !isEveryday(word) && !OF_ANYBODY.has(word));

/**
 * SE3: rows that one of several words names, and whose other cells or register hold the rest: 数据工程师 北京; and those of
 * a name that stands beside other words without a space: 债券交易员张三. For searches that nothing else answers: each word is
 * asked of all registers.
 */
export async function searchRowsBeside(
  { db, site }: Pick<CallContext, 'db' | 'site'>,
  { words, terms }: Pick<Understood, 'words' | 'terms'>,
  most: number,
): Promise<FoundRows> {
  const registers = ownRegisters(site);
  // a word that was typed apart is first meant whole, and may be an everyday one
  const typed = words.map((word) => terms.find(([first]) => first === word) ?? [word]);
  const beside = await findRowsBeside(db, site, registers, [typed, terms]);
  const found = beside.length > 0 ? beside : await findRowsWithin(db, site, registers, { words, terms });
  return listed(site, found, most, true);
}

function listed(
  site: Site,
  found: readonly FoundInAny[],
  most: number,
  isNamed: boolean,
  number: string | null = null,
): FoundRows {
  const rows = found.flatMap(({ register, data, exact }) => {
    const definition = site.registers.get(register)!;
    const numbered = number === null ? [] : fieldsWith(definition, data, number);
    const path =
      pathOfRow(site, definition, data) || (numbered.length > 0 ? pathOfPageWith(site, definition, data) : '');
    return path === ''
      ? []
      : {
          register,
          title: definition.title,
          path,
          exact,
          rank: exact ? EXACT_RANK : isNamed ? NAMED_RANK : PART_RANK,
          facts: factsOf(site, definition, data, numbered),
        };
  });
  const all = Map.groupBy(isNamed ? [] : found, ({ register }) => register);
  const many = [...all].find(([, ofOne]) => ofOne.length === OF_EACH)?.[0];
  const register =
    many === undefined ? null : { title: site.registers.get(many)!.title, path: pathOfRegister(site, many) };
  return { list: rows.slice(0, most), total: rows.length, register };
}

/** @param fewest characters that may be a part of a name */
function findRows(
  db: Db,
  registers: readonly RegisterDefinition[],
  words: readonly string[],
  fewest: number,
): Promise<FoundInAny[]> {
  const length = [...words.join('')].length;
  if (length < FEWEST) return Promise.resolve([]);
  const searched = registers.map((definition) => ({
    definition,
    onlyExact: length < fewest || definition.onDemand === true,
  }));
  return findInRegisters(db, searched, words, OF_EACH);
}

async function findRowsBeside(
  db: Db,
  site: Site,
  registers: readonly RegisterDefinition[],
  readings: readonly Understood['terms'][],
): Promise<FoundInAny[]> {
  const isHeld = await heldBeside(site);
  const isNamed = await namedBy(site);
  for (const { word, rest } of wordsBeside(readings)) {
    // two characters stand in half of all rows, but in few of a register that another word names
    const matching = registers.filter(
      ({ register }) => [...word].length >= FEWEST_OF_A_PART || rest.some((one) => isNamed(register, one)),
    );
    const found = (await findRows(db, matching, [word], FEWEST)).filter((row) => rest.every((one) => isHeld(row, one)));
    if (found.length > 0) return found;
  }
  return [];
}

/** Each word that may name a row, the longest first, with what is to be held besides; none that was asked for by itself. */
function wordsBeside(readings: readonly Understood['terms'][]): { word: string; rest: Understood['terms'] }[] {
  const all = readings
    .filter((terms) => terms.flat().length > 1)
    .flatMap((terms) =>
      terms
        .toSorted(([a], [b]) => b!.length - a!.length)
        .flatMap((term) => {
          const rest = terms.filter((one) => one !== term);
          const [typed, ...means] = term;
          return [...partsOf(typed!), ...means].map((word) => ({ word, rest }));
        }),
    );
  const naming = all.filter(({ word }) => !isEveryday(word));
  const different = new Map(naming.map((one) => [JSON.stringify(one), one]));
  return [...different.values()].slice(0, MOST_BESIDE);
}

/** A longer word may be said shorter than it is written: 反洗钱岗 is 反洗钱分析岗. */
const partsOf = (word: string): string[] => (/^\p{Script=Han}{4,}$/u.test(word) ? [word, word.slice(0, -1)] : [word]);

/** Whole names at either end of a word, whose rest says something of the row or of its register. */
async function findRowsWithin(
  db: Db,
  site: Site,
  registers: readonly RegisterDefinition[],
  { words, terms }: Pick<Understood, 'words' | 'terms'>,
): Promise<FoundInAny[]> {
  const isHeld = await heldBeside(site);
  for (const [name, rest] of words.flatMap(namesWithin).slice(0, MOST_BESIDE)) {
    // an everyday word says what it means, too
    const otherTerms = saysOfRow([rest]).map((word) => terms.find(([typed]) => typed === word) ?? [word]);
    const found = (await findRows(db, registers, [name], Infinity)).filter(
      (row) => otherTerms.length === 0 || otherTerms.some((term) => isHeld(row, term)),
    );
    if (found.length > 0) return found;
  }
  return [];
}

/** The beginnings and ends of a word that may be somebody's name, each with the rest. */
const namesWithin = (word: string): [name: string, rest: string][] => {
  const all = /^\p{Script=Han}+$/u.test(word) ? [...word] : [];
  return LENGTHS_OF_NAMES.filter((length) => length + FEWEST <= all.length).flatMap((length): [string, string][] => [
    [all.slice(-length).join(''), all.slice(0, -length).join('')],
    [all.slice(0, length).join(''), all.slice(length).join('')],
  ]);
};

type Term = Understood['terms'][number];

/** Whether the register, its columns or its channels are called so. */
async function namedBy(site: Site): Promise<(register: string, term: Term) => boolean> {
  const names = await namesOfRegisters(site);
  return (register, term) => term.some((word) => names.get(register)?.includes(word));
}

/** Whether a row's shown cells hold one of the words, or its register is called so. */
async function heldBeside(site: Site): Promise<(row: FoundInAny, term: Term) => boolean> {
  const isNamed = await namedBy(site);
  return ({ register, data }, term) => {
    if (isNamed(register, term)) return true;
    const definition = site.registers.get(register)!;
    const cells = shownFields(definition).flatMap((field) => factOf(site, definition, field, data[field] ?? null));
    const whole = cells.map(({ text }) => foldSearch(text)).join('\n');
    return term.some((word) => whole.includes(word));
  };
}

/** Each register is asked for the words that do not name it. */
async function findRowsNamed(
  db: Db,
  site: Site,
  registers: readonly RegisterDefinition[],
  { words, terms }: Pick<Understood, 'words' | 'terms'>,
): Promise<FoundInAny[]> {
  const names = await namesOfRegisters(site);
  const matching = Map.groupBy(registers, ({ register }) =>
    terms
      .filter((term) => !term.some((word) => names.get(register)?.includes(word)) && !isEveryday(term[0]!))
      .map(([word]) => word!)
      .join(' '),
  );
  const found: FoundInAny[] = [];
  for (const [rest, definitions] of [...matching].slice(0, MOST_QUESTIONS))
    if (rest !== '' && rest !== words.join(' '))
      found.push(...(await findRows(db, definitions, rest.split(' '), FEWEST)));
  return found.toSorted((a, b) => Number(b.exact) - Number(a.exact));
}

/** Names of each register that a page shows, of its columns and of the channels that show it, folded. */
export const namesOfRegisters = (site: Site): Promise<Map<string, string>> =>
  site.remember('names of registers', async () => namesOf(site, registersShown(site)));

/** Registers whose rows are in this store. */
export const ownRegisters = (site: Site): RegisterDefinition[] =>
  registersShown(site).filter((definition) => !site.isElsewhere(definition));

/** Registers that a page shows and that have public rows: others are neither found nor named (SU20). */
export function registersShown(site: Site): RegisterDefinition[] {
  const shown = shownRegisters(site);
  return [...site.registers.values()].filter(({ register }) => shown.has(register) && hasRows(register, site.map));
}

function namesOf(site: Site, registers: readonly RegisterDefinition[]): Map<string, string> {
  const channels = Map.groupBy(
    site.channels.flatMap(({ channelId, name }) => site.registersOf(channelId).map((register) => ({ register, name }))),
    ({ register }) => register,
  );
  return new Map(
    registers.map(({ register, title, columns, fields }) => [
      register,
      [
        title,
        ...columns.map((name) => fields[name]?.title ?? ''),
        ...(channels.get(register) ?? []).map(({ name }) => name),
      ]
        .map(foldSearch)
        .join('\n'),
    ]),
  );
}

/** Fields of a row in which a number stands. */
const fieldsWith = (definition: RegisterDefinition, data: Readonly<Record<string, Cell>>, number: string): string[] =>
  numberFields(definition).filter((field) => writtenNumbers(String(data[field] ?? '')).includes(number));

/** @param first fields that are told before others, of which there is no room for all */
function factsOf(
  site: Site,
  definition: RegisterDefinition,
  data: Readonly<Record<string, Cell>>,
  first: readonly string[],
): HitRow['facts'] {
  const shown = definition.verify?.show ?? shownFields(definition);
  // the field that names a row stands in front
  return [...new Set([...shown.slice(0, 1), ...first, ...shown])]
    .flatMap((field) => factOf(site, definition, field, data[field] ?? null))
    .slice(0, MOST_FACTS);
}
