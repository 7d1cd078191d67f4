/** em: a Chinese character fills one, a Latin letter or a digit little more than half of one */
export const widthOf = (text: string): number =>
  [...text].reduce((sum, character) => sum + (character > '\u2e7f' ? 1 : 0.58), 0);
