import { SURNAMES } from '#rules/people/person-name.ts';

const NAME = new RegExp(`^[${SURNAMES}][\\u4e00-\\u9fff]{1,2}$`, 'u');

/**
 * Whether words may be a person's: a name, an address, a number of a card, an account, a telephone or a certificate.
 */
export const isPerhapsPersonal = (words: string): boolean =>
  /[@＠]|(?:[0-9０-９][\s-]?){5}/u.test(words) || words.split(/\s/u).some((word) => NAME.test(word));
