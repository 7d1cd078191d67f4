import { svgProblem } from '#rules/files/svg-rule.ts';
import { drawingProblem } from './svg-drawing.ts';
import { askThread } from '../background/thread.ts';

/** characters that are checked at once; a longer text needs a thread, which takes longer to begin */
const SHORT = 8_000;
/** milliseconds; the largest that a program for drawing writes takes a tenth of it */
const TIME_LIMIT = 10_000;
const MEMORY = { old: 128, code: 16 };

/** PD18, FO7: the reason why a picture is refused; '' where it is accepted. */
export const problemOfSvg = (text: string): string => {
  const problem = svgProblem(text);
  if (problem !== '') return problem;
  const drawing = drawingProblem(text);
  return drawing && `这个 SVG 图片${drawing}，不能上传；请导出为 PNG，或简化后再上传`;
};

/** Finds the same without holding up others, whatever is in the text: a long one is checked in a thread of its own. */
export async function checkSvg(text: string, timeLimit = TIME_LIMIT): Promise<string> {
  if (text.length <= SHORT) return problemOfSvg(text);
  const program = new URL('./check-svg-worker.ts', import.meta.url);
  return askThread<string>(program, { data: text, memory: MEMORY, within: timeLimit, isBare: true }).catch(
    () => '这个 SVG 图片过于复杂，无法检查；请导出为 PNG',
  );
}
