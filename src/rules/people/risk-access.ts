/** RK1–RK3: may this customer read what is marked with this product level? Pure; the day is handed in. */

/** User info as the user service answers it (website.md section 3). */
export interface RiskProfile {
  /** '01' … '06' */
  riskLevel?: string;
  /** yyyymmdd, in Shanghai */
  riskValidDate?: string;
  /** '1' for a professional investor */
  isProInvestor?: string;
}

export type RiskDecision = 'allowed' | 'level too low' | 'evaluation missing or past';

const PRODUCT_LEVELS: Readonly<Record<string, number>> = {
  '9999': 1,
  '0000': 2,
  '0001': 3,
  '0002': 4,
  '0003': 5,
  '0004': 6,
};
const CUSTOMER_LEVELS: Readonly<Record<string, number>> = { '01': 1, '02': 2, '03': 3, '04': 4, '05': 5, '06': 6 };

/**
 * @param productCode code of the level that is required
 * @param today yyyymmdd in Shanghai
 */
export function decideRisk(profile: RiskProfile, productCode: string, today: string): RiskDecision {
  if (profile.isProInvestor === '1') return 'allowed';
  if (!/^\d{8}$/.test(profile.riskValidDate ?? '') || profile.riskValidDate! < today)
    return 'evaluation missing or past';
  // an unknown product code blocks, an unknown customer code is level 0
  const required = Object.hasOwn(PRODUCT_LEVELS, productCode) ? PRODUCT_LEVELS[productCode]! : Infinity;
  const own = Object.hasOwn(CUSTOMER_LEVELS, profile.riskLevel ?? '') ? CUSTOMER_LEVELS[profile.riskLevel!]! : 0;
  return own >= required ? 'allowed' : 'level too low';
}

/** Yyyymmdd of a Shanghai date, as evaluations are dated (RK3). @param date yyyy-mm-dd */
export const evaluationDay = (date: string): string => date.replaceAll('-', '');

const PRODUCT_LEVEL_NAMES: Readonly<Record<string, string>> = {
  '9999': '最低类别',
  '0000': 'R1低',
  '0001': 'R2中低',
  '0002': 'R3中',
  '0003': 'R4中高',
  '0004': 'R5高',
};

/** RK1: codes of the product levels, the lowest first. */
export const productLevelCodes = (): string[] =>
  Object.keys(PRODUCT_LEVELS).sort((one, other) => PRODUCT_LEVELS[one]! - PRODUCT_LEVELS[other]!);

/** Name of a product level for visitors; an unknown code as it is. */
export const productLevelName = (productCode: string): string =>
  Object.hasOwn(PRODUCT_LEVEL_NAMES, productCode) ? PRODUCT_LEVEL_NAMES[productCode]! : productCode;

const CUSTOMER_LEVEL_NAMES: Readonly<Record<string, string>> = {
  '01': 'C1（最低类别·保守型）',
  '02': 'C1（保守型）',
  '03': 'C2（谨慎型）',
  '04': 'C3（稳健型）',
  '05': 'C4（积极型）',
  '06': 'C5（激进型）',
};

/** Name of a level for customers; an unknown code as it is. */
export const customerLevelName = (customerCode: string): string =>
  Object.hasOwn(CUSTOMER_LEVEL_NAMES, customerCode) ? CUSTOMER_LEVEL_NAMES[customerCode]! : customerCode;

/**
 * ER7: the customer's level that a product level asks for at least; '' for an unknown product code, which no level
 * reaches.
 */
export function neededLevelName(productCode: string): string {
  const needed = Object.hasOwn(PRODUCT_LEVELS, productCode) ? PRODUCT_LEVELS[productCode] : undefined;
  const code = Object.keys(CUSTOMER_LEVELS).find((one) => CUSTOMER_LEVELS[one] === needed);
  return code === undefined ? '' : customerLevelName(code);
}

/**
 * RK1: the code of a product level as people write it ('R3', 'R3（中）', '0002', '最低类别'); null where it is none.
 */
export function productLevelCode(words: string): string | null {
  const text = words.trim();
  return (
    productLevelCodes().find(
      (code) =>
        code === text ||
        productLevelName(code) === text ||
        (/^R[1-5](?!\d)/i.test(text) && productLevelName(code).startsWith(text.slice(0, 2).toUpperCase())),
    ) ?? null
  );
}
