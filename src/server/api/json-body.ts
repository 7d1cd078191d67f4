import type { FastifyInstance } from 'fastify';
import { Refused } from '../errors.ts';

/** Of a posted call: far above real ones, far below what stalls a server. */
export const MOST_BYTES = 256 * 1024;
const DEEPEST = 32;
/** values of a body, of calls that take larger ones, too: some thousand rows of a register */
const MOST_VALUES = 60_000;

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
      const { depth, values } = measure(text);
      if (depth > DEEPEST) return done(new Refused('bodyTooDeep'));
      if (values > MOST_VALUES) return done(new Refused('bodyTooMany'));
      void parse(request, text, done);
    },
  );
}

/** Counts outside of strings, until one of both is too much, so that nothing deep or wide is ever built. */
function measure(json: string): { depth: number; values: number } {
  let [depth, deepest, values] = [0, 0, 1];
  let inText = false;
  for (let at = 0; at < json.length && deepest <= DEEPEST && values <= MOST_VALUES; at += 1) {
    const sign = json[at];
    if (inText) {
      if (sign === '\\') at += 1;
      else if (sign === '"') inText = false;
    } else if (sign === '"') inText = true;
    // each value but the first of a list or an object stands behind a comma
    else if (sign === ',') values += 1;
    else if (sign === '{' || sign === '[') {
      depth += 1;
      values += 1;
      deepest = Math.max(deepest, depth);
    } else if (sign === '}' || sign === ']') depth -= 1;
  }
  return { depth: deepest, values };
}
