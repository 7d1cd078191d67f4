import { isObject } from '#rules/json/json.ts';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { nodeSuite } from '#wire/cipher-node.ts';
import type { Envelope } from '#wire/envelope.ts';
import { schemaOf } from '#page/schema-words.ts';
import { ALIAS_BASE, CALL_BASE, SITE_BASE, TOKEN_HEADER } from '#wire/paths.ts';
import { tokenOf } from '#wire/token-text.ts';
import type { PagesDeps } from '../pages/pages.ts';
import { COST, Overloaded, RETRY_AFTER } from '../http/admission.ts';
import type { FreeSpace } from '../db/free-space.ts';
import { goneSignal } from '../http/gone-signal.ts';
import { limitByNetwork, type Limit } from '../http/network.ts';
import { errors, Refused, type ErrorName } from '../errors.ts';
import { answerCall, callsOfRegisters, fixedCalls, postPaths } from './answer-call.ts';
import { answerUpload } from './answer-upload.ts';
import type { CallDefinition } from './define-call.ts';
import { acceptForms } from './form-body.ts';
import { limitJsonBodies } from './json-body.ts';
import { missedBy } from './missed-by.ts';

export type SendEnvelope = (reply: FastifyReply, status: number, envelope: Envelope) => FastifyReply;

/** WR5: an envelope as encrypted text. @param wireKey base64, 64 bytes */
export function sealedWith(wireKey: string): SendEnvelope {
  const suite = nodeSuite(Buffer.from(wireKey, 'base64'));
  return (reply, status, envelope) =>
    reply
      .code(status)
      .headers({
        'Content-Type': 'text/plain; charset=utf-8',
        'Cache-Control': 'private, no-store',
        'X-Content-Type-Options': 'nosniff',
      })
      .send(suite.encrypt(JSON.stringify(envelope)));
}

/** A listed error that belongs to no call of its own. */
export function sendError(send: SendEnvelope, reply: FastifyReply, name: ErrorName): FastifyReply {
  const { code, status, text } = errors[name];
  return send(reply, status, { code, msg: text, data: null });
}

const fixedCostly = new Set(fixedCalls.flatMap(({ path, costly }) => (costly ? path : [])));

/** Whether an address is one of a call, known or not. */
export const isCallAddress = (address: string): boolean =>
  [CALL_BASE, ALIAS_BASE].some((base) => address.startsWith(`${base}/`));

/**
 * The calls over HTTP (WR1, WR5): every answer below the base, errors included, is encrypted text. The same calls are
 * answered below the alias. Registers that come with a later publication are answered by the not-found handler's
 * look-up.
 */
export async function wirePlugin(
  app: FastifyInstance,
  deps: PagesDeps & { materialsDir: string; freeSpace?: FreeSpace },
  send: SendEnvelope,
  limit: Limit,
): Promise<void> {
  const answer = async (request: FastifyRequest, reply: FastifyReply, base: string) => {
    const path = request.url.slice(base.length).split('?', 1)[0]!;
    const wait = isCostly(path) ? await limit(request) : 0;
    if (wait > 0) return sendError(send, reply.header('Retry-After', wait), 'tooOften');
    const posted = postPaths.has(path);
    if (posted !== (request.method === 'POST')) return refuseMethod(request, reply, posted);
    // WR2: the header; who only reads may bring the cookie alone, as without scripts
    const token = request.headers[TOKEN_HEADER] ?? (posted ? undefined : tokenOf(request.headers.cookie));
    const headers = { ...request.headers, [TOKEN_HEADER]: token };
    if (request.isMultipart()) {
      const uploadWait = await uploads(request);
      if (uploadWait > 0) return sendError(send, reply.header('Retry-After', uploadWait), 'tooOften');
      const { status, envelope } = await answerUpload(deps, request, path, headers);
      return send(reply, status, envelope);
    }
    const params = posted ? bodyOf(request.body) : (request.query as Record<string, unknown>);
    const { status, envelope } = await deps.admissions.questions.run(
      isCostly(path) ? COST.search : COST.question,
      ({ away }) => answerCall({ ...deps, ...missedBy(deps, request), away }, path, params, 'now', headers),
      goneSignal(reply),
    );
    return send(reply, status, envelope);
  };
  // the site as last known, so that the answer can say that the database is away
  const isCostly = (path: string): boolean => {
    const site = deps.lastKnown();
    return fixedCostly.has(path) || (site !== null && callsOfRegisters(site).get(path)?.costly === true);
  };
  const refuseMethod = (request: FastifyRequest, reply: FastifyReply, posted: boolean) => {
    void reply.header('Allow', posted ? 'POST, OPTIONS' : 'GET, HEAD, OPTIONS');
    return request.method === 'OPTIONS' ? reply.code(204).send() : sendError(send, reply, 'wrongMethod');
  };
  const uploads = limitByNetwork(app, UPLOADS);
  const known = [
    ...fixedCalls,
    ...(deps.callsOfFeatures?.values() ?? []),
    ...callsOfRegisters(await deps.siteAt('now')).values(),
  ];

  for (const base of [CALL_BASE, ALIAS_BASE]) {
    await app.register(
      async (scope) => {
        await scope.register(multipart);
        limitJsonBodies(scope);
        acceptForms(scope);
        // params are read and refused by the call itself, in-process calls alike; the schema is for the API document
        scope.setValidatorCompiler(() => () => true);
        for (const call of known) {
          scope.route({
            method: call.method ?? 'GET',
            url: call.path,
            schema: documented(call, base),
            handler: (request, reply) => answer(request, reply, base),
          });
        }
        // pages without a base take every address that no route has
        if (SITE_BASE === '')
          scope.get('/*', { schema: { hide: true } }, (request, reply) => answer(request, reply, base));
        scope.setNotFoundHandler(async (request, reply) => {
          if (request.method === 'GET' || request.method === 'HEAD') return answer(request, reply, base);
          const path = request.url.slice(base.length).split('?', 1)[0]!;
          return known.some((call) => call.path === path)
            ? refuseMethod(request, reply, postPaths.has(path))
            : sendError(send, reply, 'unknownCall');
        });
        scope.setErrorHandler((error, request, reply) => {
          if (error instanceof Overloaded) return sendError(send, reply.header('Retry-After', RETRY_AFTER), 'tooBusy');
          if (error instanceof Refused)
            return send(reply, error.status, { code: error.code, msg: error.message, data: null });
          const { statusCode: status = 500, code } = error as { statusCode?: number; code?: string };
          if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return sendError(send, reply, 'bodyTooLarge');
          if (status >= 500) request.log.error({ err: error }, 'call failed');
          return sendError(send, reply, status >= 500 ? 'internal' : 'badRequest');
        });
      },
      { prefix: base },
    );
  }
}

/** Limit of forms with files that one client may send within a minute: each may cost 40 MB. */
const UPLOADS = { max: 12, window: 60_000 };

/** A body that is no JSON object has no params: the defaults apply. */
const bodyOf = (body: unknown): Record<string, unknown> => (isObject(body) ? { ...body } : {});

function documented(call: CallDefinition, base: string): object {
  return {
    hide: base !== CALL_BASE,
    summary: call.summary,
    description: `成功时 data：${call.answers}。回答为加密文本，解密后是 {code, msg, data}；code 为 "0" 表示成功。`,
    [call.method === 'POST' ? 'body' : 'querystring']: schemaOf(call.params),
    response: { 200: { description: '加密文本', type: 'string' } },
  };
}
