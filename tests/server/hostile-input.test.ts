import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROLES } from '#rules/people/staff-rights.ts';
import { serverFeatures } from '#features/server.ts';
import { fixedCalls } from '#server/api/answer-call.ts';
import { consoleCalls } from '#server/console-api/calls.ts';
import { beginSession } from '#server/people/staff/sessions.ts';
import { nodeSuite } from '#wire/cipher-node.ts';
import { parseEnvelope } from '#wire/envelope.ts';
import { CALL_BASE } from '#wire/paths.ts';
import { hand, type Hand } from '../world/editions.ts';
import { proved, tries } from '../world/proof.ts';
import { startSite, WIRE_KEY, type TestSite } from '../world/site.ts';

const SEED = 20_261_123;
/** over plain http the console is for the machine itself */
const ORIGIN = 'http://localhost';

let site: TestSite;
let editor: Hand;
beforeAll(async () => {
  // each question comes from a network of its own, so that no limit hides what it would do
  site = await startSite({ siteUrl: ORIGIN, trustedProxies: ['127.0.0.1'] });
  editor = await hand(
    site,
    '全部角色',
    ROLES.map((role) => ({ role, channelId: '' })),
  );
});
afterAll(() => site.end());

/** Texts that broke programs elsewhere: a few of our own, and those of the public corpora where they are. */
const OWN = [
  '',
  ' ',
  '\0',
  '0',
  '-1',
  '1e400',
  'NaN',
  '9007199254740993',
  '2147483648',
  'null',
  '[]',
  '{}',
  '%',
  '%00',
  '%ff%fe',
  '../../etc/passwd',
  "' or 1=1--",
  '\uD800',
  '\u202E\u0000',
  '2026-02-30',
  '2026-13-01T99:99:99Z',
  '__proto__',
  'constructor',
  '<svg onload=x>',
  'a'.repeat(5000),
  '龘'.repeat(300),
  '👩‍👩‍👧‍👦',
  '￾﷐',
];
const { CORPORA_DIR } = process.env;
if (!CORPORA_DIR)
  console.log('skipped: hostile strings of the public corpora, because CORPORA_DIR does not name their folder');

function corpora(): string[] {
  if (!CORPORA_DIR) return [];
  const folder = join(CORPORA_DIR, 'naughty-strings');
  return readdirSync(folder).flatMap((name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    return name.endsWith('.json') ? (JSON.parse(text) as string[]) : text.split('\n');
  });
}

const text = fc.constantFrom(...OWN, ...corpora());
const scalar = fc.oneof(
  text,
  fc.string({ unit: 'binary' }),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
);
const value = fc.oneof(
  { arbitrary: scalar, weight: 4 },
  { arbitrary: fc.array(scalar, { maxLength: 4 }), weight: 1 },
  { arbitrary: fc.jsonValue({ maxDepth: 4 }), weight: 1 },
);

/** Values for the names of a call's params: some of them right by their schema, some missing, some unknown. */
function paramsFor(schemas: Readonly<Record<string, object>>): fc.Arbitrary<Record<string, unknown>> {
  const known = Object.entries(schemas).map(
    ([name, schema]) =>
      [name, fc.oneof({ arbitrary: value, weight: 3 }, { arbitrary: fit(schema), weight: 2 })] as const,
  );
  return fc
    .tuple(fc.record(Object.fromEntries(known), { requiredKeys: [] }), fc.dictionary(text, value, { maxKeys: 2 }))
    .map(([named, unknown]) => ({ ...unknown, ...named }));
}

/** A value that a schema of a param may take, so that calls get further than their first check. */
function fit(schema: { type?: string; enum?: unknown[]; minimum?: number; default?: unknown }): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.type === 'integer') return fc.integer({ min: schema.minimum ?? 0, max: 30 });
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'array') return fc.array(scalar, { maxLength: 3 });
  if (schema.type === 'object') return fc.dictionary(fc.string(), value, { maxKeys: 3 });
  return fc.oneof(fc.constantFrom('1', 'news', '000100020001', '示例', '2026-11-01'), text);
}

const queryOf = (params: Record<string, unknown>): string =>
  Object.entries(params)
    .flatMap(([name, one]) => (Array.isArray(one) ? one : [one]).map((item) => [name, item] as const))
    .map(
      ([name, item]) => `${encoded(name)}=${encoded(typeof item === 'string' ? item : (JSON.stringify(item) ?? ''))}`,
    )
    .join('&');
const encoded = (part: string): string => encodeURIComponent(part.toWellFormed());

let requestCount = 0;
const elsewhere = () => ({
  'x-forwarded-for': `10.${(++requestCount >> 16) & 255}.${(requestCount >> 8) & 255}.${requestCount & 255}`,
});

/** Counts answers by their status, and fails at the first that is the server's own fault. */
function ledger() {
  const statuses = new Map<number, number>();
  return {
    take: (status: number, what: string, body: string) => {
      expect(status, `${what}: ${body.slice(0, 300)}`).toBeLessThan(500);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    },
    text: () =>
      `no 5xx; ${[...statuses]
        .toSorted(([a], [b]) => a - b)
        .map(([status, count]) => `${count} × ${status}`)
        .join(', ')}`,
    count: (status: number) => statuses.get(status) ?? 0,
  };
}

const open = (body: string) => parseEnvelope(nodeSuite(Buffer.from(WIRE_KEY, 'base64')).decrypt(body));

test(
  'whatever is asked of the calls of the site is answered, or refused in words',
  { timeout: 1_800_000 },
  async () => {
    const runs = tries(300, 30_000);
    const seen = ledger();
    const question = fc
      .constantFrom(...fixedCalls, ...Object.values(serverFeatures).flatMap(({ publicCalls = [] }) => publicCalls))
      .chain((call) => fc.record({ call: fc.constant(call), params: paramsFor(call.params) }));
    await fc.assert(
      fc.asyncProperty(question, async ({ call, params }) => {
        const { statusCode, body } = await site.app.inject(
          call.method === 'POST'
            ? {
                method: 'POST',
                url: `${CALL_BASE}${call.path}`,
                headers: { ...elsewhere(), 'content-type': 'application/json' },
                payload: JSON.stringify(params),
              }
            : { url: `${CALL_BASE}${call.path}?${queryOf(params)}`, headers: elsewhere() },
        );
        seen.take(statusCode, call.path, body);
        expect(open(body).code, call.path).not.toBe('500');
      }),
      { numRuns: runs, seed: SEED },
    );
    // questions that are all refused would show little
    expect(seen.count(200)).toBeGreaterThan(runs / 10);
    proved({ fault: 'hostile params of the site’s calls, made from their schemas', tries: runs, outcome: seen.text() });
  },
);

test('whatever an address of a page says is answered', { timeout: 1_800_000 }, async () => {
  const runs = tries(100, 10_000);
  const seen = ledger();
  const path = fc.oneof(
    fc.constantFrom('/', '/news/company', '/publicChannel/lossStatement', '/search', '/verify', '/sitemap', '/view'),
    text.map((one) => `/${encoded(one)}`),
  );
  const names = fc.constantFrom('q', 'pageNum', 'pageSize', 'tab', 'back', 'key', 'lang', 'sort', 'id');
  const question = fc.record({ path, query: fc.dictionary(fc.oneof(names, text), value, { maxKeys: 5 }) });
  await fc.assert(
    fc.asyncProperty(question, async (one) => {
      const url = `/swhysc${one.path}?${queryOf(one.query)}`;
      const { statusCode, body } = await site.app.inject({ url, headers: elsewhere() });
      seen.take(statusCode, url, body);
    }),
    { numRuns: runs, seed: SEED },
  );
  proved({ fault: 'hostile paths and queries of pages', tries: runs, outcome: seen.text() });
});

test(
  'whatever somebody with every role sends to the console is answered, or refused in words',
  { timeout: 1_800_000 },
  async () => {
    const runs = tries(300, 20_000);
    const seen = ledger();
    // calls that sign out, or take the roles of the caller, would leave no caller
    const calls = consoleCalls.filter(({ path }) => !/password|session|sign|login|state|grants/i.test(path));
    const question = fc
      .constantFrom(...calls)
      .chain((call) => fc.record({ call: fc.constant(call), params: paramsFor(call.params ?? {}) }));
    await fc.assert(
      fc.asyncProperty(question, async ({ call: { method, path }, params }) => {
        const session = await beginSession(site.database.db, editor.staffId, '10.0.0.1');
        const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encoded(String(params[name] ?? '1')) || '1');
        const isGet = method === 'GET';
        const { statusCode, body } = await site.app.inject({
          method,
          url: `/console/api${filled}${isGet ? `?${queryOf(params)}` : ''}`,
          headers: {
            host: 'localhost',
            origin: ORIGIN,
            cookie: `console=${session}`,
            ...elsewhere(),
            ...(!isGet && { 'content-type': 'application/json' }),
          },
          ...(!isGet && { payload: JSON.stringify(params) }),
        });
        seen.take(statusCode, `${method} ${filled}`, body);
      }),
      { numRuns: runs, seed: SEED },
    );
    expect(seen.count(200)).toBeGreaterThan(runs / 20);
    proved({ fault: 'hostile params of the console’s calls, with every role', tries: runs, outcome: seen.text() });
  },
);
