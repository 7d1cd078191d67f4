import { LOWERED, RAISED, STRANGE, STRUCK, UNSEEN } from '../../files/style-looks.ts';
import { type TextRun } from '../sheets/cell-looks.ts';

export type Mark = 'struck' | 'raised' | 'unseen' | 'strange';
export const MARKS: readonly Mark[] = ['struck', 'raised', 'unseen', 'strange'];
const MASKS: Readonly<Record<Mark, number>> = {
  struck: STRUCK,
  raised: RAISED | LOWERED,
  unseen: UNSEEN,
  strange: STRANGE,
};
export const has = (looks: number, mark: Mark): boolean => (looks & MASKS[mark]) !== 0;

const PLAIN = '0123456789+-=()−n';
const RAISED_SIGNS = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾⁻ⁿ';
const LOWERED_SIGNS = '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎₋ₙ';
/** what looks the same above the line */
const AS_IT_IS = /^[®™©*※†‡①-⑳\s]$/u;

/** Raised or lowered letters as signs that mean so by themselves: 10⁴, m²; null where there are none. */
function scripted({ text, looks }: TextRun): string | null {
  const signs = (looks & RAISED) !== 0 ? RAISED_SIGNS : LOWERED_SIGNS;
  let made = '';
  for (const sign of text) {
    const at = PLAIN.indexOf(sign);
    if (at < 0 && !AS_IT_IS.test(sign)) return null;
    made += at < 0 ? sign : signs[at]!;
  }
  return made;
}

/** Answers of a person about letters that look otherwise: they stay, or they go. */
export type Answer = 'keep' | 'leave';

/**
 * EY8: the text of runs by the answers. Raised letters that stay become signs of their own, never plain ones.
 * @returns null where raised letters should stay and no signs mean them
 */
export function textBy(runs: readonly TextRun[], answers: Readonly<Partial<Record<Mark, Answer>>>): string | null {
  let made = '';
  for (const run of runs) {
    if (MARKS.some((mark) => has(run.looks, mark) && answers[mark] === 'leave')) continue;
    const text = has(run.looks, 'raised') && answers.raised === 'keep' ? scripted(run) : run.text;
    if (text === null) return null;
    made += text;
  }
  return made;
}
