import type { FastifyInstance } from 'fastify';
import { jsonExcess } from '#rules/json/json-size.ts';
import { Refused } from '../errors.ts';

/** Limit of a posted call: far above real ones, far below a size that stalls a server. */
export const MOST_BYTES = 256 * 1024;
/** limits of calls that take more bytes, too: some thousand rows of a register */
export const JSON_LIMITS = { depth: 32, values: 60_000 } as const;

/**
 * JSON bodies of posted calls: bytes, depth and values are limited before anything is made of them (OL5), and keys that would reach
 * into an object's prototype are refused. Text that only calls itself text is no body.
 */
export function limitJsonBodies(scope: FastifyInstance): void {
  const parse = scope.getDefaultJsonParser('error', 'error');
  scope.removeContentTypeParser(['application/json', 'text/plain']);
  scope.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: MOST_BYTES },
    (request, body, done) => {
      const text = String(body);
      const excess = jsonExcess(text, JSON_LIMITS);
      if (excess) return done(new Refused(excess === 'depth' ? 'bodyTooDeep' : 'bodyTooMany'));
      void parse(request, text, done);
    },
  );
}
