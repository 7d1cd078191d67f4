import { displayWidth } from '#server/registers/sheets/column-width.ts';

/** Rows of two words in columns, for a terminal, where a Chinese character is as wide as two letters. */
export function columns(rows: readonly (readonly [string, string])[]): string {
  const widest = Math.max(0, ...rows.map(([first]) => displayWidth(first)));
  return rows.map(([first, second]) => `  ${first}${' '.repeat(widest - displayWidth(first))}  ${second}`).join('\n');
}
