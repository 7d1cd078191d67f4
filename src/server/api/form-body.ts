import type { FastifyInstance } from 'fastify';
import { Refused } from '../errors.ts';
import { MOST_BYTES } from './json-body.ts';

/** fields of a body; calls take a dozen */
const MOST_FIELDS = 200;
const FORM = 'application/x-www-form-urlencoded';

/** WR3: forms as bodies of posted calls. A field that comes twice is a list, as in a query. */
export function acceptForms(scope: FastifyInstance): void {
  scope.addContentTypeParser(FORM, { parseAs: 'string', bodyLimit: MOST_BYTES }, (_request, body, done) => {
    const fields = fieldsOf(String(body));
    if (fields === null) done(new Refused('badRequest'));
    else done(null, fields);
  });
}

/** @returns null where the text is no form, or one of too many fields */
function fieldsOf(text: string): Record<string, string | string[]> | null {
  if (/%(?![\da-f]{2})/i.test(text)) return null;
  const form = new URLSearchParams(text);
  if (form.size > MOST_FIELDS) return null;
  const names = [...new Set(form.keys())];
  if (names.some((name) => name === '__proto__' || name === 'constructor')) return null;
  return Object.fromEntries(
    names.map((name) => {
      const values = form.getAll(name);
      return [name, values.length === 1 ? values[0]! : values];
    }),
  );
}
