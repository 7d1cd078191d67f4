/** Signs of Chinese keyboards in the place of JSON's own. */
const FULL_WIDTH: readonly [signs: RegExp, words: string, right: string][] = [
  [/[“”„‟＂‘’]/, 'full-width quotation marks', '"'],
  [/：/, 'a full-width colon', ':'],
  [/[，、；]/, 'a full-width comma', ','],
  [/[｛｝［］【】]/, 'a full-width bracket', '{ } [ ]'],
];

/**
 * The most usual faults of a text that is no JSON: signs of a Chinese keyboard, a comma too many, a comment. A parser
 * reports them by an unexpected character only.
 * @returns a sentence with line and column, both from 1; null where it is something else
 */
export function jsonFault(text: string): string | null {
  const outside = outsideStrings(text);
  const strange = /[“”„‟＂‘’：，、；｛｝［］【】]/.exec(outside);
  const comma = /,(?=\s*[,}\]])/.exec(outside);
  const comment = /\/[/*]/.exec(outside);
  const first = [strange, comma, comment].filter((found) => found !== null).toSorted((a, b) => a.index - b.index)[0];
  if (!first) return halfQuoted(text);
  return `There ${wordsOf(first, outside)}, ${placeOf(text, first.index)}.`;
}

/**
 * A string that begins with a straight quotation mark and should end with a full-width one swallows what follows up to
 * the next.
 */
function halfQuoted(text: string): string | null {
  let index = 0;
  for (const line of text.split('\n')) {
    const mark = (line.match(/(?<!\\)"/g)?.length ?? 0) % 2 === 1 ? /[“”„‟＂]/.exec(line) : null;
    if (mark) return `There ${wordsOf(mark, line)}, ${placeOf(text, index + mark.index)}.`;
    index += line.length + 1;
  }
  return null;
}

function wordsOf(found: RegExpExecArray, text: string): string {
  const sign = found[0];
  if (sign === ',') return `is a comma too many before ${/^,\s*(.)/s.exec(text.slice(found.index))?.[1]}`;
  if (sign.startsWith('/')) return 'is a comment, which JSON does not know';
  const [, words, right] = FULL_WIDTH.find(([signs]) => signs.test(sign))!;
  return `${words.startsWith('a ') ? 'is' : 'are'} ${words} ${sign} instead of ${right}`;
}

/**
 * The text with the inside of its strings blanked; a string that does not end on its line hides nothing, because its
 * end is what is wrong.
 */
const outsideStrings = (text: string): string =>
  text.replace(/"(?:[^"\\\n]|\\.)*"/g, (string) => `"${' '.repeat(string.length - 2)}"`);

/** 'at line 2, column 14': where an offset is, both from 1. */
export function placeOf(text: string, index: number): string {
  const before = text.slice(0, index).split('\n');
  return `at line ${before.length}, column ${before.at(-1)!.length + 1}`;
}
