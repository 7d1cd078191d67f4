import type { Dice } from './random.ts';

/**
 * Every invented number starts with digits that, as far as known, no register gives out, so that none can be mistaken
 * for a real one. All prefixes are in this list: if one turns out to be in use, change it here.
 */
export const PREFIX = {
  /** securities practice number: S + firm 9901 + category + yymm + 4 digits */
  securitiesFirm: 'S9901',
  /** fund practice number: F999 + 10 digits */
  fund: 'F999',
  /** futures practice number: F9 + 6 digits */
  futures: 'F9',
  employee: '8',
  /** income certificate code: these letters + 3 digits */
  incomeCertificate: ['SZZ', 'SZY'],
  /** private fund filing: SZZ + 3 digits; private fund manager: P9 + 6 digits */
  privateFund: 'SZZ',
  privateManager: 'P9',
  /** open-end funds and collective plans: 99 + 4 digits */
  openFund: '99',
  /** products of other houses that have no public number: ZZ + 4 digits */
  otherProduct: 'ZZ',
  /** exchange-traded funds: + 3 digits */
  etf: { 上海: '559', 深圳: '158' },
  /** shares by market and board: + 3 digits */
  share: {
    上海: ['606', '607', '608', '609'],
    上海科创: ['687'],
    深圳: ['004', '005', '006', '007', '008', '009'],
    深圳创业: ['305'],
    北京: ['929'],
  },
  /** bonds: + 3 digits */
  bond: { 上海: '299', 深圳: '119' },
  convertible: '129',
  licence: '9',
  credit: '9999',
  /** subscriber numbers that are reserved for fiction */
  subscriber: '5550',
} as const;

const digits = (value: number, width: number) => String(value).padStart(width, '0');

/**
 * `count` different numbers from `low` to `high`, both included, in random order, so that one does not lead to the
 * next. A larger count starts with the numbers of a smaller one.
 */
export function scattered(random: Dice, count: number, low: number, high: number): number[] {
  const drawn = new Set<number>();
  while (drawn.size < Math.min(count, high - low + 1)) drawn.add(random.int(low, high));
  return [...drawn];
}

export const employeeNo = (sequence: number) => PREFIX.employee + digits(sequence, 5);
export const fundCertNo = (sequence: number) => PREFIX.fund + digits(sequence, 10);
export const futuresCertNo = (sequence: number) => PREFIX.futures + digits(sequence, 6);
export const incomeCertificateCode = (sequence: number) =>
  PREFIX.incomeCertificate[sequence % 2]! + digits(sequence, 3);
export const privateFundNo = (sequence: number) => PREFIX.privateFund + digits(sequence, 3);
export const privateManagerNo = (sequence: number) => PREFIX.privateManager + digits(sequence, 6);
export const openFundCode = (sequence: number) => PREFIX.openFund + digits(sequence, 4);
export const otherProductCode = (sequence: number) => PREFIX.otherProduct + digits(sequence, 4);
/** 14 digits */
export const licenceNo = (sequence: number) => PREFIX.licence + digits(sequence, 13);

/** `category`: 0 and 1 general, 4 broker, 5 analyst, 6 adviser. `day`: the day of issue. */
export const securitiesCertNo = (category: number, day: string, sequence: number) =>
  `${PREFIX.securitiesFirm}${category}${day.slice(2, 4)}${day.slice(5, 7)}${digits(sequence, 4)}`;

/** Landline in the form 0571-55500318. */
export const landline = (areaCode: string, random: Dice) =>
  `${areaCode}-${PREFIX.subscriber}${digits(random.int(1, 9999), 4)}`;

const CREDIT_SIGNS = '0123456789ABCDEFGHJKLMNPQRTUWXY';

/** A unified social credit code with a wrong check character, so that no firm can have it. */
export function creditCode(sequence: number): string {
  const body = `${PREFIX.credit}0000MA${digits(sequence, 7)}`;
  return body + CREDIT_SIGNS[(CREDIT_SIGNS.indexOf(creditCheckSign(body)) + 1) % CREDIT_SIGNS.length]!;
}

/**
 * The check character of GB 32100; weights are powers of 3 modulo 31.
 * @param body the first 17 characters
 */
export function creditCheckSign(body: string): string {
  let [sum, weight] = [0, 1];
  for (const sign of body) {
    sum += CREDIT_SIGNS.indexOf(sign) * weight;
    weight = (weight * 3) % 31;
  }
  return CREDIT_SIGNS[(31 - (sum % 31)) % 31]!;
}
