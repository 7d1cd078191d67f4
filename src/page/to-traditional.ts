import characters from 'opencc-js/dict/STCharacters';
import variants from 'opencc-js/dict/TWVariants';
import { readCharacters } from '#rules/script/script-characters.ts';
import { createConverter, readPhrases, type ProtectedTerm } from '#rules/script/script-converter.ts';
import { scriptWords } from '#rules/script/script-words.ts';
import { scriptPhrases } from './script-phrases.ts';

const table = tableOf(readCharacters(characters, variants));

/** OpenCC's own words first, then ours. */
function tableOf(all: ReadonlyMap<string, string>) {
  return { characters: all, words: { ...readPhrases(scriptPhrases, all), ...scriptWords } };
}

/** Words that those of the table become. */
export const writtenWords: readonly string[] = Object.values(table.words);

/**
 * Text in the traditional script as Taiwan writes it (decision 14). The tables and the words weigh 21 kB after
 * brotli, so a browser takes this file by `import()` alone; a visitor who reads simplified script never loads it.
 */
export const toTraditional = createConverter(table);

/** The same, but for these terms (LG4). */
export const toTraditionalBut = (protectedTerms: readonly ProtectedTerm[]): ((text: string) => string) =>
  protectedTerms.length === 0 ? toTraditional : createConverter({ ...table, protectedTerms });
