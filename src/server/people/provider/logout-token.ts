import type { JWTPayload } from 'jose';
import { isObject } from '#rules/json/json.ts';
import type { cappedFetch } from './capped-fetch.ts';
import { ProviderProblem } from './provider-problem.ts';

/** Characters of a logout token, seconds that it may be old, and most milliseconds for which its jti counts as used. */
export const LOGOUT_TOKEN = { longest: 16 * 1024, age: 600, used: 30 * 60_000 };

/** A proved demand of the provider that sessions end. */
export interface LogoutToken {
  issuer: string;
  /** '' none is named: then sid is */
  subject: string;
  sid: string;
  jti: string;
}

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
/** milliseconds: unknown keys do not make a server ask the provider at each token */
const KEYS = { cooldownDuration: 30_000, cacheMaxAge: 300_000, timeoutDuration: 5_000 };

interface Means {
  config: Readonly<{ issuer: string; jwks_uri?: string | undefined }>;
  clientId: string;
  /** seconds */
  clockSkew: number;
  get: ReturnType<typeof cappedFetch>;
}

type Jose = typeof import('jose');
/** keys by their address, so that the pause between two readings of keys outlives a description */
const keysOf = new Map<string, ReturnType<Jose['createRemoteJWKSet']>>();

/**
 * OI7: checks a logout token of OpenID Connect Back-Channel Logout 1.0: signature, issuer, audience, time, event, no nonce, and whom it is
 * about.
 * @throws ProviderProblem
 */
export async function readLogoutToken(
  token: string,
  { config, clientId, clockSkew, get }: Means,
): Promise<LogoutToken> {
  if (token.length > LOGOUT_TOKEN.longest) throw new ProviderProblem('token', 'the logout token is too long');
  if (config.jwks_uri === undefined) throw new ProviderProblem('key', 'the provider names no keys');
  const jose = await import('jose');
  let keys = keysOf.get(config.jwks_uri);
  if (!keys) {
    keys = jose.createRemoteJWKSet(new URL(config.jwks_uri), { ...KEYS, [jose.customFetch]: get });
    keysOf.set(config.jwks_uri, keys);
  }
  const { payload } = await jose
    .jwtVerify(token, keys, {
      issuer: config.issuer,
      audience: clientId,
      algorithms: ALGORITHMS,
      clockTolerance: clockSkew,
      maxTokenAge: LOGOUT_TOKEN.age,
      requiredClaims: ['iat', 'jti'],
    })
    .catch((error: Error) => {
      if (error instanceof ProviderProblem) throw error;
      const isKey =
        error instanceof jose.errors.JWKSNoMatchingKey || error instanceof jose.errors.JWSSignatureVerificationFailed;
      const isLate = error instanceof jose.errors.JWKSTimeout;
      throw new ProviderProblem(isKey ? 'key' : isLate ? 'away' : 'token', `logout token: ${error.message}`);
    });
  return claimsOf(payload);
}

function claimsOf(payload: JWTPayload): LogoutToken {
  const { iss = '', sub = '', sid = '', jti = '', events, nonce } = payload;
  const wrong = (what: string) => new ProviderProblem('token', `logout token: ${what}`);
  if (nonce !== undefined) throw wrong('it has a nonce, as ID tokens have');
  if (!isObject(events) || !isObject(events[EVENT])) throw wrong(`events has no ${EVENT}`);
  if (typeof sid !== 'string' || sid.length > 255 || sub.length > 255 || jti.length > 255)
    throw wrong('sid, sub or jti is no text of at most 255 characters');
  if (sub === '' && sid === '') throw wrong('it names neither sub nor sid');
  return { issuer: iss, subject: sub, sid, jti };
}
