import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { nodeSuite } from '#wire/cipher-node.ts';
import type { Envelope } from '#wire/envelope.ts';
import { ALIAS_BASE, CALL_BASE } from '#wire/paths.ts';
import type { PagesDeps } from '../pages.ts';
import type { CostlyLimit } from '../costly-limit.ts';
import { errors, type ErrorName } from '../errors.ts';
import { answerCall, callsOfRegisters, fixedCalls, postPaths } from './answer-call.ts';
import type { CallDefinition } from './define-call.ts';

export type SendEnvelope = (reply: FastifyReply, status: number, envelope: Envelope) => FastifyReply;

/** WR5: an envelope as encrypted text. @param wireKey base64, 64 bytes */
export function sealedWith(wireKey: string): SendEnvelope {
  const suite = nodeSuite(Buffer.from(wireKey, 'base64'));
  return (reply, status, envelope) =>
    reply
      .code(status)
      .headers({ 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' })
      .send(suite.encrypt(JSON.stringify(envelope)));
}

/** A listed error that belongs to no call of its own. */
export function sendError(send: SendEnvelope, reply: FastifyReply, name: ErrorName): FastifyReply {
  const { code, status, text } = errors[name];
  return send(reply, status, { code, msg: text, data: null });
}

const costlyPaths = new Set(fixedCalls.flatMap(({ path, costly }) => (costly ? path : [])));

/** Whether an address is one of a call, known or not. */
export const isCallAddress = (address: string): boolean => [CALL_BASE, ALIAS_BASE].some((base) => address.startsWith(`${base}/`));

/**
 * The calls over HTTP (WR1, WR5): every answer below the base, errors included, is encrypted text. The same calls are
 * answered below the alias. Registers that come with a later publication are answered by the not-found handler's look-up.
 */
export async function wirePlugin(app: FastifyInstance, deps: PagesDeps, send: SendEnvelope, limit: CostlyLimit): Promise<void> {
  const answer = async (request: FastifyRequest, reply: FastifyReply, base: string) => {
    const path = request.url.slice(base.length).split('?', 1)[0]!;
    const wait = costlyPaths.has(path) ? await limit(request) : 0;
    if (wait > 0) return sendError(send, reply.header('Retry-After', wait), 'tooOften');
    const posted = postPaths.has(path);
    if (posted !== (request.method === 'POST')) return sendError(send, reply, 'wrongMethod');
    const params = posted ? bodyOf(request.body) : (request.query as Record<string, unknown>);
    const { status, envelope } = await answerCall(deps, path, params, 'now', request.headers);
    return send(reply, status, envelope);
  };
  const known = [...fixedCalls, ...callsOfRegisters(await deps.siteAt('now')).values()];

  for (const base of [CALL_BASE, ALIAS_BASE]) {
    await app.register(
      async (scope) => {
        // params are read and refused by the call itself, in-process calls alike; the schema is for the API document
        scope.setValidatorCompiler(() => () => true);
        for (const call of known) {
          scope.route({ method: call.method ?? 'GET', url: call.path, schema: documented(call, base), handler: (request, reply) => answer(request, reply, base) });
        }
        scope.setNotFoundHandler(async (request, reply) => {
          if (request.method === 'GET' || request.method === 'HEAD') return answer(request, reply, base);
          const path = request.url.slice(base.length).split('?', 1)[0];
          return sendError(send, reply, known.some((call) => call.path === path) ? 'wrongMethod' : 'unknownCall');
        });
        scope.setErrorHandler((error, request, reply) => {
          const status = (error as { statusCode?: number }).statusCode ?? 500;
          if (status >= 500) request.log.error({ err: error }, 'call failed');
          return sendError(send, reply, status >= 500 ? 'internal' : 'badRequest');
        });
      },
      { prefix: base },
    );
  }
}

/** A body that is no JSON object asks for nothing: the defaults are answered. */
const bodyOf = (body: unknown): Record<string, unknown> => (typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body } : {});

function documented(call: CallDefinition, base: string): object {
  return {
    hide: base !== CALL_BASE,
    summary: call.summary,
    description: `成功时 data：${call.answers}。回答为加密文本，解密后是 {code, msg, data}；code 为 "0" 表示成功。`,
    [call.method === 'POST' ? 'body' : 'querystring']: { type: 'object', properties: call.params, required: call.required ?? [] },
    response: { 200: { description: '加密文本', type: 'string' } },
  };
}
