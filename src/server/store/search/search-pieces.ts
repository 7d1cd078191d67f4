import characters from 'opencc-js/dict/TSCharacters';
import { normaliseSearch } from '#rules/search/search-text.ts';
import { withoutFormat } from '#rules/text/without-format.ts';

/**
 * Texts that searches compare (RG3, LG5), on the server only: the table of characters would weigh on every visit.
 * Stored text and typed words are both folded, so what a character is folded to matters less than that both sides
 * agree.
 */

/** traditional character → simplified; the first where there are several */
const simplified = new Map<string, string>(
  characters.split('|').map((entry): [string, string] => {
    const [from = '', to = ''] = entry.split(' ');
    return [from, to];
  }),
);

/** Text as a search compares it: width, case, white space, dots in names and script make no difference. */
export function foldSearch(text: string): string {
  const normal = normaliseSearch(text);
  // codes and numbers, the most of it, hold no such character
  if (!/[^\u0000-\u2fff]/.test(normal)) return normal;
  let folded = '';
  for (const character of normal) folded += simplified.get(character) ?? character;
  return folded;
}

/**
 * Words that differ where traditional script is written, or that are folded to a spelling that our texts do not have.
 * Each has a character of that script, so that words typed in simplified script mean what they say.
 */
const OTHER_WORDS: Readonly<Record<string, string>> = {
  帳: '账',
  軟體: '软件',
  硬體: '硬件',
  網路: '网络',
  連結: '链接',
  螢幕: '屏幕',
  身分證: '身份证',
  座標: '坐标',
  彷彿: '仿佛',
  憑藉: '凭借',
  復甦: '复苏',
};
const OTHER_WORD = new RegExp(Object.keys(OTHER_WORDS).join('|'), 'gu');

/**
 * Words that a visitor typed, folded as stored text is, and by the name that our texts have for the thing (LG5).
 * Invisible characters that came along when they were copied are left out.
 */
export const foldTyped = (words: string): string =>
  foldSearch(withoutFormat(words).replace(OTHER_WORD, (word) => OTHER_WORDS[word]!));

/**
 * The pieces under which a folded text is found: each character, each two side by side, and of codes each four, because
 * two digits are too few. None reaches over a line's end.
 */
export function piecesOf(folded: string): string[] {
  const pieces = new Set<string>();
  for (const line of folded.split('\n')) {
    const all = [...line];
    for (const [index, character] of all.entries()) {
      pieces.add(character);
      if (index > 0) pieces.add(all[index - 1]! + character);
    }
    for (const piece of codePieces(line)) pieces.add(piece);
  }
  return [...pieces];
}

/**
 * Pieces that every text has in which this folded word stands. Of one or two characters they say all; a longer word
 * must be looked for in the text besides, because its pieces may stand apart.
 */
export function piecesToFind(word: string): string[] {
  const all = [...word];
  if (all.length < 3) return all.length === 0 ? [] : [word];
  const code = codePieces(word);
  const pairs = pairsOf(all);
  // four characters of a code say more than the pairs in them
  return [...new Set([...code, ...pairs.filter((pair) => code.length === 0 || !/^[a-z0-9]{2}$/.test(pair))])];
}

/** Pieces that every folded title has in which this folded word stands (pieces_of_title of migration 0032). */
export function titlePiecesToFind(word: string): string[] {
  const all = [...word];
  return all.length < 3 ? [word] : [...new Set(pairsOf(all))];
}

const pairsOf = (characters: readonly string[]): string[] =>
  characters.slice(1).map((character, index) => characters[index]! + character);

function codePieces(text: string): string[] {
  return [...text.matchAll(/(?=([a-z0-9]{4}))/g)].map(([, piece]) => piece!);
}
