import { diffTexts, type DiffLine } from '#rules/text/text-diff.ts';
import { linesOfHtml } from '#server/store/articles/text-of-html.ts';
import type { Reader } from '../../define-store.ts';

/**
 * characters of both together, from which they are compared in the worker thread: long lines that differ are gone through word by
 * word, for seconds
 */
const LONG = 40_000;

/** Differences in the text of an article, by its lines. */
export async function compareTexts(
  { runInWorker }: Partial<Pick<Reader, 'runInWorker'>>,
  before: unknown,
  after: unknown,
): Promise<DiffLine[]> {
  const [one, other] = [htmlOf(before), htmlOf(after)];
  if (runInWorker && one.length + other.length > LONG)
    return runInWorker('compare-texts', { before: one, after: other });
  return diffTexts(textOf(one), textOf(other));
}

const htmlOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Text with a line for each picture, which has no words. */
const textOf = (html: string): string => comparedLines(html).join('\n');

/** Lines of HTML as they are compared: one for each block, and one for each picture. */
export const comparedLines = (html: string): string[] =>
  linesOfHtml(html.replaceAll(/<img\b[^>]*?\balt="([^"]*)"[^>]*>/g, '<p>［图片：$1］</p>'));
