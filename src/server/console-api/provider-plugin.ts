import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isObject } from '#rules/json/json.ts';
import type { ProviderProblemCode } from '#rules/people/provider-problems.ts';
import { CONSOLE, CONSOLE_API } from '#wire/console-paths.ts';
import type { Db } from '../db/tables.ts';
import { isStoreAway } from '../errors.ts';
import { limitByNetwork } from '../http/network.ts';
import { arrive } from '../people/provider/arrive.ts';
import { LOGOUT_TOKEN } from '../people/provider/logout-token.ts';
import { ProviderProblem, providerProblem } from '../people/provider/provider-problem.ts';
import { PROVIDER_PATHS, type Begun, type Provider } from '../people/provider/provider.ts';
import { endVouched, useOnce } from '../people/provider/vouched-sessions.ts';
import { record } from '../people/staff/audit.ts';
import type { Askers } from './askers.ts';
import { beginCookie, begunIn, maySignIn } from './session-cookie.ts';

interface ProviderDeps {
  provider: Provider;
  db: Db;
  siteUrl: string;
  askers: Pick<Askers, 'signedIn'>;
  /** counts a sign-in that was refused */
  refused: () => void;
}

/** Steps of sign-ins per client and minute, two for each; and logout tokens, of which a provider sends many at once. */
const LIMITS = { signIn: { max: 60, window: 60_000 }, logout: { max: 600, window: 60_000 } };
/** milliseconds between a sign-in's begin and its answer */
const LONGEST_SIGN_IN = 10 * 60_000;
/** characters of the query of an answer, and of a way back */
const LONGEST = { query: 8_000, back: 500 };
/** bytes of a form with a logout token */
const LARGEST_FORM = LOGOUT_TOKEN.longest + 1_024;

const PRIVATE = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex' };

/**
 * OI1, OI7: the addresses that a browser and the identity provider call. All answers to a browser are redirects, of which those to the
 * sign-in name the reason by a word. Needs @fastify/rate-limit.
 */
export async function providerPlugin(app: FastifyInstance, deps: ProviderDeps): Promise<void> {
  const { provider, db, siteUrl } = deps;
  const often = limitByNetwork(app, LIMITS.signIn);
  const oftenLogout = limitByNetwork(app, LIMITS.logout);

  const refuse = async (
    request: FastifyRequest,
    reply: FastifyReply,
    why: ProviderProblemCode,
    message = '',
  ): Promise<FastifyReply> => {
    deps.refused();
    if (message !== '') request.log.warn({ code: why, message }, 'a sign-in by the identity provider failed');
    return reply.redirect(`${CONSOLE}/sign-in?provider=${why}`, 303);
  };

  /** A failure that is none of a known person: a line of the record by nobody. */
  const fail = async (request: FastifyRequest, reply: FastifyReply, error: unknown): Promise<FastifyReply> => {
    const { code, message } = providerProblem(error);
    const actor = { staffId: null, account: '', address: request.ip };
    await record(db, actor, 'sign-in', { outcome: 'refused', facts: { why: code, by: 'provider' } });
    return refuse(request, reply, code, message);
  };

  await app.register(
    async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser(
        'application/x-www-form-urlencoded',
        { parseAs: 'string', bodyLimit: LARGEST_FORM },
        (_request, body, done) => done(null, { token: new URLSearchParams(String(body)).get('logout_token') ?? '' }),
      );
      scope.addHook('onRequest', async (_request, reply) => void reply.headers(PRIVATE));
      // a provider reads no page of ours; a browser is answered by redirects alone
      scope.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
        const { statusCode = 500 } = error;
        const status = isStoreAway(error) ? 503 : statusCode;
        if (status >= 500) request.log.error({ err: error }, 'a call of the identity provider failed');
        if (request.method === 'GET') return reply.redirect(`${CONSOLE}/sign-in?provider=failed`, 303);
        return reply.code(status).send(refusal(status >= 500 ? 'the site cannot answer now' : error.message));
      });

      scope.get<{ Querystring: { back?: unknown } }>(
        PROVIDER_PATHS.begin,
        { schema: { hide: true } },
        async (request, reply) => {
          if (!maySignIn(request, siteUrl)) return refuse(request, reply, 'insecure');
          if ((await often(request)) > 0) return refuse(request, reply, 'often');
          const begun = await provider.begin(wayBack(request.query.back)).catch(providerProblem);
          if (begun instanceof ProviderProblem) return fail(request, reply, begun);
          return reply
            .header('Set-Cookie', beginCookie(request, siteUrl, provider.seals.begun.close(begun.begun)))
            .redirect(begun.address, 303);
        },
      );

      scope.get(PROVIDER_PATHS.callback, { schema: { hide: true } }, async (request, reply) => {
        if (!maySignIn(request, siteUrl)) return refuse(request, reply, 'insecure');
        if ((await often(request)) > 0) return refuse(request, reply, 'often');
        const query = request.url.slice(request.url.indexOf('?') + 1);
        const begun = provider.seals.begun.open(begunIn(request, siteUrl));
        void reply.header('Set-Cookie', beginCookie(request, siteUrl, ''));
        // OI8: of this browser, of this sign-in, in time, and once
        if (!isBegun(begun) || query.length > LONGEST.query || !(await isFresh(begun, query)))
          return refuse(
            request,
            reply,
            'state',
            'the answer belongs to no sign-in that this browser began, or is used',
          );
        const proof = await provider.complete(query, begun).catch(providerProblem);
        if (proof instanceof ProviderProblem) return fail(request, reply, proof);
        const arrival = await arrive(db, provider, proof, request.ip);
        if ('problem' in arrival) return refuse(request, reply, arrival.problem);
        deps.askers.signedIn(request, reply, arrival.session);
        return reply.redirect(`${CONSOLE}${wayBack(begun.back)}`, 303);
      });

      scope.post<{ Body: unknown }>(PROVIDER_PATHS.logout, { schema: { hide: true } }, async (request, reply) => {
        const wait = await oftenLogout(request);
        if (wait > 0) return reply.code(429).header('Retry-After', wait).send({ error: 'too_many_requests' });
        const token = isObject(request.body) && typeof request.body.token === 'string' ? request.body.token : '';
        const proved = await provider.readLogout(token).catch(providerProblem);
        if (proved instanceof ProviderProblem) {
          const { code, message } = proved;
          request.log.warn({ code, message }, 'a logout of the identity provider was refused');
          // a stranger reads the fault of the token that was sent, and nothing of this site's network
          return code === 'token'
            ? reply.code(400).send(refusal(message))
            : reply.code(code === 'away' ? 503 : 400).send(refusal('the logout token cannot be checked'));
        }
        const { jti, ...which } = proved;
        const ended = await db.transaction().execute(async (trx) => {
          if (!(await useOnce(trx, `logout ${which.issuer} ${jti}`, LOGOUT_TOKEN.used))) return null;
          return endVouched(trx, which, 'logout', request.ip);
        });
        return ended === null ? reply.code(400).send(refusal('the jti was used before')) : reply.code(200).send('');
      });
    },
    { prefix: CONSOLE_API },
  );

  const isFresh = async ({ state, at }: Begun, query: string): Promise<boolean> => {
    const isOwn = new URLSearchParams(query).getAll('state').join(' ') === state;
    const isInTime = Date.now() - at < LONGEST_SIGN_IN && at - Date.now() < 60_000;
    return isOwn && isInTime && useOnce(db, `state ${state}`, 2 * LONGEST_SIGN_IN);
  };
}

const refusal = (message: string) => ({ error: 'invalid_request', error_description: message.slice(0, 200) });

/** A path of the console; anything else is its first screen. */
const wayBack = (given: unknown): string =>
  typeof given === 'string' && given.length <= LONGEST.back && /^\/(?![/\\])[\w/?&=%.:-]*$/.test(given) ? given : '/';

const isBegun = (value: unknown): value is Begun =>
  isObject(value) &&
  ['state', 'nonce', 'verifier', 'back'].every((name) => typeof value[name] === 'string') &&
  typeof value.at === 'number';
