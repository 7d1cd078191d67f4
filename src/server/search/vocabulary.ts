import { setImmediate as turn } from 'node:timers/promises';
import { hasContent, hasRows } from '#page/public-content.ts';
import type { SearchWords } from '#page/settings/search-words.ts';
import type { Db } from '../db/tables.ts';
import type { Site } from '../site/site.ts';
import { foldSearch } from '../store/search/search-pieces.ts';
import { isMeaningful, knownWordsOf, wordsOf } from './segment.ts';

/** A word that this site uses, or several that stand side by side in its titles. */
export interface KnownWord {
  /** folded */
  word: string;
  /** in how many titles */
  count: number;
  /** without tones, one after the other: rongzirongquan; '' where it has no Han character */
  pinyin: string;
  /** rzrq */
  initials: string;
  /** SE6: the site calls something so, or everybody knows the word: what else stands side by side may be cut out of a longer one */
  isWhole: boolean;
  /** no name and no title of the site has it: the setting of everyday words alone does */
  isEveryday: boolean;
}

export interface Vocabulary {
  /** the most frequent first */
  words: readonly KnownWord[];
  knows(word: string): boolean;
  /** pinyin of any word, as KnownWord has it */
  soundOf(word: string): string;
}

/** words of the trade that pinyin-pro reads by the commoner sound of a character */
const READ_OTHERWISE = {
  重置: 'chóng zhì',
  重设: 'chóng shè',
  重组: 'chóng zǔ',
  重签: 'chóng qiān',
  重做: 'chóng zuò',
  重开: 'chóng kāi',
  重估: 'chóng gū',
  还款: 'huán kuǎn',
  还本: 'huán běn',
  还息: 'huán xī',
  还贷: 'huán dài',
  还券: 'huán quàn',
};

/** newest titles that are read; older ones have the same words */
const MOST_TITLES = 20_000;
/** the most frequent are kept */
const MOST_WORDS = 20_000;
/** words side by side that are one (融资融券), and its characters */
const MOST_TOGETHER = 3;
const LONGEST = 10;
/** titles between two turns of the event loop */
const BATCH = 100;
/** milliseconds for which it is not made anew, however often something is published */
const MOST_ENTRIES = 300_000;

interface CachedVocabulary {
  db: Db;
  site: Site;
  at: number;
  made: Promise<Vocabulary>;
}
let cached: CachedVocabulary | null = null;

/**
 * SE4: the words of titles, channels, registers and the setting of everyday words: what corrections and suggestions are
 * made of. Made when it is first needed, in small parts, and anew some minutes after a
 * publication.
 */
export function vocabularyOf(db: Db, site: Site, siteWords: SearchWords): Promise<Vocabulary> {
  const now = Date.now();
  if (cached && cached.db === db && (cached.site === site || now - cached.at < MOST_ENTRIES)) return cached.made;
  const making: CachedVocabulary = { db, site, at: now, made: makeVocabulary(db, site, siteWords) };
  cached = making;
  making.made.catch(() => {
    if (cached === making) cached = null;
  });
  return making.made;
}

async function makeVocabulary(db: Db, site: Site, siteWords: SearchWords): Promise<Vocabulary> {
  const { customPinyin, pinyin } = await import('pinyin-pro');
  customPinyin(READ_OTHERWISE);
  const syllablesOf = (word: string): string[] =>
    pinyin(word, { toneType: 'none', type: 'array', nonZh: 'consecutive', v: true });
  const soundOf = (word: string): string => (/\p{Script=Han}/u.test(word) ? syllablesOf(word).join('') : '');
  const counts = new Map<string, number>();
  const add = (word: string, times = 1): void => {
    if ([...word].length > 1 && word.length <= LONGEST) counts.set(word, (counts.get(word) ?? 0) + times);
  };
  const whole = new Set<string>();
  for (const text of namesOf(site)) {
    const folded = foldSearch(text);
    whole.add(folded);
    add(folded, NAMED);
    addWords(folded, add);
  }
  const titles = await db
    .selectFrom('article')
    .select('title')
    .where('public_to', 'is', null)
    .orderBy('content_time', 'desc')
    .limit(MOST_TITLES)
    .execute();
  for (const [at, { title }] of titles.entries()) {
    if (at % BATCH === 0) await turn();
    const folded = foldSearch(title);
    for (const { word } of knownWordsOf(folded)) whole.add(word);
    addWords(folded, add);
  }
  const ofTheSite = new Set(counts.keys());
  const everyday = new Set<string>();
  for (const text of siteWords.flatMap((entry) => [...entry.said, ...entry.means])) {
    const folded = foldSearch(text);
    if (!ofTheSite.has(folded)) everyday.add(folded);
    whole.add(folded);
    add(folded, NAMED);
    addWords(folded, add);
  }
  const frequent = [...counts].toSorted(([, a], [, b]) => b - a).slice(0, MOST_WORDS);
  const words: KnownWord[] = [];
  for (const [at, [word, count]] of frequent.entries()) {
    if (at % BATCH === 0) await turn();
    words.push({
      word,
      count,
      pinyin: soundOf(word),
      initials: syllablesOf(word)
        .map((syllable) => syllable[0] ?? '')
        .join(''),
      isWhole: whole.has(word),
      isEveryday: everyday.has(word),
    });
  }
  const all = new Set(words.map(({ word }) => word));
  return { words, knows: (word) => all.has(word), soundOf };
}

/** a name counts as so many titles */
const NAMED = 20;

/** Names that the site itself gives, but for channels and registers of which nothing is public (SU16). */
const namesOf = ({ map, registers }: Site): string[] => [
  ...[...map.byUrl.values()].filter((position) => hasContent(position, map)).map(({ channel }) => channel.name),
  ...[...registers.values()]
    .filter(({ register }) => hasRows(register, map))
    .flatMap(({ title, fields, columns }) => [title, ...columns.map((name) => fields[name]?.title ?? '')]),
];

/** The words of a title, and those that stand side by side. */
function addWords(folded: string, add: (word: string) => void): void {
  const words = wordsOf(folded);
  for (const [at, word] of words.entries()) {
    if (!isMeaningful(word)) continue;
    let together = '';
    for (const next of words.slice(at, at + MOST_TOGETHER)) {
      if (!isMeaningful(next) || !folded.includes(together + next)) break;
      together += next;
      add(together);
    }
  }
}
