/** More marks above and below one sign than any script writes (UAX 15). */
const MARKS = /([\p{M}\uFF9E\uFF9F]{30})[\p{M}\uFF9E\uFF9F]+/gu;

/** Printable ASCII and ideographs, which no form changes: nearly all cells of a register. */
const UNCHANGED = /^[\x20-\x7E\u4E00-\u9FFF]*$/;

/** Whether a text is the same in every form. */
export const isUnchanged = (text: string): boolean => UNCHANGED.test(text);

/** OL9: Unicode sorts the marks of a sign, which takes the square of their number: of a row of them the first are kept. */
const withoutRows = (text: string): string => text.replace(MARKS, '$1');

/** A text with composed characters (NFC), in a time that grows with its length alone (OL9). */
export const composed = (text: string): string => withoutRows(text).normalize('NFC');

/** A text as it is compared, whatever the width and style of its characters (NFKC), in a time that grows with its length alone (OL9). */
export const compatible = (text: string): string => withoutRows(text).normalize('NFKC');
