import { decideRisk, type RiskProfile } from '#rules/risk-access.ts';
import { shanghaiDate } from '#rules/shanghai-date.ts';
import { TOKEN_COOKIE, TOKEN_HEADER } from '#wire/paths.ts';
import { answerCall, type Answering } from './api/answer-call.ts';

/**
 * RK6 at the doors of files: the token cookie's customer, asked of the user service on every request, so that a
 * logout or a lowered level counts at once. No service, no answer, or no token: nobody.
 */
export async function mayReadLevel(answering: Answering, cookie: string | undefined, riskLevel: string): Promise<boolean> {
  const token = tokenOf(cookie);
  if (token === undefined) return false;
  const { envelope } = await answerCall(answering, '/user/v1/info', { queryType: '1' }, 'now', { [TOKEN_HEADER]: token });
  if (envelope.code !== '0' || typeof envelope.data !== 'object' || envelope.data === null) return false;
  return decideRisk(envelope.data as RiskProfile, riskLevel, shanghaiDate(Date.now()).replaceAll('-', '')) === 'allowed';
}

/** The token of a Cookie header: at most 512 characters of the token alphabet (trust.md). */
function tokenOf(cookie: string | undefined): string | undefined {
  const value = cookie
    ?.split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${TOKEN_COOKIE}=`))
    ?.slice(TOKEN_COOKIE.length + 1);
  return value !== undefined && /^[A-Za-z0-9._~+/=-]{1,512}$/.test(value) ? value : undefined;
}
