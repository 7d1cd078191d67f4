import { withoutHidden } from './hidden-characters.ts';

/**
 * PB3: whether two names mean one person, where two are asked for: width, case, spaces and hidden characters do not
 * count.
 */
export const isSameName = (one: string, other: string): boolean => comparable(one) === comparable(other);

/** Nothing of such a name can be seen. */
export const isBlankName = (name: string): boolean => comparable(name) === '';

/** what people put behind a name when they speak of somebody, in both scripts */
const HONORIFIC = /(先生|女士|小姐|老师|老師|经理|經理|总监|總監|主任|同志)$/u;

/** RG32: a name as it is asked for without 先生, 女士, 经理 behind it; the same where nothing of a name would be left. */
export function withoutHonorific(words: string): string {
  const name = words.replace(HONORIFIC, '').trim();
  return [...name].length < 2 ? words : name;
}

const comparable = (name: string): string => withoutHidden(name.normalize('NFKC').toLowerCase()).replaceAll(/\s/gu, '');
