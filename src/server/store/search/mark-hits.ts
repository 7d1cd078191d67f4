import type { MarkedText } from '#page/data-shapes.ts';
import { NAME_DOTS } from '#rules/search/search-text.ts';
import { foldSearch } from './search-pieces.ts';

/** characters of an excerpt, about two lines on a wide screen */
const EXCERPT = 120;
/** characters shown before the first hit, so that it is read in its sentence */
const LEAD = 30;

/** characters whose folding is kept; a language uses some thousands */
const MOST_CACHED = 10_000;
const cache = new Map<string, string>();

/** A text with the places marked at which one of the words stands, compared as a search compares (RG3). */
export function markHits(text: string, words: readonly string[]): MarkedText[] {
  const { folded, places } = foldByCharacter(text);
  const hit = new Set<number>();
  for (const word of words) {
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length)) {
      // characters that the folding leaves out inside of a word, a space or a dot, are marked with it
      for (let place = places[at]!; place <= places[at + word.length - 1]!; place++) hit.add(place);
    }
  }
  const parts: MarkedText[] = [];
  for (const [index, character] of [...text].entries()) {
    const last = parts.at(-1);
    if (last && last.hit === hit.has(index)) last.text += character;
    else parts.push({ text: character, hit: hit.has(index) });
  }
  return parts;
}

/** characters that are folded at once: most texts have the words near their beginning */
const WINDOW = 4_000;
/** length by which one reaches into the next, so that no word is cut */
const OVERLAP = 200;

/**
 * The part of a long text around the first place with one of the words, marked; its beginning where none stands in it.
 * @param length in characters
 */
export function excerptOf(text: string, words: readonly string[], length = EXCERPT): MarkedText[] {
  const characters = [...text];
  for (let begin = 0; begin < characters.length; begin += WINDOW) {
    const { folded, places } = foldByCharacter(characters.slice(begin, begin + WINDOW + OVERLAP).join(''));
    const found = words.map((word) => folded.indexOf(word)).filter((at) => at >= 0);
    if (found.length > 0)
      return excerptFrom(characters, Math.max(0, begin + places[Math.min(...found)]! - LEAD), words, length);
  }
  return excerptFrom(characters, 0, words, length);
}

function excerptFrom(
  characters: readonly string[],
  from: number,
  words: readonly string[],
  length: number,
): MarkedText[] {
  const marked = markHits(characters.slice(from, from + length).join(''), words);
  if (from > 0) marked.unshift({ text: '…', hit: false });
  if (from + length < characters.length) marked.push({ text: '…', hit: false });
  return marked;
}

/**
 * Each character is folded alone, so that its place stays known: `places` counts characters of the text; then full
 * stops in names go.
 */
function foldByCharacter(text: string): { folded: string; places: number[] } {
  let folded = '';
  let index = 0;
  const places: number[] = [];
  for (const character of text) {
    const one = foldOne(character);
    folded += one;
    for (let count = 0; count < one.length; count++) places.push(index);
    index++;
  }
  const dots = new Set([...folded.matchAll(NAME_DOTS)].map((dot) => dot.index));
  if (dots.size === 0) return { folded, places };
  return { folded: folded.replace(NAME_DOTS, ''), places: places.filter((_, at) => !dots.has(at)) };
}

function foldOne(character: string): string {
  const known = cache.get(character);
  if (known !== undefined) return known;
  const folded = foldSearch(character);
  if (cache.size < MOST_CACHED) cache.set(character, folded);
  return folded;
}
