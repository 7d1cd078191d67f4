/** A word that a firm writes its own way in traditional script. traditional: absent where it has no form of its own any more. */
export interface ChangedTerm {
  words: string;
  traditional?: string;
}

/** The words of script.protected (as they are) or script.words by what they become; of an entry that is not complete nothing. */
function termsOf(value: unknown): Map<string, string> {
  const entries = (Array.isArray(value) ? value : []) as (string | { written?: string; traditional?: string } | null)[];
  return new Map(
    entries.flatMap((entry): [string, string][] => {
      const [written, traditional] = typeof entry === 'string' ? [entry, entry] : [entry?.written, entry?.traditional];
      return written?.trim() && traditional?.trim() ? [[written.trim(), traditional.trim()]] : [];
    }),
  );
}

/** Words that are written otherwise once `after` is public. */
export function changedTerms(before: unknown, after: unknown): ChangedTerm[] {
  const [was, will] = [termsOf(before), termsOf(after)];
  const fresh = [...will].filter(([words, traditional]) => was.get(words) !== traditional);
  const gone = [...was.keys()].filter((words) => !will.has(words));
  return [...fresh.map(([words, traditional]) => ({ words, traditional })), ...gone.map((words) => ({ words }))];
}
