/**
 * SU23: of a form of ours, when its fields are checked: a wrong one is marked once it is left, whether or not anything was
 * typed, and its mark goes as it is put right.
 */
export const MARKED_WHEN_LEFT = ['onBlur', 'onChange'];
