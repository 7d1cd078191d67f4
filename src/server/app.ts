import rateLimit from '@fastify/rate-limit';
import fastifyStatic from '@fastify/static';
import fastify, { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { serverFeatures } from '#features/server.ts';
import { TRACE_HEADER } from '#wire/paths.ts';
import { isCallAddress, sealedWith, sendError, wirePlugin } from './api/wire-plugin.ts';
import { documentationPlugin } from './api/documentation.ts';
import { discoveryPlugin } from './pages/discovery/discovery-plugin.ts';
import { consolePlugin, type ConsoleDeps } from './console-api/console-plugin.ts';
import { limitBodyTime, LONGEST_BODY } from './http/body-time.ts';
import { consolePagePlugin, type ConsoleAssets } from './edge/console-page.ts';
import { createCostlyLimit } from './api/costly-limit.ts';
import { loginPlugin } from './pages/login/login-plugin.ts';
import { isStoreAway } from './errors.ts';
import type { FileAccess } from './files/check-file-access.ts';
import { filesPlugin } from './pages/files/files-plugin.ts';
import { answerAtEdge, type EdgeDeps, refuseMethod, refuseUnread, withoutQuery } from './edge/answer-at-edge.ts';
import type { UpstreamFiles } from './http/upstream-files.ts';
import { Overloaded } from './http/admission.ts';
import { endUnread } from './http/unread-answers.ts';
import { logFailure } from './http/log-failure.ts';
import { requestIds, requestOfWork } from './http/request-id.ts';
import { createRequestSpans } from './http/request-spans.ts';
import type { Span } from './http/traces.ts';
import type { Ending } from './edge/ending.ts';
import { logLines } from './edge/log-lines.ts';
import { operationPlugin } from './edge/operation.ts';
import { pagesPlugin, sendBusy, sendFeaturePage, sendLogin, sendNotice, wayOutOf } from './pages/pages.ts';
import { legalTextsPlugin } from './pages/address/legal-texts.ts';
import { qrPlugin } from './pages/draw/qr-pictures.ts';
import { registerFilesPlugin } from './pages/files/register-files.ts';
import { formerTextPlugin } from './pages/past/former-text-plugin.ts';
import { preparingPlugin, watchShown } from './edge/preparing.ts';
import type { RecordKeeper } from './record/keeper.ts';
import { everyAnswer } from './http/security-headers.ts';
import type { Metrics } from './http/metrics.ts';

export interface AppDeps
  extends
    EdgeDeps,
    Pick<
      ConsoleDeps,
      'pagesDir' | 'means' | 'upstreams' | 'freeSpace' | 'siteAfter' | 'runInWorkerFor' | 'bytes' | 'scrub' | 'opened'
    >,
    Pick<FileAccess, 'openFiles' | 'smallPictures'> {
  /** DATA_DIR/files */
  filesDir: string;
  /** DATA_DIR/materials */
  materialsDir: string;
  /** US3: files of a system that answers `content`; null: there is none */
  upstreamFiles: UpstreamFiles | null;
  /** the API document is public, and anybody may log in as an invented customer */
  demo: boolean;
  /** AL1: an SMTP server is set, so that people can be told by mail */
  sendsMail: boolean;
  metrics: Metrics;
  ending: Ending;
  keeper: Pick<RecordKeeper, 'kept' | 'isFailing'>;
  trustedProxies: string[];
  logLevel: string;
  logForm: 'json' | 'lines';
  /** takes what is logged; absent: standard output */
  print?: (text: string) => void;
  consoleAssets: () => Promise<ConsoleAssets>;
}

/** Built files by the address below which they are served; their names carry their hash. */
const ASSETS = { '/assets/site/': '../../dist/client', '/assets/console/': '../../dist/console' };

/** Milliseconds and bytes that a slow or hostile client gets; Fastify's own defaults are none. */
const LIMITS = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 15_000,
  requestTimeout: LONGEST_BODY,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1_000,
};

/** Prints by the stream whose errors main.ts handles (PD13): the logger's own ends the process when a disk is full. */
const print = (text: string): void => void process.stdout.write(text);

/** Every plugin in order. Never listens. The request's way through it is drawn in docs/lifecycle.md. */
export async function buildApp(
  deps: Omit<AppDeps, 'log' | 'isShown' | 'requestId' | 'requestSpans'> & { log?: AppDeps['log'] },
): Promise<FastifyInstance> {
  const write = deps.print ?? print;
  const send = sealedWith(deps.wireKey);
  const always = everyAnswer(deps.siteUrl.startsWith('https:'));
  const requestId = requestIds(deps.trustedProxies);
  const app = fastify({
    genReqId: requestId,
    // the log is asked for by name so that tests stay quiet
    logger:
      deps.logLevel === 'silent'
        ? false
        : { level: deps.logLevel, stream: deps.logForm === 'lines' ? logLines(write) : { write } },
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: deps.trustedProxies.length > 0 ? deps.trustedProxies : false,
    bodyLimit: 1024 * 1024,
    // a request that still arrives on an open connection is answered, and the connection closed (edge/ending.ts)
    return503OnClosing: false,
    routerOptions: { maxParamLength: 512, ignoreTrailingSlash: false, caseSensitive: true },
    clientErrorHandler: (error, socket) => refuseUnread(error, socket, always),
    serverFactory: (handler) => {
      const answer = (request: IncomingMessage, response: ServerResponse): void => {
        limitBodyTime(request, () =>
          refuseUnread(
            Object.assign(new Error('slow body'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
            request.socket,
            always,
          ),
        );
        all.ending.watch(request, response);
        all.ending.answer(() => answerAtEdge(all, always, request, response, () => handler(request, response)));
      };
      return deps.ending.follow(endUnread(createServer(LIMITS, answer)));
    },
    // a path with a broken escape is refused before any route
    frameworkErrors: (_error, request, reply) => {
      const answer = reply as FastifyReply;
      if (isCallAddress(request.url)) sendError(send, answer, 'badRequest');
      else sendNotice(all, request, answer, 404, { reason: '网址格式不正确。' }).catch(() => answer.raw.destroy());
    },
  });
  const all: AppDeps = {
    ...deps,
    requestId,
    requestSpans: createRequestSpans(deps.trustedProxies, new URL(deps.siteUrl).protocol.slice(0, -1)),
    log: deps.log ?? app.log,
    isShown: watchShown(deps.db, () => deps.cache.clear()),
  };
  answerErrors(app, all);
  traceRequests(app, all);
  sayWhenAgain(app);
  preparingPlugin(app, all, send);
  app.addHook('onRequest', (request, reply) => refuseMethod(all, request, reply));
  await operationPlugin(app, all);
  if (deps.demo) await documentationPlugin(app);
  await app.register(rateLimit, { global: false });
  const limit = createCostlyLimit(app);
  await wirePlugin(app, all, send, limit);
  filesPlugin(app, all);
  qrPlugin(app, all);
  legalTextsPlugin(app, all);
  registerFilesPlugin(app, all);
  if (!deps.development) await serveAssets(app);
  formerTextPlugin(app, all, limit);
  await loginPlugin(app, {
    ...all,
    form: (request, reply, form) => sendLogin(all, request, reply, form),
    wayOut: (back) => wayOutOf(all, back),
    notice: (request, reply, status, title, reason) => sendNotice(all, request, reply, status, { title, reason }),
  });
  await consolePlugin(app, all);
  for (const [name, { routes }] of Object.entries(serverFeatures)) {
    await routes?.(app, {
      ...all,
      page: (request, reply, page) => sendFeaturePage(all, request, reply, name, page),
    });
  }
  consolePagePlugin(app, { assets: all.consoleAssets, development: all.development !== null });
  discoveryPlugin(app, all);
  pagesPlugin(app, all, limit);
  return app;
}

/** A request that failed is logged without its query, and answered with a page that names no reason. */
function answerErrors(app: FastifyInstance, all: AppDeps): void {
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof Overloaded) return sendBusy(all, request, reply);
    logFailure(request.log, error, { method: request.method, path: withoutQuery(request.url) }, 'request failed');
    const { statusCode = 500 } = error as { statusCode?: number };
    const status = isStoreAway(error) ? 503 : statusCode >= 400 && statusCode < 500 ? 404 : 500;
    return sendNotice(all, request, reply, status).catch(() =>
      reply.code(500).type('text/plain; charset=utf-8').send('服务器内部错误'),
    );
  });
}

/** Seconds after which what is away now may answer again, where nothing better is known. */
const AGAIN = '10';

/** RT9: every 503 says when it may be asked again: pages, files, calls of the site and of the console. */
function sayWhenAgain(app: FastifyInstance): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (reply.statusCode === 503 && !reply.hasHeader('Retry-After')) void reply.header('Retry-After', AGAIN);
    done(null, payload);
  });
}

/**
 * Each answer bears the id of its request (OP4). Each request is a line of the log, a duration of the metrics, and a span where
 * traces are sent (OP7).
 */
function traceRequests(
  app: FastifyInstance,
  { requestMetrics, requestSpans }: Pick<AppDeps, 'requestMetrics' | 'requestSpans'>,
): void {
  const spans = new WeakMap<FastifyRequest, Span>();
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header(TRACE_HEADER, request.id);
    const span = requestSpans.begin(request.raw, reply.raw, request.id, () => request.routeOptions.url);
    if (span) spans.set(request, span);
    done();
  });
  // after the body has come: events of a connection belong to no request
  app.addHook('preHandler', (request, _reply, done) => {
    const span = spans.get(request);
    requestOfWork.run(request.id, span ? () => span.run(done) : done);
  });
  app.addHook('onResponse', (request, reply, done) => {
    requestMetrics.answered(request.routeOptions.url, reply.statusCode, reply.elapsedTime);
    request.log.info(
      {
        ip: request.ip,
        method: request.method,
        path: withoutQuery(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    );
    done();
  });
}

/** The built files, for ever: their names carry their hash. */
export async function serveAssets(app: FastifyInstance): Promise<void> {
  for (const [prefix, folder] of Object.entries(ASSETS)) {
    await app.register(fastifyStatic, {
      root: fileURLToPath(new URL(folder, import.meta.url)),
      prefix,
      immutable: true,
      maxAge: '1y',
      preCompressed: true,
      dotfiles: 'ignore',
      index: false,
      list: false,
      decorateReply: false,
    });
  }
}
