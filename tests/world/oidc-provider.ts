import { decodeJwt, exportJWK, generateKeyPair, SignJWT, type CryptoKey } from 'jose';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';
import type { ProviderSettings } from '#server/sign-in-settings.ts';
import type { TestSite } from './site.ts';

const CLIENT = { id: 'site', secret: 'a secret of the client that is long enough' };
const CALLBACK = '/console/api/provider/callback';
const LOGOUT = '/console/api/provider/logout';
const SCOPES = 'openid profile groups';

/** Claims of a person; members that are not there are not said. */
export type Claims = Record<string, unknown>;

/** A real OpenID Connect provider on this machine, whose people sign in without being requested. */
export interface TestProvider {
  settings: ProviderSettings;
  issuer: string;
  /** claims by sub */
  people: Map<string, Claims>;
  /** sub of whoever signs in next */
  next: string;
  /** faults of its answers; {} none */
  faults: {
    /** other claims of ID tokens */
    claims?: (claims: Claims) => Claims;
    otherKey?: boolean;
    otherIssuer?: boolean;
    /** every answer is 503 */
    isAway?: boolean;
    /** refresh tokens are refused */
    refuses?: boolean;
  };
  givesRefresh: boolean;
  /** the site that logout tokens go to, without a socket; undefined: by its address */
  site: TestSite | undefined;
  /** the status with which the site answers a logout token of the provider's own making */
  logout: (subject: string, sid: string) => Promise<void>;
  /** a logout token, with these claims instead of right ones */
  logoutToken: (claims: Claims, typ?: string) => Promise<string>;
  /** requests to it so far, by path */
  requested: string[];
  end: () => Promise<void>;
}

/** @param siteUrl origin of the site */
export async function startProvider(siteUrl: string): Promise<TestProvider> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const own = await generateKeyPair('ES256', { extractable: true });
  const other = await generateKeyPair('ES256');
  const jwk = { ...(await exportJWK(own.privateKey)), kid: 'k1', use: 'sig', alg: 'ES256' };
  const sign = (claims: Claims, key: CryptoKey, typ = 'JWT'): Promise<string> =>
    new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: 'k1', typ }).sign(key);
  const requested: string[] = [];
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [siteUrl + CALLBACK],
        post_logout_redirect_uris: [`${siteUrl}/console/sign-in`],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        id_token_signed_response_alg: 'ES256',
        backchannel_logout_uri: siteUrl + LOGOUT,
        backchannel_logout_session_required: true,
      },
    ],
    scopes: ['openid', 'profile', 'groups', 'offline_access'],
    claims: {
      openid: ['sub', 'amr'],
      profile: ['name', 'preferred_username'],
      groups: ['groups', 'realm_access'],
    },
    conformIdTokenClaims: false,
    jwks: { keys: [jwk] },
    cookies: { keys: ['of tests alone'] },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: { enabled: true },
    },
    interactions: { url: (_ctx: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_ctx: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ ...world.people.get(accountId), sub: accountId }),
    }),
    issueRefreshToken: () => world.givesRefresh,
    ttl: Object.fromEntries(
      ['Interaction', 'Grant', 'Session', 'AccessToken', 'RefreshToken', 'IdToken', 'AuthorizationCode'].map((name) => [
        name,
        3_600,
      ]),
    ),
    fetch: async (
      address: string,
      { method, headers, body }: { method: 'POST'; headers: Record<string, string>; body: unknown },
    ) => {
      if (!world.site) return fetch(address, { method, headers, body: String(body) });
      const { pathname, host } = new URL(address);
      const answer = await world.site.app.inject({
        method,
        url: pathname,
        headers: { ...Object.fromEntries(new Headers(headers)), host },
        payload: String(body),
      });
      return new Response(answer.body, { status: answer.statusCode });
    },
  });
  provider.use(async (ctx, next) => {
    await next();
    const { body } = ctx;
    if (ctx.path === '/.well-known/openid-configuration' && world.faults.otherIssuer && body)
      ctx.body = { ...body, issuer: 'https://other.example' };
    if (typeof body?.id_token !== 'string') return;
    const claims = decodeJwt(body.id_token);
    const { claims: change = (same: Claims) => same, otherKey } = world.faults;
    ctx.body = { ...body, id_token: await sign(change(claims), otherKey ? other.privateKey : own.privateKey) };
  });
  const answer = provider.callback();
  server.on('request', (request, response) => {
    const path = request.url!.split('?', 1)[0]!;
    requested.push(path);
    if (world.faults.isAway) return void response.writeHead(503).end();
    if (!path.startsWith('/interaction/')) return void answer(request, response);
    void (async () => {
      const grant = new provider.Grant({ accountId: world.next, clientId: CLIENT.id });
      grant.addOIDCScope(`${SCOPES} offline_access`);
      const grantId = await grant.save();
      await provider.interactionFinished(request, response, {
        login: { accountId: world.next },
        consent: { grantId },
      });
    })();
  });
  const world: TestProvider = {
    issuer,
    settings: {
      issuer,
      clientId: CLIENT.id,
      clientSecret: CLIENT.secret,
      scopes: SCOPES,
      groupsClaim: 'groups',
      label: '单位账号登录',
      secondFactor: ['mfa'],
      clockSkew: 60,
    },
    people: new Map(),
    next: '',
    faults: {},
    givesRefresh: true,
    site: undefined,
    requested,
    logout: async (subject, sid) => (await provider.Client.find(CLIENT.id))!.backchannelLogout(subject, sid),
    logoutToken: (claims, typ = 'logout+jwt') => {
      const now = Math.floor(Date.now() / 1_000);
      const right = {
        iss: issuer,
        aud: CLIENT.id,
        iat: now,
        exp: now + 120,
        jti: crypto.randomUUID(),
        events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
      };
      return sign({ ...right, ...claims }, world.faults.otherKey ? other.privateKey : own.privateKey, typ);
    },
    end: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return world;
}

/** A browser's cookies, by name. */
type Jar = Map<string, string>;

const keep = (jar: Jar, lines: readonly string[]): void => {
  for (const line of lines) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (value === '' || /max-age=0/i.test(line)) jar.delete(name);
    else jar.set(name, value);
  }
};
const sent = (jar: Jar): string => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');

export interface Browser {
  /** cookies of the site */
  cookies: Jar;
  /** the first address at the provider; where the site led instead, if it is not the provider's */
  begin: (back?: string) => Promise<string>;
  /** goes through the provider from there; the address that leads back to the site */
  pass: (address: string) => Promise<string>;
  /** opens an address of the site; where it leads */
  arrive: (address: string) => Promise<string>;
  /** all of it; where the console is opened, or the sign-in with a word of refusal */
  signIn: (subject: string) => Promise<string>;
  ask: (
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    body?: unknown,
  ) => Promise<{ status: number; code: string; msg: string; data: any }>;
}

/** A browser that signs in at the site by the provider. */
export function browserOf(site: TestSite, provider: TestProvider, siteUrl: string): Browser {
  const cookies: Jar = new Map();
  const atProvider: Jar = new Map();
  const host = new URL(siteUrl).host;
  const open = async (url: string): Promise<string> => {
    const answer = await site.app.inject({ url, headers: { host, cookie: sent(cookies) } });
    keep(cookies, [answer.headers['set-cookie'] ?? []].flat());
    return String(answer.headers.location ?? answer.statusCode);
  };
  const browser: Browser = {
    cookies,
    begin: (back) =>
      open(`/console/api/provider/sign-in${back === undefined ? '' : `?back=${encodeURIComponent(back)}`}`),
    pass: async (address) => {
      let at = address;
      while (at.startsWith(provider.issuer)) {
        const answer = await fetch(at, { redirect: 'manual', headers: { cookie: sent(atProvider) } });
        keep(atProvider, answer.headers.getSetCookie());
        const next = answer.headers.get('location');
        if (next === null)
          throw new Error(`the provider answers ${answer.status} at ${at}: ${(await answer.text()).slice(0, 500)}`);
        at = new URL(next, at).href;
      }
      return at;
    },
    arrive: (address) => open(address.slice(siteUrl.length)),
    signIn: async (subject) => {
      provider.next = subject;
      atProvider.clear();
      const begun = await browser.begin();
      return begun.startsWith(provider.issuer) ? browser.arrive(await browser.pass(begun)) : begun;
    },
    ask: async (method, path, body) => {
      const answer = await site.app.inject({
        method,
        url: `/console/api${path}`,
        headers: {
          host,
          origin: siteUrl,
          cookie: sent(cookies),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { payload: JSON.stringify(body) }),
      });
      keep(cookies, [answer.headers['set-cookie'] ?? []].flat());
      return { status: answer.statusCode, ...answer.json<{ code: string; msg: string; data: any }>() };
    },
  };
  return browser;
}
