import { createHash } from 'node:crypto';
import { cleanHtml } from '../../store/articles/clean-html.ts';
import { htmlProblem } from '../../store/articles/html-limits.ts';

/** characters of all cached clean texts */
const MOST = 16 * 1024 * 1024;

/** `problem`: why nothing of it is shown, in words for visitors. */
export interface CleanedText {
  html: string;
  problem: string | null;
}

/**
 * US4: HTML of another system, read and cleaned as authored HTML is, once by content: long texts off the main thread, and
 * within the same limits of size and time.
 */
export function createHtmlCleaner(clean: (html: string) => Promise<{ html: string }> = cleanHtml) {
  const known = new Map<string, { text: Promise<CleanedText>; size: number }>();
  let size = 0;

  async function made(html: string): Promise<CleanedText> {
    const problem = htmlProblem(html);
    if (problem) return { html: '', problem: `正文${problem.split('，')[0]!.replace(/；.*$/s, '')}，无法显示` };
    return { html: (await clean(html)).html, problem: null };
  }

  return async function cleaned(html: string): Promise<CleanedText> {
    if (html.trim() === '') return { html: '', problem: null };
    const hash = createHash('sha256').update(html).digest('base64');
    const before = known.get(hash);
    if (before) {
      // most recently used last
      known.delete(hash);
      known.set(hash, before);
      return before.text;
    }
    const text = made(html);
    known.set(hash, { text, size: html.length });
    size += html.length;
    for (const [oldest, { size: freed }] of known) {
      if (size <= MOST || oldest === hash) break;
      known.delete(oldest);
      size -= freed;
    }
    try {
      return await text;
    } catch {
      // another try may find the thread free
      if (known.delete(hash)) size -= html.length;
      return { html: '', problem: '正文过长或格式过于复杂，暂时无法显示' };
    }
  };
}

export type HtmlCleaner = ReturnType<typeof createHtmlCleaner>;
