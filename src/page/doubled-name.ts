import { pointerTo } from '#rules/json/pointer.ts';

/** Strings and the signs that build objects and lists; what is between them does not matter. */
const TOKENS = /"(?:[^"\\]+|\\.)*"|[{}[\],:]/g;

interface Level {
  /** an object's names so far; null: a list */
  names: Set<string> | null;
  /** name or number of the value that is being read */
  at: string | number;
}

/** A name that one object has twice, of which JSON.parse would take the last without a word. */
export interface DoubledName {
  name: string;
  /** the pointer of the value in the body */
  pointer: string;
  /** the offset of the second name in the text */
  at: number;
}

/** @param json that JSON.parse takes @returns the first such name; null where there is none */
export function findDoubledName(json: string): DoubledName | null {
  const levels: Level[] = [];
  let isName = false;
  for (const { 0: token, index } of json.matchAll(TOKENS)) {
    const level = levels.at(-1);
    if (token === '{' || token === '[') {
      levels.push(token === '{' ? { names: new Set(), at: '' } : { names: null, at: 0 });
      isName = token === '{';
    } else if (token === '}' || token === ']') {
      levels.pop();
      isName = false;
    } else if (token === ',') {
      isName = level?.names != null;
      if (level && !level.names) level.at = Number(level.at) + 1;
    } else if (token !== ':' && isName && level?.names) {
      level.at = JSON.parse(token) as string;
      if (level.names.has(level.at))
        return { name: level.at, pointer: pointerTo(...levels.map(({ at: step }) => step)), at: index };
      level.names.add(level.at);
      isName = false;
    }
  }
  return null;
}
