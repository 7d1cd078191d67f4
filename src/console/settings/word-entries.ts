import type { FieldProblem } from '#wire/console-answers.ts';

/** One line of the setting search.words, as it is typed: what is missing may be missing. */
export interface WordEntry {
  said: string[];
  means: string[];
}

export type WordField = keyof WordEntry;

/** The entries of a value that may be of any form. */
export const entriesOf = (value: unknown): WordEntry[] =>
  Array.isArray(value)
    ? value.map((one: Partial<WordEntry> | null) => ({ said: wordsOf(one?.said), means: wordsOf(one?.means) }))
    : [];

const wordsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** Words as somebody typed or pasted them: without space around them, none twice. */
export const tidyWords = (words: readonly string[]): string[] =>
  [...new Set(words.map((word) => word.trim().replace(/\s+/g, ' ')))].filter((word) => word !== '');

/** SE1: the entries with one more, for words that were searched in vain; where they are said already, as they were. */
export const withVisitorWords = (entries: readonly WordEntry[], words: string): readonly WordEntry[] =>
  hasVisitorWords(entries, words) ? entries : [...entries, { said: [words], means: [] }];

/** Whether an entry has these words, in whatever case. */
export const hasVisitorWords = (entries: readonly WordEntry[], words: string): boolean =>
  entries.some(({ said }) => said.some((word) => word.toLowerCase() === words.toLowerCase()));

/** Whether an entry is found by words: one of its own contains them. */
export const hasWords = ({ said, means }: WordEntry, words: string): boolean =>
  [...said, ...means].some((word) => word.toLowerCase().includes(words.trim().toLowerCase()));

/** Problems of one entry, by the field below which they are shown. */
export function problemsAt(problems: readonly FieldProblem[], place: number): Record<WordField, string[]> {
  const own = problems.filter(({ pointer }) => pointer === `/${place}` || pointer.startsWith(`/${place}/`));
  const isOfMeans = ({ pointer, field }: FieldProblem) => pointer.split('/')[2] === 'means' || field === 'means';
  const messageOf = ({ message }: FieldProblem) => message.replace(`第 ${place + 1} 项 `, '');
  return {
    said: [...new Set(own.filter((one) => !isOfMeans(one)).map(messageOf))],
    means: [...new Set(own.filter(isOfMeans).map(messageOf))],
  };
}
