/** Condition for less motion: the system's setting, or the elder-friendly version (its root has the class elder). */
export const LESS_MOTION = '(prefers-reduced-motion: reduce)';

/** Asked before anything moves by script; only in the browser. */
export const wantsLessMotion = (): boolean =>
  document.documentElement.classList.contains('elder') || matchMedia(LESS_MOTION).matches;
