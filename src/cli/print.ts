import { replaceHidden, visible } from '#rules/hidden-characters.ts';

/**
 * Prints text that holds parts of files, names or options. All such text goes through here, because a terminal executes
 * control characters that it is sent.
 */
export const printWords = (text: string): void => console.log(shownLines(text));

/** The same for what went wrong. */
export const printError = (text: string): void => console.error(shownLines(text));

/** For programs: hidden characters are written as JSON escapes, so nothing is lost. */
export function printJson(object: unknown): void {
  const escape = (character: string) =>
    Array.from(
      { length: character.length },
      (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join('');
  const lines = JSON.stringify(object, null, 2).split('\n');
  console.log(lines.map((line) => replaceHidden(line, escape)).join('\n'));
}

const shownLines = (text: string): string => text.split('\n').map(visible).join('\n');
