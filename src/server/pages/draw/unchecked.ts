import type { Article } from '#page/data-shapes.ts';
import type { BlockResult } from '#page/page-schema.ts';
import { articleIn } from '#page/withheld.ts';

const WORDS = {
  title: '本文须核对阅读权限',
  text: '本文仅向风险测评有效且等级相符的客户开放。',
  withoutScripts: '正文须由浏览器脚本核对您的阅读权限后显示。请启用脚本后重新打开本页，或致电客服热线。',
};

/**
 * RK6: the server's drawing of a restricted page for visitors with a token: the browser calls the server to learn
 * whether the text may be read.
 */
export const asUnchecked = (results: Readonly<Record<string, BlockResult>>): Record<string, BlockResult> =>
  Object.fromEntries(Object.entries(results).map(([id, result]) => [id, unchecked(result)]));

function unchecked(result: BlockResult): BlockResult {
  const { withheld } = articleIn(result);
  if (!result.ok || !withheld) return result;
  const mark = (article: Article): Article => ({
    ...article,
    withheld: { ...withheld, ...WORDS, reason: 'unchecked' },
  });
  const data = result.data as { article?: Article } & Article;
  return { ...result, data: data.article ? { ...data, article: mark(data.article) } : mark(data) };
}
