import type { CheckId } from '#rules/checks/checks.ts';
import { findPersonalNumbers, maskedNumber, numberWords, type PersonalNumber } from '#rules/people/personal-numbers.ts';
import type { Finding } from '#wire/edition-answers.ts';

/** A finding within one change. */
export type Found = Omit<Finding, 'change' | 'severity'>;

export function foundAt(check: CheckId, at: string, shown: string): Found {
  const place = withMasks(at);
  return { key: `${place} ${check} ${shown}`, check, place, shown };
}

/** PV1 */
export const foundNumber = (at: string, number: PersonalNumber): Found =>
  foundAt('personal-number', at, numberWords(number));

/** A title or a key may be such a number itself, and the history of an edition names the place. */
const withMasks = (place: string): string =>
  findPersonalNumbers(place).reduce((text, number) => text.replaceAll(number.digits, maskedNumber(number)), place);

/** '“最佳”' of a text that is long: as much as tells which one is meant. */
export const quoted = (text: string): string => `“${text.slice(0, 60)}”`;
