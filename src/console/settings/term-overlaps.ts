export interface Overlap {
  short: string;
  long: string;
}

/** Words that are part of others, each with the shortest word that contains it. */
export function termOverlaps(terms: readonly string[]): Overlap[] {
  const byLength = [...new Set(terms)].toSorted((a, b) => a.length - b.length);
  return byLength.flatMap((short, at) => {
    const long = byLength.slice(at + 1).find((other) => other.includes(short));
    return long === undefined ? [] : [{ short, long }];
  });
}

/** The words of what was pasted: one a line, or divided by 、 ， , ； ; */
export const termsIn = (text: string): string[] =>
  text
    .split(/[\n\r、，,；;]/)
    .map((term) => term.trim())
    .filter((term) => term !== '');

/** Adds words to a list. @returns the new list and the words that stand there already */
export function addTerms(terms: readonly string[], added: readonly string[]): { terms: string[]; twice: string[] } {
  const fresh = [...new Set(added)].filter((term) => !terms.includes(term));
  return { terms: [...terms, ...fresh], twice: [...new Set(added)].filter((term) => terms.includes(term)) };
}
