import type { Article } from '#page/data-shapes.ts';
import { defineSource } from '#page/define-source.ts';
import { productLevelName } from '#rules/risk-access.ts';
import { isCallFailed } from '#wire/outcomes.ts';
import { paths } from '#wire/paths.ts';
import { field, text, whole } from './read.ts';
import { readArticle } from './read-articles.ts';

/** the answer's code for a text that needs a risk level */
const RESTRICTED = '1011';

/** One research article, named by the page's path. Of a restricted one its public frame: title, source, time and level (RK6). */
export const newsContent = defineSource<{ id: string }, 'article'>({
  name: 'news-content',
  title: '研究文章',
  gives: 'article',
  params: { id: { type: 'string', maxLength: 64, from: 'path', title: '文章编号' } },
  load: async (params, call): Promise<Article> => {
    const { channelId: _channel, ...article } = await call.get(paths.newsContent, params).then(readArticle, frameOrThrow);
    return article;
  },
});

function frameOrThrow(failure: unknown): ReturnType<typeof readArticle> {
  if (!isCallFailed(failure) || failure.code !== RESTRICTED || !failure.envelope?.data) throw failure;
  const frame = whole(failure.envelope.data);
  const level = productLevelName(text(field(frame, 'riskLevel')));
  const html = `<blockquote><p>本文仅向风险承受能力与“${level}”及以上等级相匹配的投资者开放，正文暂不能在线查看。</p><p>如需了解风险测评与阅读条件，请致电客服热线或联系您的客户经理。</p></blockquote>`;
  return { ...readArticle(frame.value), html: /[<>&]/.test(level) ? '' : html };
}
