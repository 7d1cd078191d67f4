import { svgProblem } from '#rules/files/svg-rule.ts';
import { drawingProblem } from './svg-drawing.ts';
import { threadAnswer } from './thread-answer.ts';

/** characters that are looked through at once; what is longer takes a thread, which takes longer to begin */
const SHORT = 8_000;
/** milliseconds; the largest that a program for drawing writes takes a tenth of it */
const TIME_LIMIT = 10_000;
const MEMORY = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32, codeRangeSizeMb: 16, stackSizeMb: 4 };

/** PD18, FO7: why a picture is refused; '' where it is taken. */
export const problemOfSvg = (text: string): string => {
  const problem = svgProblem(text);
  if (problem !== '') return problem;
  const drawing = drawingProblem(text);
  return drawing && `这个 SVG 图片${drawing}，不能上传；请导出为 PNG，或简化后再上传`;
};

/** The same without holding up others, whatever is in it: a long one is looked through in a thread of its own. */
export async function checkSvg(text: string, timeLimit = TIME_LIMIT): Promise<string> {
  if (text.length <= SHORT) return problemOfSvg(text);
  return threadAnswer(new URL('./check-svg-worker.ts', import.meta.url), {
    data: text,
    resourceLimits: MEMORY,
    timeLimit,
    otherwise: '这个 SVG 图片过于复杂，无法检查；请导出为 PNG',
  });
}
