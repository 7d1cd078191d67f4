import { productLevelCodes, productLevelName } from '#rules/people/risk-access.ts';

/** Levels of risk for a choice, of which the first is none. */
export const RISKS = [
  { value: '', label: '不限' },
  ...productLevelCodes().map((value) => ({ value, label: productLevelName(value) })),
];
