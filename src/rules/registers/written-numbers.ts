import { compatible } from '../text/unicode-forms.ts';
/** digits, at least: fewer are a part of a sentence */
const FEWEST_DIGITS = 5;
/** digits of a telephone number without its area code, at least */
const FEWEST_LOCAL = 7;
/** characters, at most */
const LONGEST = 40;

const DASHES = /[‐‑‒–—―−]/g;
/** Letters and digits, joined by what numbers are written with: (021)5550-7172, S9901-124. */
const RUN = /\(?[a-z0-9]+(?:[-()]{1,2}[a-z0-9]+)*/g;
const DATE = /^\d{4}-\d{1,2}-\d{1,2}$/;

/**
 * SE7: telephone numbers, codes and other numbers of a text, each as it is compared: small letters and digits alone. Of a
 * telephone number what follows the area code is one, too.
 */
export function writtenNumbers(text: string): string[] {
  const runs = compatible(text).toLowerCase().replace(DASHES, '-').match(RUN) ?? [];
  const found = runs.flatMap((run) => {
    if (DATE.test(run)) return [];
    const [, local = ''] = /^\(?0\d{2,3}[-)]+([\d-]+)$/.exec(run) ?? [];
    return [...numberOf(run, FEWEST_DIGITS), ...numberOf(local, FEWEST_LOCAL)];
  });
  return [...new Set(found)];
}

/** The number that typed words are, as it is compared; none where they are something else. */
export function typedNumber(words: readonly string[]): string | null {
  const joined = compatible(words.join('')).toLowerCase().replace(DASHES, '-');
  return /^[a-z0-9()+-]+$/.test(joined) ? (numberOf(joined, FEWEST_DIGITS)[0] ?? null) : null;
}

function numberOf(run: string, fewest: number): string[] {
  const bare = run.replace(/[^a-z0-9]/g, '');
  return bare.length <= LONGEST && (bare.match(/\d/g)?.length ?? 0) >= fewest ? [bare] : [];
}
