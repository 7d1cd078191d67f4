import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openTraces, type Traces, type TraceTimes } from '#server/http/open-traces.ts';
import { tracer } from '#server/http/traces.ts';
import type { TraceSettings } from '#server/http/trace-settings.ts';
import { openWorker } from '#server/editions/worker/open-worker.ts';
import { putIntoOutbox } from '#server/mail/outbox.ts';
import { CALL_BASE } from '#wire/paths.ts';
import { openService, type Service } from '../wire/open-service.ts';
import { PAGES_DIR, startSite, type TestSite } from '../world/site.ts';
import { until } from '../world/stores.ts';

interface Sent {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
  status: { code: number };
}

/** kinds by the numbers of OTLP */
const [INTERNAL, SERVER, CLIENT] = [1, 2, 3];

let collector: Service;
let upstream: Service;
let site: TestSite;
let origin: string;
let traces: Traces | undefined;
/** answers of the endpoint that are held back; null: it answers at once */
let held: (() => void)[] | null = null;
const lines: { facts: object; message: string }[] = [];

beforeAll(async () => {
  collector = await openService((_request, response) => {
    const answer = () => void response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    if (held) held.push(answer);
    else answer();
  });
  upstream = await openService((_request, response) => void response.end('{"code":"0","msg":"","data":{}}'));
  site = await startSite({
    siteUrl: 'http://localhost',
    trustedProxies: ['127.0.0.1'],
    mail: { smtpUrl: 'smtp://127.0.0.1:1', from: 'no-reply@example.com' },
    upstreams: JSON.stringify({ market: { address: upstream.origin, suite: 'none' } }),
  });
  origin = await site.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => Promise.all([site.end(), collector.close(), upstream.close()]));
beforeEach(() => {
  for (const { requests } of [collector, upstream]) requests.length = 0;
  lines.length = 0;
});
afterEach(async () => {
  for (const answer of held ?? []) answer();
  held = null;
  await traces?.end();
  traces = undefined;
});

const trace = (settings: Partial<TraceSettings> = {}, times: Partial<TraceTimes> = {}): Traces =>
  (traces = openTraces(
    { endpoint: collector.origin, service: 'site', sampler: 'parentbased_always_on', ratio: 1, ...settings },
    'node:8080',
    (facts, message) => void lines.push({ facts, message }),
    // a busy machine may take its time
    { last: 60_000, ...times },
  ));

/** All spans that have come, the last of them by the end of the traces. */
async function spansOf(made: Traces): Promise<Sent[]> {
  await made.end();
  return sent();
}

const sent = (): Sent[] =>
  collector.requests.flatMap(({ url, body }) => {
    expect(url).toBe('/v1/traces');
    const { resourceSpans } = JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: Sent[] }[] }[] };
    return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
  });

const factsOf = ({ attributes }: Sent) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]));

const one = (spans: Sent[], name: string | RegExp): Sent => {
  const found = spans.filter((span) => (typeof name === 'string' ? span.name === name : name.test(span.name)));
  expect(found.length, `${String(name)} of ${spans.map((span) => span.name).join(', ')}`).toBe(1);
  return found[0]!;
};

const ask = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(origin + path, { headers });
  await answer.text();
  return answer;
};

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const parentOf = (flags: string) => ({ traceparent: `00-${TRACE}-b7ad6b7169203331-${flags}`, tracestate: 'firm=1' });
/** a call that the upstream answers */
const CALL = `${CALL_BASE}/market/v1/advisor/info?name=%E5%BC%A0%E4%B8%89`;

describe('[OP7] a request', () => {
  test('is one trace with its render and queries, by route, status and id, and without path, query and values', async () => {
    const made = trace();
    const answer = await ask('/swhysc/search?words=%E7%BB%9D%E5%AF%86&page=7701234');
    const spans = await spansOf(made);
    const request = one(spans, 'GET /swhysc/*');
    expect([request.kind, request.parentSpanId ?? '', factsOf(request)]).toEqual([
      SERVER,
      '',
      {
        'http.request.method': 'GET',
        'http.route': '/swhysc/*',
        'http.response.status_code': answer.status,
        'network.protocol.version': '1.1',
        'site.request.id': answer.headers.get('x-request-id'),
        'site.request.kind': 'page',
        'url.scheme': 'http',
      },
    ]);
    const render = one(spans, 'render');
    expect([render.kind, render.parentSpanId]).toEqual([INTERNAL, request.spanId]);
    const queries = spans.filter(({ kind }) => kind === CLIENT);
    expect(queries.length).toBeGreaterThan(2);
    for (const query of queries)
      expect([query.name, factsOf(query)]).toEqual([
        expect.stringMatching(/^[a-z]+( [a-z_, ]+)?$/),
        { 'db.system.name': 'postgresql', 'db.query.summary': query.name },
      ]);
    expect(queries.some(({ parentSpanId }) => parentSpanId === render.spanId)).toBe(true);
    expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
    for (const { startTimeUnixNano, endTimeUnixNano } of spans) {
      expect(BigInt(endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(startTimeUnixNano));
      expect(BigInt(startTimeUnixNano) + 1_000_000n).toBeGreaterThanOrEqual(BigInt(request.startTimeUnixNano));
    }
    const all = collector.requests.map(({ body }) => body).join('');
    for (const value of ['绝密', '%E7%BB', '7701234', 'words=']) expect(all).not.toContain(value);
    expect(all).toContain('{"key":"service.instance.id","value":{"stringValue":"node:8080"}}');
  });

  test('begins and ends by one clock, also where the machine’s is set meanwhile', async () => {
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000);
    const made = trace();
    tracer()!.begin({ name: 'work', kind: 'internal' }).end();
    clock.mockRestore();
    const { startTimeUnixNano, endTimeUnixNano } = one(await spansOf(made), 'work');
    const lasted = BigInt(endTimeUnixNano) - BigInt(startTimeUnixNano);
    expect([lasted >= 0n, lasted < 60_000_000_000n]).toEqual([true, true]);
    expect(
      Math.abs(Number(BigInt(startTimeUnixNano) / 1_000_000n) - performance.timeOrigin - performance.now()),
    ).toBeLessThan(60_000);
  });

  test('that the page cache answers, and one that finds nothing, are spans, too', async () => {
    await ask('/swhysc/socialDuty/ESG');
    const made = trace();
    const cached = await ask('/swhysc/socialDuty/ESG');
    await ask('/swhysc/nowhere');
    const spans = await spansOf(made);
    expect(factsOf(one(spans, 'GET'))).toMatchObject({
      'site.request.kind': 'kept',
      'site.request.id': cached.headers.get('x-request-id'),
      'http.response.status_code': 200,
    });
    expect(factsOf(one(spans, 'GET /swhysc/*'))).toMatchObject({ 'http.response.status_code': 404 });
  });

  test('goes on with the trace of a trusted proxy, and hands it to an upstream', async () => {
    const made = trace();
    await ask(CALL, parentOf('01'));
    const spans = await spansOf(made);
    const request = one(spans, /^GET \/swhy/);
    expect([request.traceId, request.parentSpanId]).toEqual([TRACE, 'b7ad6b7169203331']);
    const asking = one(spans, 'GET market');
    expect([asking.kind, asking.parentSpanId, factsOf(asking)]).toEqual([
      CLIENT,
      request.spanId,
      {
        'http.request.method': 'GET',
        'http.response.status_code': 200,
        'server.address': '127.0.0.1',
        'server.port': Number(new URL(upstream.origin).port),
      },
    ]);
    expect(upstream.requests[0]!.headers).toMatchObject({
      traceparent: `00-${TRACE}-${asking.spanId}-01`,
      tracestate: 'firm=1',
    });
  });

  test('that the proxy does not want traced is none, and an upstream is told so', async () => {
    const made = trace();
    await ask(CALL, parentOf('00'));
    expect(await spansOf(made)).toEqual([]);
    expect(upstream.requests[0]!.headers.traceparent).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-00$`));
  });

  test('begins a trace of its own where somebody else gave one, or a proxy one of another form', async () => {
    const made = trace();
    await site.app.inject({ url: '/healthz', remoteAddress: '203.0.113.7', headers: parentOf('01') });
    for (const traceparent of [`00-${'0'.repeat(32)}-b7ad6b7169203331-01`, 'x', `${parentOf('01').traceparent}, y`])
      await ask('/healthz', { traceparent });
    const spans = await spansOf(made);
    expect(spans.map(({ name, traceId, parentSpanId = '' }) => [name, traceId === TRACE, parentSpanId])).toEqual(
      Array.from({ length: 4 }, () => ['GET /healthz', false, '']),
    );
  });

  test('is sampled as the standard names say, and without an endpoint carries no header', async () => {
    const none = trace({ sampler: 'traceidratio', ratio: 0 });
    await ask('/healthz');
    expect(await spansOf(none)).toEqual([]);
    const made = trace({ sampler: 'always_on' });
    await ask('/healthz', parentOf('00'));
    expect((await spansOf(made)).length).toBe(1);
    upstream.requests.length = 0;
    await ask(CALL, parentOf('01'));
    expect([tracer(), upstream.requests[0]!.headers.traceparent]).toEqual([null, undefined]);
  });
});

test('[OP7] a mail and a job of the worker are spans; the server’s own looks at the database are none', async () => {
  await putIntoOutbox(site.database.db, {
    purpose: 'alert',
    recipient: 'who@b.example',
    subject: '提醒',
    body: '正文',
  });
  const worker = openWorker({
    reach: site.database.reach,
    pagesDir: PAGES_DIR,
    filesDir: site.filesDir,
    onCrash: () => {},
  });
  const made = trace();
  await site.run('outbox');
  await site.run('stored facts');
  await worker.by('甲')('compare-texts', { before: '<p>甲</p>', after: '<p>乙</p>' });
  await worker.end();
  const spans = await spansOf(made);
  const [mail, job] = [one(spans, 'mail alert'), one(spans, 'job compare-texts')];
  expect(spans.length).toBe(2);
  expect([mail.kind, mail.status.code, factsOf(mail)]).toEqual([
    CLIENT,
    2,
    { 'server.address': '127.0.0.1', 'error.type': 'ESOCKET' },
  ]);
  expect([job.kind, job.status.code, factsOf(job)]).toEqual([INTERNAL, 0, { 'site.job.queue': 'others' }]);
  expect(collector.requests.map(({ body }) => body).join('')).not.toMatch(/who@|提醒/);
});

describe('[OP7] an endpoint', () => {
  const AWAY = 'the endpoint of traces does not take all spans; they are lost meanwhile, and nothing else is';
  const TOO_MANY = 'more spans are made than are sent; further ones are lost meanwhile, and nothing else is';
  const AGAIN = 'all spans are sent again';

  test('that is away costs no answer, is one line of the log, and is told when it takes them again', async () => {
    const gone = await openService(() => {});
    await gone.close();
    const made = trace({ endpoint: gone.origin }, { pause: 1, patience: 50 });
    for (let count = 0; count < 3; count += 1) {
      expect((await ask('/healthz')).status).toBe(200);
      await until('spans are lost', () => lines.length > 0);
    }
    await made.end();
    expect(lines).toEqual([{ facts: { code: 'ECONNREFUSED' }, message: AWAY }]);
  });

  test('that is slow loses what goes beyond the queue, which is one line and its end another', async () => {
    held = [];
    const made = trace({}, { pause: 1, quiet: 0 });
    for (let count = 0; count < 3_000; count += 1) tracer()!.begin({ name: 'work', kind: 'internal' }).end();
    expect((await ask('/healthz')).status).toBe(200);
    expect(lines).toEqual([{ facts: { code: 'too many wait' }, message: TOO_MANY }]);
    await until('a batch was sent', () => held!.length > 0);
    for (const answer of held) answer();
    held = null;
    await made.end();
    expect(sent().length).toBe(2_048);
    expect(lines.slice(1)).toEqual([{ facts: { lost: 953 }, message: AGAIN }]);
  });

  test('that never answers does not hold up a stop', async () => {
    held = [];
    const made = trace({}, { last: 30 });
    await ask('/healthz');
    await made.end();
    await until('the last batch was sent', () => held!.length > 0);
  });
});
