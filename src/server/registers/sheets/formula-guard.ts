/**
 * First characters by which spreadsheet programs recognise a formula (OWASP: CSV injection), in either width; and
 * the guard itself.
 */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;

/** RG5: a text that no program takes for a formula: an apostrophe is put in front where it begins like one. */
export const guardFormula = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** The text as it was before `guardFormula`. */
export const unguardFormula = (text: string): string =>
  text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text;
