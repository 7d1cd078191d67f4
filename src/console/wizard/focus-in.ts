import { flushSync } from 'react-dom';

/**
 * Moves the focus to a part of the step, once the change is drawn.
 * @param selector the first in the order of reading
 * @param tell makes the change to be drawn
 */
export function focusIn(selector: string, tell: () => void = () => {}): void {
  flushSync(tell);
  const found = document.querySelector<HTMLElement>(`.wizard :is(${selector})`);
  if (!found) return;
  // a sentence takes the focus only where it is led to
  if (found.tabIndex < 0) found.tabIndex = -1;
  found.focus();
}

/** Moves the focus to the first field with a problem, or to the message above the fields. */
export const focusFirstProblem = (tell?: () => void): void =>
  focusIn('[aria-invalid="true"], [role="alert"], .field-problem', tell);
