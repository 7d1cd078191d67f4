import { scripted, type TextRun } from '../../files/cell-runs.ts';
import { LOWERED, RAISED, STRANGE, STRUCK, UNSEEN } from '../../files/style-looks.ts';

export type Mark = 'struck' | 'raised' | 'unseen' | 'strange';
export const MARKS: readonly Mark[] = ['struck', 'raised', 'unseen', 'strange'];
const MASKS: Readonly<Record<Mark, number>> = {
  struck: STRUCK,
  raised: RAISED | LOWERED,
  unseen: UNSEEN,
  strange: STRANGE,
};
export const has = (looks: number, mark: Mark): boolean => (looks & MASKS[mark]) !== 0;

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
    const text =
      has(run.looks, 'raised') && answers.raised === 'keep' ? scripted(run.text, (run.looks & RAISED) !== 0) : run.text;
    if (text === null) return null;
    made += text;
  }
  return made;
}
