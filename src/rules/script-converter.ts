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
}

/** Entries by their first code unit, the longest first. */
type Entries = ReadonlyMap<number, readonly Entry[]>;

/** Everything in the table is one of these; texts without any (codes, numbers, English) come back as they are. */
const CJK = /[\u3400-\u9fff\ud840-\ud8ff]/;
const FIRST_CJK = 0x3400;

/**
 * What counts after a figure, or stands alone because its number is drawn beside it, is no adverb and no name: 12 只,
 * 8周.
 */
const COUNTED = /(?<=\d\+? ?)(?:只(?![能有是要需限在供对用做会可])|周)|^只$/g;
const COUNTING: Readonly<Record<string, string>> = { 只: '隻', 周: '週' };

/**
 * Simplified to traditional script (LG3): from left to right, at each place the longest word of the table, else the
 * character. Protected terms (LG4) are cut out before. The time grows with the length of the text only.
 *
 * Traditional text stays as it is where a character has one meaning in both scripts: the traditional form of a word
 * counts as a word, too (干預 stays). Where it has two (后 of 皇后, 余 as a name), only words and protected terms tell them
 * apart.
 *
 * 80 to 110 MB of UTF-8 a second of core time (x64, 2026): a page’s text takes less than a millisecond.
 */
export function createConverter(table: ConversionTable): (text: string) => string {
  const entries = entriesOf(table);
  const own = new Map((table.protectedTerms ?? []).map((term) => (typeof term === 'string' ? [term, term] : term)));
  const kept = anyOf([...own.keys()]);
  return (text) => {
    if (!CJK.test(text)) return text;
    if (!kept) return convert(text, entries);
    // the pattern captures, so every second piece is a protected term
    return text
      .split(kept)
      .map((piece, index) => (index % 2 === 1 ? (own.get(piece) ?? piece) : convert(piece, entries)))
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
  return converted + text.slice(taken);
}

function longestAt(text: string, at: number, entries: Entries): Entry | undefined {
  const first = text.charCodeAt(at);
  const candidates = first < FIRST_CJK ? undefined : entries.get(first);
  if (!candidates) return undefined;
  for (const entry of candidates) {
    if (entry.from.length === 1 || text.startsWith(entry.from, at)) return entry;
  }
  return undefined;
}

function entriesOf({ characters, words }: ConversionTable): Entries {
  const all = new Map(characters);
  // first, so that a listed word wins over what another becomes
  for (const traditional of Object.values(words)) all.set(traditional, traditional);
  for (const [simplified, traditional] of Object.entries(words)) all.set(simplified, traditional);
  const byFirst = new Map<number, Entry[]>();
  for (const [from, to] of all) {
    const first = from.charCodeAt(0);
    const candidates = byFirst.get(first);
    if (candidates) candidates.push({ from, to });
    else byFirst.set(first, [{ from, to }]);
  }
  for (const candidates of byFirst.values()) candidates.sort((a, b) => b.from.length - a.from.length);
  return byFirst;
}

/** One pattern for all terms, the longest first; null for none. */
function anyOf(terms: readonly string[]): RegExp | null {
  const written = terms.filter((term) => term !== '').sort((a, b) => b.length - a.length);
  if (written.length === 0) return null;
  return new RegExp(`(${written.map((term) => term.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)).join('|')})`);
}
