import { decideRisk, type RiskProfile } from '#rules/risk-access.ts';
import { shanghaiDate } from '#rules/shanghai-date.ts';
import { paths, TOKEN_HEADER } from '#wire/paths.ts';
import { answerCall, type Answering } from '../api/answer-call.ts';
import { tokenOf } from './token-text.ts';

/** What the user service says of a token: a customer, that it knows none, or nothing. */
export type Whose = { customer: RiskProfile & { custName?: string } } | 'unknown' | 'unanswered';

/** Asks the user service, ours or an upstream (LS2). */
export async function whoseToken(answering: Answering, token: string): Promise<Whose> {
  const { status, envelope } = await answerCall(answering, paths.userInfo, { queryType: '1' }, 'now', { [TOKEN_HEADER]: token });
  if (envelope.code === '0' && typeof envelope.data === 'object' && envelope.data !== null) return { customer: envelope.data };
  return status >= 500 ? 'unanswered' : 'unknown';
}

/**
 * RK6 at the doors of files: the token cookie's customer, asked of the user service on every request, so that a
 * logout or a lowered level counts at once. No service, no answer, or no token: nobody.
 */
export async function mayReadLevel(answering: Answering, cookie: string | undefined, riskLevel: string): Promise<boolean> {
  const token = tokenOf(cookie);
  const whose = token === undefined ? 'unknown' : await whoseToken(answering, token);
  return typeof whose === 'object' && decideRisk(whose.customer, riskLevel, shanghaiDate(Date.now()).replaceAll('-', '')) === 'allowed';
}
