import { replaceHidden, visible } from '#rules/text/hidden-characters.ts';

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

const shownLines = (text: string): string => text.split('\n').map(visible).join('\n');

/**
 * Prints how a command is used where it is asked for that.
 * @returns the exit code; null: it was not asked
 */
export function tellUsage(args: readonly string[], usage: string): number | null {
  if (!args.includes('--help') && !args.includes('-h')) return null;
  printWords(usage);
  return 0;
}

/** Whether the arguments are the name of one file: a word with a dash before it is an option. */
export const isOneFile = (args: readonly string[]): args is [string] => args.length === 1 && !args[0]!.startsWith('-');
