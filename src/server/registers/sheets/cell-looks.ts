import { readSymbols } from '#authored/symbol-fonts.ts';
import { runsOf, type TextRun } from '../../files/cell-runs.ts';
import { ALL_BUT_FONT, FONT, STRANGE, SYMBOL, symbolFonts } from '../../files/style-looks.ts';
import type { Value } from './cell-values.ts';

/**
 * AC4, EY8: a cell with the characters of symbol fonts as they are drawn. Those without an ordinary character stay, marked
 * as strange; so does a number that a symbol font draws.
 */
export function withSymbols(value: Value): Value {
  const [kind, text, seen] = value;
  const word = seen?.looks ?? '';
  if (word.startsWith('*')) {
    const mask = Number(word.slice(1));
    const looks = `*${mask > ALL_BUT_FONT ? (mask & ALL_BUT_FONT) | STRANGE : mask}`;
    return [kind, text, { ...seen, looks }];
  }
  const runs = word === '' ? [] : runsOf(text, word)!;
  if (runs.every(({ looks }) => looks <= ALL_BUT_FONT)) return value;
  const made: TextRun[] = [];
  const add = (more: string, looks: number): void => {
    const last = made.at(-1);
    if (last?.looks === looks) last.text += more;
    else made.push({ text: more, looks });
  };
  for (const { text: own, looks } of runs) {
    const plain = looks & ALL_BUT_FONT;
    const font = symbolFonts[(looks >> FONT) - 1];
    if (font === undefined) add(own, plain);
    else if (kind !== 'text') add(own, plain | STRANGE);
    else
      for (const sign of own) {
        const read = readSymbols(sign, font);
        add(read.unknown > 0 ? sign : read.text, plain | (read.unknown > 0 ? STRANGE : read.changed > 0 ? SYMBOL : 0));
      }
  }
  const { looks: _looks, ...others } = seen!;
  const looks = made.map((run) => `${run.looks}:${run.text.length}`).join();
  const isOrdinary = made.every((run) => run.looks === 0);
  return [kind, made.map((run) => run.text).join(''), isOrdinary ? others : { ...others, looks }];
}

/** A cell whose letters all look so, too. */
export function withLooks([kind, text, seen]: Value, mask: number): Value {
  const word = seen?.looks ?? `0:${text.length}`;
  const looks = word.startsWith('*')
    ? `*${Number(word.slice(1)) | mask}`
    : word
        .split(',')
        .map((run) => run.split(':').map(Number) as [number, number])
        .map(([own, count]) => `${own | mask}:${count}`)
        .join();
  return [kind, text, { ...seen, looks }];
}
