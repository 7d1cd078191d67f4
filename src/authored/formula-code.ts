/** characters of one, and of a text that are looked at */
const LONGEST = 300;
const MOST = 20;
const CODE = new RegExp(
  String.raw`\\\((?:[^\\]|\\(?!\))){1,${LONGEST}}\\\)|\\\[(?:[^\\]|\\(?!\])){1,${LONGEST}}\\\]|\$\$[^$]{1,${LONGEST}}\$\$`,
  'g',
);

/** AC5: formulas that a text holds as code of TeX, which a script draws elsewhere. */
export function formulaCodesIn(text: string): string[] {
  if (!/\\[([]|\$\$/.test(text)) return [];
  return (text.match(CODE) ?? []).filter((code) => /[\\^_=]/.test(code.slice(2, -2))).slice(0, MOST);
}
