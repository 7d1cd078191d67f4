import { existsSync } from 'node:fs';
import { packedCommands } from '#rules/text/command-words.ts';
import { replaceHidden, visible } from '#rules/text/hidden-characters.ts';

/** Whether this program was unpacked from one file, where commands have other names. */
const isPacked = existsSync(new URL('../../contents.json', import.meta.url));

/**
 * Prints text that contains parts of files, names or options. All such text must go through this function, because a
 * terminal executes the control characters it receives.
 */
export const printWords = (text: string): void => console.log(shownLines(text));

/** The same for standard error. */
export const printError = (text: string): void => console.error(shownLines(text));

/** Prints JSON for programs. Nothing is removed: hidden characters are written as JSON escapes. */
export function printJson(object: unknown): void {
  const escape = (character: string) =>
    Array.from(
      { length: character.length },
      (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join('');
  const lines = JSON.stringify(object, null, 2).split('\n');
  console.log(lines.map((line) => replaceHidden(line, escape)).join('\n'));
}

const shownLines = (text: string): string =>
  (isPacked ? packedCommands(text) : text).split('\n').map(visible).join('\n');
