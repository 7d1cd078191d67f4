import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { FORMER_TEXT } from '#wire/paths.ts';
import { COST } from '../../http/admission.ts';
import { goneSignal } from '../../http/gone-signal.ts';
import type { Limit } from '../../http/network.ts';
import { sendFormerText, sendNotice, type PagesDeps } from '../pages.ts';
import { findFormerText } from '../../store/articles/former-text.ts';

/** GET /former/{article}/{publication}: a former text of an article, where the site publishes it. */
export function formerTextPlugin(app: FastifyInstance, deps: PagesDeps, limit: Limit): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: `${FORMER_TEXT}/:articleId/:no`,
    exposeHeadRoute: false,
    schema: { hide: true },
    handler: (request, reply) => answer(deps, limit, request, reply),
  });
}

async function answer(
  deps: PagesDeps,
  limit: Limit,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { articleId, no } = request.params as Record<'articleId' | 'no', string>;
  const wait = await limit(request);
  if (wait > 0)
    return sendNotice(deps, request, reply.header('Retry-After', wait), 429, {
      title: '访问过于频繁',
      reason: `请在 ${wait} 秒后再试。`,
    });
  const isNumber = [articleId, no].every((text) => /^[1-9]\d{0,8}$/.test(text));
  const text = isNumber
    ? await deps.admissions.questions.run(
        COST.question,
        () => findFormerText(deps.db, Number(articleId), Number(no)),
        goneSignal(reply),
      )
    : undefined;
  if (!text)
    return sendNotice(deps, request, reply, 404, {
      title: '没有找到这份文本',
      reason: '网址可能输入有误，或这份文本不再公开。',
    });
  return sendFormerText(deps, request, reply.header('X-Robots-Tag', 'noindex'), Number(articleId), text);
}
