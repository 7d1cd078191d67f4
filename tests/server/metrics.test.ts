import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noteBackup } from '#server/db/backup/last-backup.ts';
import { connectTo } from '#server/db/connect.ts';
import type { SlowQuery } from '#server/db/query-watch.ts';
import { putIntoOutbox } from '#server/mail/outbox.ts';
import { HITS_PER_MEASURE } from '#server/http/request-metrics.ts';
import { CALL_BASE } from '#wire/paths.ts';
import { listedMetrics } from '../house/metrics-document.ts';
import { createTestDatabase, type TestDatabase } from '../world/database.ts';
import { startSite, type TestSite } from '../world/site.ts';

let database: TestDatabase;
let site: TestSite;
/** bytes that are free on the disk */
let free = 1024 ** 3;
const slow: SlowQuery[] = [];
const logged: string[] = [];
let origin: string;

beforeAll(async () => {
  const made = await createTestDatabase();
  // the same database, where every query is a slow one
  const pooled = await connectTo(made.reach.target, made.engine, made.reach.owner, {
    silentAfter: 30_000,
    slowAfter: 0,
  });
  database = Object.assign(made, {
    ...pooled,
    freeSpace: async () => free,
    observe: (observers: Parameters<typeof pooled.observe>[0]) =>
      pooled.observe({
        ...observers,
        slow: (one) => {
          slow.push(one);
          observers.slow(one);
        },
      }),
    close: async () => {
      await pooled.close();
    },
  });
  site = await startSite({
    siteUrl: 'http://localhost',
    database,
    trustedProxies: ['127.0.0.1'],
    logLevel: 'warn',
    print: (text) => void logged.push(text),
  });
  await site.run('shortages');
  await site.run('stored facts');
  origin = await site.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => site.end());

const scrape = async (): Promise<string> => (await site.get('/metrics')).html;

/** Value of one time series, named as it stands in the answer; undefined: it is not there. */
async function valueOf(series: string): Promise<number | undefined> {
  const line = (await scrape()).split('\n').find((text) => text.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

describe('[OP1] /metrics', () => {
  test('has the metrics that docs/operation/metrics.md lists, with their types and labels', async () => {
    await site.get('/swhysc/news/company');
    const text = await scrape();
    const types = new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => [name!, type!]));
    const listed = listedMetrics();
    expect(listed.map(({ name, type }) => [name, type])).toEqual(
      listed.map(({ name }) => [name, types.get(name) ?? 'none']),
    );
    expect([...types.keys()].filter((name) => name.startsWith('site_')).toSorted()).toEqual(
      listed.flatMap(({ name }) => (name.startsWith('site_') ? name : [])).toSorted(),
    );
    const labelsOf = (name: string) => {
      const found = new RegExp(`^${name}(?:_bucket)?\\{(.*)\\} `, 'm').exec(text);
      return [...(found?.[1] ?? '').matchAll(/(\w+)="/g)].flatMap(([, label]) => (label === 'le' ? [] : label!));
    };
    for (const { name, labels } of listed) expect([name, labelsOf(name).toSorted()]).toEqual([name, labels.toSorted()]);
  });

  test('tells durations apart by kind of route and class of status, and names no address', async () => {
    const count = (kind: string, status: string) =>
      valueOf(`site_request_duration_seconds_count{kind="${kind}",status="${status}"}`);
    const requests: [path: string, kind: string, status: string][] = [
      ['/swhysc/news/nowhere', 'page', '4xx'],
      [`${CALL_BASE}/wscms/v1/cms/channellist`, 'call', '2xx'],
      ['/static-file/2026/11/none.txt', 'file', '4xx'],
      ['/console/api/nowhere', 'console', '4xx'],
      ['/feed/deliveries/1', 'feed', '4xx'],
      ['/healthz', 'health', '2xx'],
      ['/favicon-of-nobody.ico', 'other', '4xx'],
    ];
    for (const [path, kind, status] of requests) {
      const before = (await count(kind, status)) ?? 0;
      await site.get(path);
      // scrapes are of the kind health, too
      expect([path, ((await count(kind, status)) ?? 0) - before]).toEqual([path, kind === 'health' ? 2 : 1]);
    }
    expect(await scrape()).not.toMatch(/nowhere|none\.txt|favicon/);
  });

  test('measures one of many kept pages, and counts all', async () => {
    await (await fetch(`${origin}/swhysc/socialDuty/ESG`)).text();
    const [hits = 0, measured = 0] = [
      await valueOf('site_page_cache_hits_total'),
      await valueOf('site_request_duration_seconds_count{kind="kept",status="2xx"}'),
    ];
    const address = `${origin}/swhysc/socialDuty/ESG`;
    for (let count = 0; count < HITS_PER_MEASURE; count += 1) await (await fetch(address)).text();
    expect(await valueOf('site_page_cache_hits_total')).toBe(hits + HITS_PER_MEASURE);
    expect(await valueOf('site_request_duration_seconds_count{kind="kept",status="2xx"}')).toBe(measured + 1);
  });

  test('counts renders, queries and refused sign-ins', async () => {
    const renders = (await valueOf('site_page_render_duration_seconds_count'))!;
    const queries = (await valueOf('site_database_query_duration_seconds_count'))!;
    await site.get('/swhysc/search?words=遗失声明');
    expect(await valueOf('site_page_render_duration_seconds_count')).toBeGreaterThan(renders);
    expect(await valueOf('site_database_query_duration_seconds_count')).toBeGreaterThan(queries);
    await site.app.inject({
      method: 'POST',
      url: '/console/api/session',
      headers: { origin: 'http://localhost', host: 'localhost' },
      payload: { account: 'nobody', password: 'nothing' },
    });
    const text = await scrape();
    const refused = [...text.matchAll(/^site_sign_ins_refused_total\{reason="(\w+)"\} ([1-9])/gm)];
    expect(refused.map(([, reason]) => reason)).toEqual(['password']);
  });

  test('says when the database answered last, and which versions run', async () => {
    expect(await valueOf('site_database_up')).toBe(1);
    expect(await valueOf('site_database_answer_age_seconds')).toBeGreaterThanOrEqual(0);
    expect(await scrape()).toMatch(/^site_build_info\{version="\d+\.\d+\.\d+",node="v\d+.*",postgresql="\d+.*"\} 1$/m);
  });

  test('tells mails and notices that wait, schedules that failed or are overdue, the last publication and the last backup', async () => {
    expect(await valueOf('site_mails_waiting')).toBe(0);
    expect(await valueOf('site_webhooks_waiting')).toBe(0);
    expect(await valueOf('site_backup_timestamp_seconds')).toBeUndefined();
    // one was taken or given up
    await sql`insert into webhook_delivery (subject, body, made_at, next_at)
      select 'step:' || hours, '{}', now() - hours * interval '1 hour', case when hours < 9 then now() + interval '1 hour' end
      from unnest(array[1, 2, 9]) as hours`.execute(database.ownerDb);
    await putIntoOutbox(database.db, { purpose: 'alert', recipient: 'a@b.example', subject: '提醒', body: '正文' });
    await mkdir(site.filesDir, { recursive: true });
    await noteBackup(dirname(site.filesDir), { at: '2026-11-28T00:00:00.000Z', path: '/backup/site.zip' });
    await sql`with made as (
        insert into edition (title, state, content_hash, approved_hash, approved_by, publish_at, channel_ids, base, created_at, changed_at)
          select title, 'approved', '', '', 1, case title when '一' then now() - interval '1 hour' end, '{}', '{}', now(), now()
          from unnest(array['一', '二', '三']) as title
        returning edition_id, title)
      insert into edition_step (edition_id, version, content_hash, act, at)
        select edition_id, 1, '', unnest(case title when '二' then array['scheduled', 'failed'] else array['failed', 'approved'] end), now()
        from made`.execute(database.ownerDb);
    await site.run('stored facts');
    expect(await valueOf('site_mails_waiting')).toBe(1);
    expect(await valueOf('site_webhooks_waiting')).toBe(2);
    expect(await valueOf('site_webhooks_oldest_seconds')).toSatisfy((seconds) => seconds >= 7_200 && seconds < 7_300);
    expect([await valueOf('site_schedules_overdue'), await valueOf('site_schedules_failed')]).toEqual([1, 1]);
    expect(await valueOf('site_publication_timestamp_seconds')).toBeGreaterThan(Date.parse('2026-01-01') / 1000);
    expect(await valueOf('site_backup_timestamp_seconds')).toBe(Date.parse('2026-11-28') / 1000);
  });

  test('[OP2] says whether the disk has room, and whether writing is refused', async () => {
    expect([await valueOf('site_disk_free_bytes'), await valueOf('site_writing_refused')]).toEqual([1024 ** 3, 0]);
    free = 1024 ** 2;
    await site.run('shortages');
    expect([await valueOf('site_disk_free_bytes'), await valueOf('site_writing_refused')]).toEqual([1024 ** 2, 1]);
    expect(await valueOf('site_resource_short{resource="disk"}')).toBe(1);
    free = 1024 ** 3;
    await site.run('shortages');
    expect(await valueOf('site_resource_short{resource="disk"}')).toBe(0);
  });
});

describe('[OP4] the id of a request', () => {
  const idOf = async (path: string, given?: string, remoteAddress = '127.0.0.1') =>
    (await site.app.inject({ url: path, remoteAddress, headers: given === undefined ? {} : { 'x-request-id': given } }))
      .headers['x-request-id'];
  const ID = '0291c5822d4a47b286f66354fe8fa0ee';

  test('is that of a trusted proxy, for drawn and kept pages alike', async () => {
    const hits = site.cache.hits;
    for (let count = 0; count < 2; count += 1) {
      const answer = await fetch(`${origin}/swhysc/publicChannel/complaint`, { headers: { 'x-request-id': ID } });
      expect(answer.headers.get('x-request-id')).toBe(ID);
    }
    expect(site.cache.hits).toBe(hits + 1);
  });

  test('is a new one where somebody else, or nobody, gave one, or one of another form', async () => {
    for (const path of ['/swhysc/publicChannel/complaint', '/healthz'])
      for (const [given, from] of [
        [ID, '203.0.113.7'],
        [undefined, '127.0.0.1'],
        ['short', '127.0.0.1'],
        ['with space and more', '127.0.0.1'],
        ['x'.repeat(129), '127.0.0.1'],
      ] as const)
        expect(await idOf(path, given, from)).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
  });

  test('[OP3] stands in the line of a slow query, beside verb and tables and no value', async () => {
    slow.length = logged.length = 0;
    const before = (await valueOf('site_database_slow_queries_total'))!;
    await idOf('/swhysc/news/company/detail/7701234', ID);
    const own = slow.filter(({ reqId }) => reqId === ID);
    expect(own.length).toBeGreaterThan(0);
    expect(own.some(({ query }) => /^select \w+/.test(query))).toBe(true);
    expect(JSON.stringify(slow)).not.toContain('7701234');
    expect(logged.join('')).not.toContain('7701234');
    const lines = logged.map((line) => JSON.parse(line) as SlowQuery & { level: number; msg: string });
    expect(lines.filter(({ reqId }) => reqId === ID)).toMatchObject(
      own.map(({ query, milliseconds }) => ({ level: 40, msg: 'slow query', query, milliseconds })),
    );
    expect(await valueOf('site_database_slow_queries_total')).toBeGreaterThanOrEqual(before + own.length);
  });
});

describe('[OP4] behind a proxy of TRUSTED_PROXIES that strips or spoils headers', () => {
  test.each([
    ['none of them', {}],
    ['no address', { 'x-forwarded-for': 'unknown, , _hidden', 'x-forwarded-proto': 'https' }],
    ['another scheme', { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'gopher, https', forwarded: 'for=' }],
    ['an id and a trace of no form', { 'x-request-id': 'a b', traceparent: 'ff-0-0', tracestate: '='.repeat(600) }],
    ['empty ones', { 'x-forwarded-for': '', 'x-forwarded-proto': '', 'x-request-id': '', traceparent: '' }],
  ])('%s: pages, calls and metrics are answered, and a sign-in is refused in words', async (_what, headers) => {
    for (const path of ['/swhysc/news/company', `${CALL_BASE}/wscms/v1/cms/channellist`, '/metrics']) {
      const answer = await fetch(origin + path, { headers });
      await answer.arrayBuffer();
      expect([path, answer.status, answer.headers.get('x-request-id')]).toEqual([
        path,
        200,
        expect.stringMatching(/^[\da-f]{8}-/),
      ]);
    }
    const refused = await site.app.inject({
      method: 'POST',
      url: '/console/api/session',
      headers: { ...headers, host: 'www.site.example', origin: 'https://www.site.example' },
      payload: { account: 'nobody', password: 'nothing' },
    });
    expect([401, 403]).toContain(refused.statusCode);
    expect(refused.json<{ msg: string }>().msg).toMatch(/^[\u4e00-\u9fff]/);
  });
});
