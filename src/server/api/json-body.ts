import type { FastifyInstance } from 'fastify';
import { Refused } from '../errors.ts';

/** Of a posted call: far above real ones, far below what stalls a server. */
const MOST_BYTES = 256 * 1024;
const DEEPEST = 32;

/**
 * JSON bodies of posted calls: bytes and depth are limited before anything is made of them, and keys that would reach
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
      if (isDeeperThan(text, DEEPEST)) return done(new Refused('bodyTooDeep'));
      void parse(request, text, done);
    },
  );
}

/** Counts brackets outside of strings, so that nothing deep is ever built. */
function isDeeperThan(json: string, most: number): boolean {
  let depth = 0;
  let inText = false;
  for (let at = 0; at < json.length; at += 1) {
    const sign = json[at];
    if (inText) {
      if (sign === '\\') at += 1;
      else if (sign === '"') inText = false;
    } else if (sign === '"') inText = true;
    else if (sign === '{' || sign === '[') {
      depth += 1;
      if (depth > most) return true;
    } else if (sign === '}' || sign === ']') depth -= 1;
  }
  return false;
}
