import { writeNames } from './script-names.ts';

export interface ConversionTable {
  /** simplified character → traditional; other characters stay */
  characters: ReadonlyMap<string, string>;
  /** simplified word → traditional, where the characters alone would give another; a word may be one character long */
  words: Readonly<Record<string, string>>;
  /** never converted wherever they stand, not even as the end of one word and the beginning of the next */
  protectedTerms?: readonly ProtectedTerm[];
}

/** LG4: what stays as it is, or has a traditional form of its own. */
export type ProtectedTerm = string | readonly [written: string, traditional: string];

interface Entry {
  from: string;
  to: string;
  /** characters behind which it is not seen */
  goesOn?: string;
}

/** Entries by their first code unit: its form alone, and words by their second one, the longest first. */
type Entries = ReadonlyMap<number, Entered>;
interface Entered {
  alone?: Entry;
  words: Map<number, Entry[]>;
}

/**
 * Characters before which the last character of a word is no end, but begins another word: 度 of 特制度, 展 of 头发展. The word
 * is not seen there.
 */
const GOES_ON: Readonly<Record<string, string>> = {
  包: '含括装',
  历: '史',
  周: '围边遭全密到延折知',
  发: '出展布放现生票行起送表言达挥',
  只: '能要有是需限在供对用做会可涉影',
  制: '度定约',
  条: '件款',
  获: '得',
  签: '字约署订',
  志: '愿',
  游: '戏览',
  风: '控险格',
  扭: '曲转',
  长: '期远大成久达存效年眠老安了着出草度满',
};

/** Everything in the table is one of these; texts without any (codes, numbers, English) come back as they are. */
const CJK = /[\u3400-\u9fff\ud840-\ud8ff]/;
const FIRST_CJK = 0x3400;

/**
 * Words that count after a figure, or stand alone because their number is drawn beside them, are no adverbs and no
 * names: 12 只, 8周, and 里 is a mile, no inside. Nor is 里 an inside in a name that is written with a dot: 特里·布里奇.
 */
const COUNTED =
  /(?<=\d\+? ?)(?:只(?![能有是要需限在供对用做会可])|周|里(?![面头]))|^只$|(?<=·\p{Script=Han}{0,2})里(?![面头])|里(?=·)/gu;
/** stands for a character that stays, because no table has it */
const STAYS = '\ue010';
const COUNTING: Readonly<Record<string, string>> = { 只: '隻', 周: '週', 里: STAYS };

/**
 * Simplified to traditional script (LG3): from left to right, at each place the longest word of the table, else the
 * character. Protected terms (LG4) are cut out before. The time grows with the length of the text only. LG8: names of persons that the text tells by what stands around them are no words.
 *
 * Traditional text stays as it is where a character has one meaning in both scripts: the traditional form of a word
 * counts as a word, too (干預 stays). Where it has two (后 of 皇后, 余 as a name), only words and protected terms tell them
 * apart.
 */
export function createConverter(table: ConversionTable): (text: string) => string {
  const entries = entriesOf(table);
  const own = new Map((table.protectedTerms ?? []).map((term) => (typeof term === 'string' ? [term, term] : term)));
  const ownWords = anyOf([...own.keys()]);
  const convertWords = (text: string): string => convert(text, entries);
  const character = (one: string): string => table.characters.get(one) ?? one;
  const written = (text: string): string => writeNames(text, convertWords, character);
  return (text) => {
    if (!CJK.test(text)) return text;
    if (!ownWords) return written(text);
    // the pattern captures, so every second piece is a protected term
    return text
      .split(ownWords)
      .map((piece, index) => (index % 2 === 1 ? (own.get(piece) ?? piece) : written(piece)))
      .join('');
  };
}

function convert(written: string, entries: Entries): string {
  const text = written.replace(COUNTED, (word) => COUNTING[word] ?? word);
  let converted = '';
  let taken = 0;
  let at = 0;
  while (at < text.length) {
    const entry = longestAt(text, at, entries);
    if (!entry) {
      at += 1;
      continue;
    }
    if (taken < at) converted += text.slice(taken, at);
    converted += entry.to;
    at += entry.from.length;
    taken = at;
  }
  return (converted + text.slice(taken)).replaceAll(STAYS, '里');
}

function longestAt(text: string, at: number, entries: Entries): Entry | undefined {
  const first = text.charCodeAt(at);
  const entered = first < FIRST_CJK ? undefined : entries.get(first);
  if (!entered) return undefined;
  const words = at + 1 < text.length ? entered.words.get(text.charCodeAt(at + 1)) : undefined;
  const word = words?.find(
    (entry) => (entry.from.length === 2 || text.startsWith(entry.from, at)) && isWhole(entry, text, at),
  );
  return word ?? entered.alone;
}

/** A character beyond the first 65,536 is two units long and no word. */
function isWhole({ from, goesOn }: Entry, text: string, at: number): boolean {
  const next = goesOn && text[at + from.length];
  return !next || !goesOn.includes(next);
}

function entriesOf({ characters, words }: ConversionTable): Entries {
  const all = new Map(characters);
  // first, so that a listed word wins over what another becomes
  for (const traditional of Object.values(words)) all.set(traditional, traditional);
  for (const [simplified, traditional] of Object.entries(words)) all.set(simplified, traditional);
  const byFirst = new Map<number, Entered>();
  for (const [from, to] of all) {
    const first = from.charCodeAt(0);
    const entered = byFirst.get(first) ?? { words: new Map<number, Entry[]>() };
    byFirst.set(first, entered);
    const goesOn = from.length > 1 ? GOES_ON[from.at(-1)!] : undefined;
    const entry = goesOn === undefined ? { from, to } : { from, to, goesOn };
    if (from.length === 1) entered.alone = entry;
    else entered.words.set(from.charCodeAt(1), [...(entered.words.get(from.charCodeAt(1)) ?? []), entry]);
  }
  for (const { words: found } of byFirst.values())
    for (const candidates of found.values()) candidates.sort((a, b) => b.from.length - a.from.length);
  return byFirst;
}

/**
 * Phrases from groups written "发髮:头发 理发": a character and its form in the words behind it, whose other characters are
 * as the table has them. "=" instead of a pair: all characters are.
 * @param characters simplified → traditional
 */
export function readPhrases(groups: string, characters: ReadonlyMap<string, string>): Record<string, string> {
  const found: Record<string, string> = {};
  const become = new Map<string, Map<string, string>>();
  let group = '';
  for (const token of groups.trim().split(/\s+/)) {
    const at = token.indexOf(':');
    if (at >= 0) group = token.slice(0, at);
    const word = token.slice(at + 1);
    const own = become.get(word) ?? new Map<string, string>();
    become.set(word, own);
    const [from, to] = [...group];
    if (to !== undefined) own.set(from!, to);
    found[word] = [...word].map((character) => own.get(character) ?? characters.get(character) ?? character).join('');
  }
  return found;
}

/** One pattern for all terms, the longest first; null for none. */
function anyOf(terms: readonly string[]): RegExp | null {
  const written = terms.filter((term) => term !== '').sort((a, b) => b.length - a.length);
  if (written.length === 0) return null;
  return new RegExp(`(${written.map((term) => term.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)).join('|')})`);
}
