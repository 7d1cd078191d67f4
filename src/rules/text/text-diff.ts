/** Differences between two texts, for people who compare an old with a new version. */

export interface TextPiece {
  how: 'same' | 'removed' | 'added';
  text: string;
}

/** product of lengths above which a section counts as replaced: the table below would fill the memory */
const MOST_CELLS = 4_000_000;

/** Elements of two lists that stayed, left and came, in reading order; those that stayed are as many as possible. */
export function diffLists(before: readonly string[], after: readonly string[]): TextPiece[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let end = 0;
  while (
    end < before.length - start &&
    end < after.length - start &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  )
    end += 1;
  const piece =
    (how: TextPiece['how']) =>
    (text: string): TextPiece => ({ how, text });
  const middle = diffMiddle(before.slice(start, before.length - end), after.slice(start, after.length - end));
  return [
    ...before.slice(0, start).map(piece('same')),
    ...middle,
    ...before.slice(before.length - end).map(piece('same')),
  ];
}

/** Compares by the longest common subsequence. */
function diffMiddle(before: readonly string[], after: readonly string[]): TextPiece[] {
  const whole = [
    ...before.map((text): TextPiece => ({ how: 'removed', text })),
    ...after.map((text): TextPiece => ({ how: 'added', text })),
  ];
  if (before.length === 0 || after.length === 0 || before.length * after.length > MOST_CELLS) return whole;
  const width = after.length + 1;
  const longest = new Uint32Array((before.length + 1) * width);
  for (let a = before.length - 1; a >= 0; a -= 1) {
    for (let b = after.length - 1; b >= 0; b -= 1) {
      longest[a * width + b] =
        before[a] === after[b]
          ? longest[(a + 1) * width + b + 1]! + 1
          : Math.max(longest[(a + 1) * width + b]!, longest[a * width + b + 1]!);
    }
  }
  const pieces: TextPiece[] = [];
  let [a, b] = [0, 0];
  while (a < before.length && b < after.length) {
    if (before[a] === after[b]) {
      pieces.push({ how: 'same', text: before[a++]! });
      b += 1;
    } else if (longest[(a + 1) * width + b]! >= longest[a * width + b + 1]!)
      pieces.push({ how: 'removed', text: before[a++]! });
    else pieces.push({ how: 'added', text: after[b++]! });
  }
  for (; a < before.length; a += 1) pieces.push({ how: 'removed', text: before[a]! });
  for (; b < after.length; b += 1) pieces.push({ how: 'added', text: after[b]! });
  return pieces;
}

/** One line of the comparison; a changed one has its words. */
export interface DiffLine {
  how: 'same' | 'removed' | 'added' | 'changed';
  pieces: TextPiece[];
}

/** Compares by lines; lines that became other ones are compared by words. */
export function diffTexts(before: string, after: string): DiffLine[] {
  const lines: DiffLine[] = [];
  let removed: string[] = [];
  let added: string[] = [];
  const flush = (): void => {
    const pairs = Math.min(removed.length, added.length);
    for (let at = 0; at < pairs; at += 1) lines.push({ how: 'changed', pieces: diffWords(removed[at]!, added[at]!) });
    for (const text of removed.slice(pairs)) lines.push({ how: 'removed', pieces: [{ how: 'removed', text }] });
    for (const text of added.slice(pairs)) lines.push({ how: 'added', pieces: [{ how: 'added', text }] });
    removed = [];
    added = [];
  };
  for (const { how, text } of diffLists(linesOf(before), linesOf(after))) {
    if (how === 'removed') removed.push(text);
    else if (how === 'added') added.push(text);
    else {
      flush();
      lines.push({ how: 'same', pieces: [{ how: 'same', text }] });
    }
  }
  flush();
  return lines;
}

const linesOf = (text: string): string[] => (text === '' ? [] : text.split('\n'));

const WORDS = new Intl.Segmenter('zh', { granularity: 'word' });

/** Neighbouring words of one kind are one piece. */
export function diffWords(before: string, after: string): TextPiece[] {
  const words = (text: string): string[] => Array.from(WORDS.segment(text), ({ segment }) => segment);
  const joined: TextPiece[] = [];
  for (const piece of diffLists(words(before), words(after))) {
    const last = joined.at(-1);
    if (last?.how === piece.how) last.text += piece.text;
    else joined.push({ ...piece });
  }
  return joined;
}
