/** A1 for the first cell of the first row. @param column from 0 */
export const cellAddress = (row: number, column: number): string => `${columnLetters(column)}${row}`;

/** A, B … Z, AA … @param column from 0 */
export function columnLetters(column: number): string {
  let letters = '';
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return letters;
}

/** The column of an address like B12 or BC, from 0; undefined where it is none. */
export function columnOf(address: string | undefined): number | undefined {
  const letters = /^([A-Z]{1,3})\d{0,7}$/.exec(address ?? '')?.[1];
  if (letters === undefined) return undefined;
  let number = 0;
  for (let at = 0; at < letters.length; at++) number = number * 26 + letters.charCodeAt(at) - 64;
  return number <= 16_384 ? number - 1 : undefined;
}
