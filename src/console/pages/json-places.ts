import { pointerTo } from '#rules/json/pointer.ts';

export interface Place {
  /** offsets of the value */
  from: number;
  to: number;
  /** offsets of its name, where it has one */
  nameFrom?: number;
  nameTo?: number;
}

/** Fault that keeps a text from being JSON: its place, and the remedy. */
export interface Fault {
  at: number;
  message: string;
}

const FULL_WIDTH: readonly [signs: string, right: string][] = [
  ['“”„‟＂‘’', '"'],
  ['：', ':'],
  ['，、；', ','],
  ['｛【［', '{ 或 ['],
  ['｝】］', '} 或 ]'],
];

class NoJson extends Error {
  readonly at: number;

  constructor(at: number, message: string) {
    super(message);
    this.at = at;
  }
}

/**
 * JSON of a text with the place of every value by its RFC 6901 pointer, or the first fault. Nested at most 200 deep.
 */
export function readPlaces(text: string): { value: unknown; places: Map<string, Place> } | { fault: Fault } {
  const places = new Map<string, Place>();
  let at = 0;
  const space = (): void => {
    while (at < text.length && ' \t\r\n'.includes(text[at]!)) at += 1;
  };
  const fail = (wanted: string): never => {
    const sign = text[at];
    if (sign === undefined) throw new NoJson(at, `内容没有结束，这里应为${wanted}`);
    if (text.startsWith('//', at) || text.startsWith('/*', at)) throw new NoJson(at, 'JSON 里不能写注释，请删去');
    const right = FULL_WIDTH.find(([signs]) => signs.includes(sign))?.[1];
    throw new NoJson(
      at,
      right === undefined ? `这里应为${wanted}，而不是 ${sign}` : `全角符号 ${sign} 应改为半角的 ${right}`,
    );
  };
  const string = (): string => {
    const from = at;
    if (text[at] !== '"') fail('半角引号 "');
    for (at += 1; at < text.length && text[at] !== '"'; at += 1) {
      if (text[at] === '\n') throw new NoJson(from, '文字没有在本行结束，缺少右边的引号 "');
      if (text[at] === '\\') at += 1;
    }
    if (at >= text.length) throw new NoJson(from, '文字没有结束，缺少右边的引号 "');
    at += 1;
    try {
      return JSON.parse(text.slice(from, at)) as string;
    } catch {
      throw new NoJson(from, '文字里有不能直接写的符号，反斜线应写成 \\\\');
    }
  };
  const members = (close: '}' | ']', one: () => void): void => {
    at += 1;
    space();
    if (text[at] === close) return void (at += 1);
    for (;;) {
      space();
      one();
      space();
      if (text[at] === close) return void (at += 1);
      if (text[at] !== ',') fail(`逗号 , 或 ${close}`);
      const comma = at;
      at += 1;
      space();
      if (text[at] === close) throw new NoJson(comma, `${close} 前多了一个逗号，请删去`);
    }
  };
  const value = (pointer: string, depth: number): unknown => {
    if (depth > 200) throw new NoJson(at, '嵌套太深');
    space();
    const from = at;
    const known = places.get(pointer);
    const done = <T>(read: T): T => {
      places.set(pointer, { ...known, from, to: at });
      return read;
    };
    if (text[at] === '{') {
      const read: Record<string, unknown> = {};
      members('}', () => {
        const nameFrom = at;
        const name = string();
        const inner = `${pointer}${pointerTo(name)}`;
        if (Object.hasOwn(read, name)) throw new NoJson(nameFrom, `“${name}”写了两次，请删去一个`);
        places.set(inner, { nameFrom, nameTo: at, from: at, to: at });
        space();
        if (text[at] !== ':') fail('冒号 :');
        at += 1;
        Object.defineProperty(read, name, {
          value: value(inner, depth + 1),
          enumerable: true,
          writable: true,
          configurable: true,
        });
      });
      return done(read);
    }
    if (text[at] === '[') {
      const read: unknown[] = [];
      members(']', () => void read.push(value(`${pointer}/${read.length}`, depth + 1)));
      return done(read);
    }
    if (text[at] === '"') return done(string());
    const word = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.])/.exec(
      text.slice(at, at + 400),
    )?.[0];
    if (word === undefined) return fail('一个值');
    at += word.length;
    return done(JSON.parse(word) as unknown);
  };
  try {
    const read = value('', 0);
    space();
    if (at < text.length) fail('结尾');
    return { value: read, places };
  } catch (error) {
    if (error instanceof NoJson) return { fault: { at: error.at, message: error.message } };
    throw error;
  }
}

/** Place of a problem's mark: its value, the name that is unknown, or the nearest place around it. */
export function placeOf(places: ReadonlyMap<string, Place>, pointer: string): { from: number; to: number } {
  for (let at = pointer; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) {
    const place = places.get(at);
    if (place?.nameFrom !== undefined && (at === pointer || place.to - place.from > 60))
      return { from: place.nameFrom, to: at === pointer && place.to - place.from <= 60 ? place.to : place.nameTo! };
    // the beginning of an object or a list is enough
    if (place) return { from: place.from, to: place.to - place.from > 60 ? place.from + 1 : place.to };
    if (at === '') return { from: 0, to: 0 };
  }
}

/** Line and column of an offset, both from 1. */
export function lineAndColumn(text: string, at: number): { line: number; column: number } {
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: before.at(-1)!.length + 1 };
}
