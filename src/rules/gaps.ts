/** What a prepared text leaves to whoever uses it: 【待填：公司全称】 (SU7). */
const GAP = /【待填：([^】]{1,60})】/g;

export const gap = (what: string): string => `【待填：${what}】`;

/** What is still to be filled in, each once, in order. @param text of a title, or HTML */
const gapsIn = (text: string): string[] => [...new Set(Array.from(text.matchAll(GAP), ([, what]) => what!))];

/** Why a text with gaps cannot be published; '' without them. */
export function gapProblem(text: string): string {
  const gaps = gapsIn(text);
  return gaps.length === 0 ? '' : `还有 ${gaps.length} 处待填：${gaps.map((what) => `“${what}”`).join('、')}`;
}
