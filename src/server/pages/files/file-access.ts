import type { FastifyRequest } from 'fastify';
import { neededLevelName, customerLevelName } from '#rules/people/risk-access.ts';
import type { Answering } from '../../api/answer-call.ts';
import { accessOf, whoseToken, type Access } from '../../people/customers/access.ts';
import { loginFor } from '../login/addresses.ts';
import { tokenOf } from '#wire/token-text.ts';

/**
 * RK4, RK6 for files: a visitor without a token is sent to the login, one who may not read gets the reason. The user
 * service is called at every request. A file of several restricted items is open to a customer who may read one of
 * them.
 */
export async function fileRefusal(
  deps: Answering & { siteUrl: string },
  request: FastifyRequest,
  riskLevels: string[],
): Promise<{ login: string } | { reason: string } | null> {
  const token = tokenOf(request.headers.cookie);
  const whose = token === undefined ? 'unknown' : await whoseToken(deps, token);
  const tried = riskLevels.map((level) => ({ level, ...accessOf(whose, level) }));
  if (tried.some(({ decision }) => decision === 'allowed')) return null;
  const { decision, level, ownLevel } = tried[0]!;
  const login = decision === 'no token' && loginFor((await deps.siteAt('now')).shell.login, request, deps.siteUrl);
  return login ? { login } : { reason: wordsFor(decision, level, ownLevel) };
}

function wordsFor(decision: Access['decision'], level: string, ownLevel: string): string {
  const needed = neededLevelName(level) || '更高等级';
  if (decision === 'level too low')
    return `该文件要求风险等级为【${needed}】及以上，您当前的风险等级为【${customerLevelName(ownLevel) || '未知'}】。如需查看，请在“业务办理”中重新进行风险测评，或联系您的客户经理。`;
  if (decision === 'evaluation missing or past')
    return `该文件要求风险等级为【${needed}】及以上，而您的风险承受能力测评已过期或尚未进行。请完成测评后再查看。`;
  if (decision === 'unanswered') return '暂时无法核对您的登录状态，请稍后再试。';
  return `该文件仅向风险等级为【${needed}】及以上的客户开放，请登录后查看。`;
}
