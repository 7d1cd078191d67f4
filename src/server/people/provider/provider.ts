import type * as Oidc from 'openid-client';
import type { Json } from '#rules/json/json.ts';
import { isLoopback } from '#rules/addresses/loopback.ts';
import type { ProviderSettings } from '../../sign-in-settings.ts';
import { cappedFetch, PROVIDER_ANSWER } from './capped-fetch.ts';
import { claimAt, readClaims, type ProviderPerson } from './claims.ts';
import { readLogoutToken, type LogoutToken } from './logout-token.ts';
import { ProviderProblem, providerProblem } from './provider-problem.ts';
import { sealOf, type Seal } from './seal.ts';

/** Memory of a sign-in until its answer comes, in a sealed cookie. */
export interface Begun {
  state: string;
  nonce: string;
  verifier: string;
  /** path of the console to go on to */
  back: string;
  /** milliseconds */
  at: number;
}

/** Tokens of a session. They stay on the server, sealed (OI6). */
export interface Tokens {
  id: string;
  access: string;
  /** '' none was given */
  refresh: string;
}

export interface Proof {
  person: ProviderPerson;
  tokens: Tokens;
}

/** The firm's identity provider (OI1). Each call throws ProviderProblem. */
export interface Provider {
  label: string;
  issuer: string;
  seals: { tokens: Seal; begun: Seal };
  /** the address to which a browser goes, and what its answer is checked by */
  begin: (back: string) => Promise<{ address: string; begun: Begun }>;
  /** @param query of the answer */
  complete: (query: string, begun: Begun) => Promise<Proof>;
  /**
   * OI5: asks again about a person; null: the provider does not vouch for the session any more
   * @param renewed stores tokens as soon as they come: those before them may be good no more
   */
  again: (tokens: Tokens, subject: string, renewed: (tokens: Tokens) => Promise<unknown>) => Promise<Proof | null>;
  /** OI7: checks a logout token */
  readLogout: (token: string) => Promise<LogoutToken>;
  /** the address at which a browser ends the provider's own session; '' where the provider has none */
  endAddress: (idToken: string) => Promise<string>;
}

/** milliseconds for which a description of the provider counts, after a failure, and between two times that keys are read anew */
const DESCRIPTION_LASTS = 3_600_000;
const PAUSE = 2_000;
const KEYS_PAUSE = 60_000;

/** The paths that a provider is told of. */
export const PROVIDER_PATHS = {
  begin: '/provider/sign-in',
  callback: '/provider/callback',
  logout: '/provider/logout',
} as const;

/** @param consoleUrl address of the console, without a slash at its end */
export function openProvider(settings: ProviderSettings, consoleUrl: string): Provider {
  const { issuer, clientId, clientSecret, clockSkew } = settings;
  const mayBeHttp = issuer.startsWith('http:') && isLoopback(new URL(issuer).hostname);
  const get = cappedFetch(mayBeHttp);
  const redirectUri = `${consoleUrl}/api${PROVIDER_PATHS.callback}`;
  let known: { at: number; found: Promise<{ oidc: typeof Oidc; config: Oidc.Configuration }> } | null = null;
  let failedAt = -Infinity;
  let failure: ProviderProblem | undefined;
  let keysAt = -Infinity;

  /** Discovers the provider when it is first needed, and again each hour. */
  function discovered(): Promise<{ oidc: typeof Oidc; config: Oidc.Configuration }> {
    const now = performance.now();
    if (known && now - known.at < DESCRIPTION_LASTS) return known.found;
    if (failure && now - failedAt < PAUSE) return Promise.reject(failure);
    const found = discover();
    known = { at: now, found };
    found.catch((error: unknown) => {
      known = null;
      failedAt = performance.now();
      failure = providerProblem(error);
    });
    return found;
  }

  async function discover(): Promise<{ oidc: typeof Oidc; config: Oidc.Configuration }> {
    const oidc = await import('openid-client');
    const metadata = { client_secret: clientSecret, [oidc.clockTolerance]: clockSkew };
    const config = await oidc
      .discovery(new URL(issuer), clientId, metadata, oidc.ClientSecretBasic(clientSecret), {
        execute: [oidc.enableNonRepudiationChecks, ...(mayBeHttp ? [oidc.allowInsecureRequests] : [])],
        [oidc.customFetch]: get,
        timeout: PROVIDER_ANSWER.patience / 1_000,
      })
      .catch((error: unknown) => {
        if ((error as { code?: string }).code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED')
          throw new ProviderProblem('issuer', `the provider names another issuer than OIDC_ISSUER ${issuer}`);
        throw providerProblem(error);
      });
    // people and tokens are known by the name that the provider gives itself, letter by letter
    const named = config.serverMetadata().issuer;
    if (named !== issuer)
      throw new ProviderProblem('issuer', `the provider calls itself ${named}, and OIDC_ISSUER is ${issuer}`);
    return { oidc, config };
  }

  /** @throws ProviderProblem; after one about keys they are read anew, at most once a minute */
  async function withProvider<T>(
    work: (part: { oidc: typeof Oidc; config: Oidc.Configuration }) => Promise<T>,
  ): Promise<T> {
    const part = await discovered();
    return work(part).catch((error: unknown) => {
      const problem = providerProblem(error);
      if (problem.code === 'key' && performance.now() - keysAt > KEYS_PAUSE) {
        keysAt = performance.now();
        known = null;
      }
      throw problem;
    });
  }

  /** Claims of the ID token, with the groups of the user info where the token has none. */
  async function personOf(
    { oidc, config }: { oidc: typeof Oidc; config: Oidc.Configuration },
    claims: Json,
    access: string,
  ): Promise<ProviderPerson> {
    const isWhole = claimAt(claims, settings.groupsClaim) !== undefined && claims.name !== undefined;
    const more =
      isWhole || config.serverMetadata().userinfo_endpoint === undefined
        ? {}
        : await oidc.fetchUserInfo(config, access, String(claims.sub));
    return readClaims({ ...more, ...claims }, { groups: settings.groupsClaim, secondFactor: settings.secondFactor });
  }

  /** OI8: an ID token is made as it is given out, so its time is the provider's clock. */
  function assertClock(iat: unknown): void {
    const ahead = Math.round(Number(iat) - Date.now() / 1_000);
    if (!(Math.abs(ahead) <= clockSkew))
      throw new ProviderProblem(
        'clock',
        `the provider's clock is ${Math.abs(ahead)} s ${ahead > 0 ? 'ahead of' : 'behind'} this server's; OIDC_CLOCK_SKEW allows ${clockSkew} s`,
      );
  }

  return {
    label: settings.label,
    issuer,
    seals: { tokens: sealOf(clientSecret, 'tokens'), begun: sealOf(clientSecret, 'begun') },
    begin: (back) =>
      withProvider(async ({ oidc, config }) => {
        const begun: Begun = {
          state: oidc.randomState(),
          nonce: oidc.randomNonce(),
          verifier: oidc.randomPKCECodeVerifier(),
          back,
          at: Date.now(),
        };
        const { href } = oidc.buildAuthorizationUrl(config, {
          redirect_uri: redirectUri,
          scope: settings.scopes,
          state: begun.state,
          nonce: begun.nonce,
          code_challenge: await oidc.calculatePKCECodeChallenge(begun.verifier),
          code_challenge_method: 'S256',
        });
        return { address: href, begun };
      }),
    complete: (query, { state, nonce, verifier }) =>
      withProvider(async (part) => {
        const given = await part.oidc.authorizationCodeGrant(part.config, new URL(`${redirectUri}?${query}`), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const claims = given.claims() as Json | undefined;
        if (claims === undefined) throw new ProviderProblem('token', 'the provider gave no ID token');
        assertClock(claims.iat);
        return {
          person: await personOf(part, claims, given.access_token),
          tokens: { id: given.id_token ?? '', access: given.access_token, refresh: given.refresh_token ?? '' },
        };
      }),
    again: (tokens, subject, renewed) =>
      withProvider(async (part) => {
        const { oidc, config } = part;
        const given = tokens.refresh === '' ? null : await oidc.refreshTokenGrant(config, tokens.refresh);
        const access = given?.access_token ?? tokens.access;
        const next = { id: given?.id_token ?? tokens.id, access, refresh: given?.refresh_token ?? tokens.refresh };
        if (given !== null) await renewed(next);
        const fresh = given?.claims() as Json | undefined;
        if (fresh !== undefined && fresh.sub !== subject)
          throw new ProviderProblem('token', 'the provider answers for another person');
        const claims = fresh ?? { iss: config.serverMetadata().issuer, sub: subject };
        if (fresh === undefined && config.serverMetadata().userinfo_endpoint === undefined) return null;
        return {
          person: await personOf(part, claims, access),
          tokens: next,
        };
      }).catch((error: unknown) => {
        if (isOver(error)) return null;
        throw error;
      }),
    // a token from anybody makes no description be read anew
    readLogout: async (token) => {
      const { config } = await discovered();
      return readLogoutToken(token, { config: config.serverMetadata(), clientId, clockSkew, get });
    },
    endAddress: (idToken) =>
      withProvider(async ({ oidc, config }) => {
        if (config.serverMetadata().end_session_endpoint === undefined) return '';
        return oidc.buildEndSessionUrl(config, {
          id_token_hint: idToken,
          post_logout_redirect_uri: `${consoleUrl}/sign-in`,
        }).href;
      }),
  };
}

/** Whether the provider answers that what we hold is good no more: a grant or a token is refused. */
const isOver = (error: unknown): boolean => error instanceof ProviderProblem && error.isOver;
