import { withoutHidden } from './hidden-characters.ts';

/**
 * PB3: whether two names mean one person, where two are asked for: width, case, spaces and hidden characters do not
 * count.
 */
export const isSameName = (one: string, other: string): boolean => comparable(one) === comparable(other);

/** Nothing of such a name can be seen. */
export const isBlankName = (name: string): boolean => comparable(name) === '';

const comparable = (name: string): string => withoutHidden(name.normalize('NFKC').toLowerCase()).replaceAll(/\s/gu, '');
