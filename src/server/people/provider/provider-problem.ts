import { isObject } from '#rules/json/json.ts';
import type { ProviderProblemCode } from '#rules/people/provider-problems.ts';

/** Failure of a sign-in, a check or a logout by the provider. The message is for the log and bears no token. */
export class ProviderProblem extends Error {
  override readonly name = 'ProviderProblem';
  readonly code: ProviderProblemCode;
  /** refusal of what was shown to the provider: a grant or a token is good no more */
  readonly isOver: boolean;

  constructor(code: ProviderProblemCode, message: string, isOver = false) {
    super(message);
    this.code = code;
    this.isOver = isOver;
  }
}

/** Codes of openid-client's errors; those that are not here are an answer that does not fit. */
const BY_CODE: Readonly<Record<string, ProviderProblemCode>> = {
  OAUTH_TIMEOUT: 'away',
  OAUTH_ABORT: 'away',
  OAUTH_RESPONSE_IS_NOT_CONFORM: 'away',
  OAUTH_RESPONSE_IS_NOT_JSON: 'away',
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: 'clock',
  OAUTH_KEY_SELECTION_FAILED: 'key',
  OAUTH_HTTP_REQUEST_FORBIDDEN: 'issuer',
};

/** Reads what openid-client, fetch or jose threw. */
export function providerProblem(error: unknown): ProviderProblem {
  if (error instanceof ProviderProblem) return error;
  const chain: { code?: unknown; message?: string; error?: unknown; cause?: unknown; name?: string }[] = [];
  for (let one = error; one instanceof Error && chain.length < 5; one = one.cause) chain.push(one);
  const inner = chain.find((one): one is ProviderProblem => (one as unknown) instanceof ProviderProblem);
  if (inner) return inner;
  const words = chain.map(({ message = '' }) => message).join('; ');
  const refusal = chain.find((one) => typeof one.error === 'string');
  if (refusal !== undefined) {
    // a word of OAuth, which an address may bring as well
    const word = String(refusal.error)
      .replaceAll(/[^\w.-]/g, '')
      .slice(0, 60);
    return new ProviderProblem(refusalCode(word), `${words} (${word})`, word === 'invalid_grant');
  }
  const challenge = chain.find((one) => one.code === 'OAUTH_WWW_AUTHENTICATE_CHALLENGE');
  if (challenge !== undefined) {
    // the scheme says who was refused: this site by its secret, or a person's token
    const isOfToken = Array.isArray(challenge.cause) && challenge.cause.some((one: unknown) => isBearer(one));
    return new ProviderProblem(isOfToken ? 'denied' : 'client', words, isOfToken);
  }
  if (/signature verification failed/.test(words)) return new ProviderProblem('key', words);
  const code = chain.map((one) => (typeof one.code === 'string' ? BY_CODE[one.code] : undefined)).find(Boolean);
  if (code !== undefined) return new ProviderProblem(code, words);
  const isNetwork = chain.some(({ name, message = '' }) => name === 'TypeError' && /fetch failed/.test(message));
  return new ProviderProblem(isNetwork ? 'away' : 'token', words === '' ? String(error) : words);
}

const isBearer = (challenge: unknown): boolean =>
  isObject(challenge) && String(challenge.scheme).toLowerCase() === 'bearer';

/** Words of OAuth for a refusal (RFC 6749). */
function refusalCode(word: string): ProviderProblemCode {
  if (word === 'invalid_client' || word === 'unauthorized_client') return 'client';
  if (word === 'temporarily_unavailable' || word === 'server_error') return 'away';
  return word === 'invalid_grant' ? 'state' : 'denied';
}
