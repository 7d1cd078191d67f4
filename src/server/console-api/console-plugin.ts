import { isObject } from '#rules/json/json.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CONSOLE_API } from '#wire/console-paths.ts';
import type { RunInWorkerFor } from '../editions/worker/jobs.ts';
import { readParams } from '../api/define-call.ts';
import { limitJsonBodies } from '../api/json-body.ts';
import { Overloaded, RETRY_AFTER } from '../http/admission.ts';
import { goneSignal } from '../http/gone-signal.ts';
import { limitByNetwork, networkOf } from '../http/network.ts';
import { allowLongBody } from '../http/body-time.ts';
import { fromThisSite } from '../pages/login/addresses.ts';
import { assertRoom, StoreFull, type FreeSpace } from '../db/free-space.ts';
import { errors, Refused, failureName } from '../errors.ts';
import { contentDisposition } from '../files/content-disposition.ts';
import type { StoredBytes } from '../files/stored-bytes.ts';
import type { PublicationWatch } from '../site/publication-watch.ts';
import type { RenderDeps } from '../pages/draw/render.ts';
import type { RequestMetrics, SignInRefusal } from '../http/request-metrics.ts';
import { noteFailure } from '../http/shortages.ts';
import type { Db } from '../db/tables.ts';
import { openRecheck, type Recheck } from '../people/provider/recheck.ts';
import { findStaffUser, type StaffUser } from '../people/staff/sessions.ts';
import { openAskers, type Askers } from './askers.ts';
import { authorize } from './authorize.ts';
import { consoleCalls } from './calls.ts';
import {
  FileAnswer,
  PageAnswer,
  type ConsoleContext,
  type IncomingFile,
  type RoutedCall,
  type SignInMeans,
} from './define-console-call.ts';
import { providerPlugin } from './provider-plugin.ts';
import { maySignIn, sessionCookie, sessionIn } from './session-cookie.ts';

export interface ConsoleDeps extends RenderDeps {
  /** page-schemas/ */
  pagesDir: string;
  /** DATA_DIR/files */
  filesDir: string;
  bytes: StoredBytes;
  smallPictures: ConsoleContext['smallPictures'];
  scrub: ConsoleContext['scrub'];
  opened: ConsoleContext['opened'];
  upstreams: ConsoleContext['upstreams'];
  freeSpace?: FreeSpace;
  runInWorkerFor: RunInWorkerFor;
  publications: Pick<PublicationWatch, 'refresh'>;
  siteAfter: ConsoleContext['siteAfter'];
  requestMetrics: Pick<RequestMetrics, 'signInRefused'>;
  /** OI1; absent: people sign in by password alone */
  means?: SignInMeans;
}

const BY_PASSWORD: SignInMeans = { provider: null, emergencyAccount: null };

const FILE = 'application/octet-stream';

/** Headers of all answers to the console: they are cached nowhere. */
const PRIVATE = {
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
};

/** Attempts to sign in per client and minute: each takes a hash of 200 ms, whether the password is right or wrong. */
const SIGN_INS = { max: 30, window: 60_000 };

const SHED = `现在登录的人较多，请在 ${RETRY_AFTER} 秒后再试。`;

/**
 * The console's calls below CONSOLE_API, as JSON {code, msg, data} with the status of what went wrong. Needs
 * @fastify/rate-limit.
 */
export async function consolePlugin(app: FastifyInstance, deps: ConsoleDeps): Promise<void> {
  const often = limitByNetwork(app, SIGN_INS);
  const askers = await openAskers(deps.db, deps.siteUrl);
  const means = deps.means ?? BY_PASSWORD;
  const recheck = openRecheck(deps.db, means.provider, ({ code, message }) =>
    app.log.warn({ code, message }, 'the identity provider could not be asked about a session'),
  );
  if (means.provider)
    await providerPlugin(app, {
      provider: means.provider,
      db: deps.db,
      siteUrl: deps.siteUrl,
      askers,
      refused: () => deps.requestMetrics.signInRefused('provider'),
    });
  await app.register(
    async (scope) => {
      limitJsonBodies(scope);
      // never read before the call is known to be allowed
      scope.addContentTypeParser(FILE, (_request, _payload, done) => done(null));
      scope.setValidatorCompiler(() => () => true);
      for (const call of consoleCalls) assertPolicy(call);
      scope.addHook('onRequest', async (_request, reply) => void reply.headers(PRIVATE));
      for (const call of consoleCalls) {
        scope.route({
          method: call.method,
          url: call.path,
          schema: { hide: true },
          ...(call.bodyLimit !== undefined && { bodyLimit: call.bodyLimit }),
          handler: async (request, reply) => {
            if (call.policy === 'open' && call.method !== 'GET') {
              const wait = await often(request);
              if (wait > 0)
                throw new Refused('tooOften', `操作过于频繁，请在 ${wait} 秒后再试。`, { retryAfter: wait });
            }
            const answer = await answerConsole({ ...deps, means, recheck, askers }, call, request, reply);
            if (answer instanceof PageAnswer)
              return reply.code(answer.page.status).headers(answer.page.headers).send(answer.page.html);
            if (answer instanceof FileAnswer)
              return reply
                .headers({
                  'Content-Type': answer.type,
                  'Content-Disposition': contentDisposition(answer.disposition, answer.filename),
                  ...(answer.length !== undefined && { 'Content-Length': answer.length }),
                })
                .send(answer.body);
            return reply.send({ code: '0', msg: '', data: answer ?? null });
          },
        });
      }
      const unknown = async (_request: FastifyRequest, reply: FastifyReply): Promise<void> =>
        void refuse(reply, new Refused('unknownCall'));
      scope.setNotFoundHandler(unknown);
      // else a page would answer here, whatever the method
      scope.all('/*', unknown);
      scope.setErrorHandler((error, request, reply) => {
        countRefusedSignIn(deps.requestMetrics, request, error);
        noteFailure(error);
        if (error instanceof Refused) return refuse(reply, error);
        if (error instanceof Overloaded)
          return refuse(reply, new Refused('tooBusy', SHED, { retryAfter: RETRY_AFTER }));
        if (error instanceof StoreFull) return refuse(reply, new Refused('diskLow', error.message));
        const { statusCode: status = 500, code } = error as { statusCode?: number; code?: string };
        if (status >= 500) request.log.error({ err: error }, 'console call failed');
        return refuse(
          reply,
          new Refused(code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? 'bodyTooLarge' : failureName(error, status)),
        );
      });
    },
    { prefix: CONSOLE_API },
  );
}

const SIGN_IN = `${CONSOLE_API}/session`;
const SIGN_IN_REFUSALS: Readonly<Record<string, SignInRefusal>> = {
  [errors.signInWrong.code]: 'password',
  [errors.codeWrong.code]: 'code',
  [errors.signInLocked.code]: 'often',
  [errors.tooOften.code]: 'often',
  [errors.signInInsecure.code]: 'insecure',
};

/** OP1: attempts to sign in that are refused; one that is asked for its second factor is none. */
function countRefusedSignIn(metrics: ConsoleDeps['requestMetrics'], request: FastifyRequest, error: unknown): void {
  if (request.method !== 'POST' || request.routeOptions.url !== SIGN_IN) return;
  const reason = error instanceof Overloaded ? 'busy' : error instanceof Refused && SIGN_IN_REFUSALS[error.code];
  if (reason) metrics.signInRefused(reason);
}

/** A call without a policy would be open to everybody, so the server does not start with one. */
export function assertPolicy({
  method,
  path,
  policy,
}: Pick<RoutedCall, 'method' | 'path'> & { policy?: unknown }): void {
  if (policy === undefined) throw new Error(`The console call ${method} ${path} declares no policy.`);
}

/** Calls of visitors answer errors by a code alone (status 200); calls of the console have a status for every refusal. */
function refuse(reply: FastifyReply, error: Refused): FastifyReply {
  const status = error.status === 200 ? 422 : error.status;
  const { retryAfter } = (error.data ?? {}) as { retryAfter?: number };
  if (retryAfter !== undefined) void reply.header('Retry-After', retryAfter);
  return reply.code(status).send({ code: error.code, msg: error.message, data: error.data });
}

/**
 * Every call goes through these steps: its origin and its connection are checked, then the session, then the right; then
 * the params are read and the work is done.
 * @returns data, or a PageAnswer or FileAnswer
 */
async function answerConsole(
  deps: ConsoleDeps & { askers: Askers; means: SignInMeans; recheck: Recheck },
  call: RoutedCall,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { siteUrl, db } = deps;
  if (call.method !== 'GET' && !fromThisSite(request, siteUrl)) throw new Refused('foreignRequest');
  if (!maySignIn(request, siteUrl)) throw new Refused('signInInsecure');
  const session = sessionIn(request, siteUrl);
  const user = session === '' ? null : await findUser(deps, session);
  const gone = call.method === 'GET' ? goneSignal(reply) : undefined;
  const params = () => readParams(call.params, given(request));
  const context: ConsoleContext = {
    db,
    site: await deps.siteAt('now'),
    siteUrl,
    rendering: { ...deps, log: request.log },
    filesDir: deps.filesDir,
    bytes: deps.bytes,
    smallPictures: deps.smallPictures,
    scrub: deps.scrub,
    opened: deps.opened,
    means: deps.means,
    upstreams: deps.upstreams,
    incoming: null,
    siteAfter: deps.siteAfter,
    publishContext: {
      db,
      pagesDir: deps.pagesDir,
      filesDir: deps.filesDir,
      runInWorker: deps.runInWorkerFor(user?.staffId ?? networkOf(request.ip), gone),
      ...(deps.freeSpace && { freeSpace: deps.freeSpace }),
    },
    refresh: () => deps.publications.refresh(),
    actor: { staffId: user?.staffId ?? null, account: user?.account ?? '', address: request.ip },
    gone,
    session: user ? session : '',
    asker: () => deps.askers.of(request),
    setSession: (id) =>
      id === ''
        ? void reply.header('Set-Cookie', sessionCookie(request, siteUrl, id))
        : deps.askers.signedIn(request, reply, id),
  };
  if (call.policy === 'open') return call.handle(params(), context);
  const { policy } = call;
  if (!user && session === '' && call.knowsNobody) return null;
  // before the params are read, so that a stranger learns nothing about them
  if (!user) throw session === '' ? new Refused('signInNeeded') : sessionEnded();
  // PD16: before anything is written, were it the note of a refusal; signing in goes on
  if (call.method !== 'GET' && !call.evenWithoutRoom) await assertRoom(deps.freeSpace);
  const signedIn = { ...context, user };
  // a right that does not depend on the requested thing is checked before the params are read
  const isEarly = typeof policy === 'object' && !('ofOne' in policy || ('of' in policy && policy.of));
  if (isEarly) await authorize(policy, {}, signedIn);
  const read = params();
  if (!isEarly) await authorize(policy, read, signedIn);
  if (!call.takesFile) return call.handle(read, signedIn);
  // an upload may take a quarter of an hour: a person who was suspended or lost the role meanwhile is refused at its end
  const stillMay = async (): Promise<void> => {
    const now = await findUser(deps, session);
    if (!now) throw sessionEnded();
    await authorize(policy, read, { ...signedIn, user: now });
  };
  return call.handle(read, { ...signedIn, incoming: incomingOf(request, stillMay) });
}

/** OI5, OI9: who is signed in, by a way that counts now. */
async function findUser(
  { db, means: { emergencyAccount }, recheck }: { db: Db; means: SignInMeans; recheck: Recheck },
  session: string,
): Promise<StaffUser | null> {
  const user = await findStaffUser(db, session);
  if (user === null) return null;
  if (user.vouched === null && emergencyAccount !== null && user.account !== emergencyAccount) return null;
  return (await recheck.mayGoOn(user, session)) ? user : null;
}

const sessionEnded = (): Refused => new Refused('signInNeeded', '登录已结束，请重新登录。未提交的内容还在本机。');

/** The body of somebody who may send it. @param stillMay asked when it has come whole; throws */
function incomingOf({ raw, headers }: FastifyRequest, stillMay: () => Promise<void>): IncomingFile | null {
  if (headers['content-type'] !== FILE) return null;
  allowLongBody(raw);
  async function* chunks(): AsyncGenerator<Uint8Array> {
    yield* raw as AsyncIterable<Uint8Array>;
    await stillMay();
  }
  return { chunks: chunks(), announced: Number(headers['content-length'] ?? Number.NaN) };
}

/** Path, query and body as one; what the path says counts. */
function given({ params, query, body }: FastifyRequest): Record<string, unknown> {
  const posted = isObject(body) ? body : {};
  return { ...(query as object), ...posted, ...(params as object) };
}
