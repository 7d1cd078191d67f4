/** Gap of a prepared text that its user fills: 【待填：公司全称】 (SU7). */
const GAP = /【\s*待填\s*[：:]?([^】]*)】?/g;

/** characters of a gap that are named */
const LONGEST_NAMED = 30;

export const gap = (what: string): string => `【待填：${what}】`;

/** @returns where gaps stand in a text, in characters as JavaScript counts them */
export const gapsIn = (text: string): { index: number; length: number }[] =>
  Array.from(text.matchAll(GAP), ({ index, 0: whole }) => ({ index, length: whole.length }));

/** Why a text with gaps cannot be published; '' without them. @param text as readers see it, without tags */
export function gapProblem(text: string): string {
  const gaps = [...new Set(Array.from(text.matchAll(GAP), ([, what]) => what!.trim().slice(0, LONGEST_NAMED)))];
  return gaps.length === 0 ? '' : `还有 ${gaps.length} 处待填：${gaps.map((what) => `“${what}”`).join('、')}`;
}
