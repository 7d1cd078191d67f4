/**
 * SU23: events on which the fields of our forms are checked: a wrong one is marked once it is left, whether or not
 * anything was typed. Its mark goes as it is put right.
 */
export const MARKED_WHEN_LEFT = ['onBlur', 'onChange'];
