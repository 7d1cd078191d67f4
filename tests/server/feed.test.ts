import { randomUUID } from 'node:crypto';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { FeedingRule } from '#kinds/feeding/index.ts';
import type { Change } from '#kinds/index.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { confirmEmergency, approveEdition, returnEdition } from '#server/editions/review/review-edition.ts';
import { emergencyPublish, publishEdition } from '#server/editions/publish/publish-edition.ts';
import { submitEdition } from '#server/editions/review/submit-edition.ts';
import { setState } from '#server/people/staff/accounts.ts';
import { checkRecord } from '#server/record/check-record.ts';
import { storeFile } from '#server/files/store.ts';
import { findDelivery, stopDelivery } from '#features/feeding/server/deliveries.ts';
import { publishDueDeliveries } from '#features/feeding/server/publish-by-rule.ts';
import { makeToken, revokeToken } from '#features/feeding/server/tokens.ts';
import { verifyLog } from '#server/store/publication/verify-log.ts';
import { approvedBy, consoleOf, draftBy, hand, publishContextOf, type Hand } from '../world/editions.ts';
import { buildZip } from '../world/office-files.ts';
import { PAGES_DIR, startSite, type TestSite } from '../world/site.ts';
import { asUsual, threadTime } from '../world/thread-time.ts';

const definition: RegisterDefinition = {
  schemaVersion: 1,
  register: 'margin-daily',
  title: '融资融券标的',
  endpoints: [],
  key: ['code'],
  department: '信用业务部',
  fields: {
    code: {
      title: '证券代码',
      type: 'text',
      required: true,
      pattern: '^\\d{6}$',
      patternHint: '6 位数字',
      example: '600000',
    },
    name: { title: '证券简称', type: 'text', required: true },
    rate: { title: '折算率', type: 'percent', scale: 2 },
  },
  columns: ['code', 'name', 'rate'],
  filters: [],
  order: ['code'],
};
const ROWS = Array.from({ length: 40 }, (_, at) => ({
  code: String(600_000 + at),
  name: `证券${at + 1}`,
  // they scatter, so that no other rate is a red line (RD2)
  rate: at < 20 ? '50.00' : at % 2 === 0 ? '10.00' : '90.00',
}));

let site: TestSite;
let [admin, writer, reviewer, publisher]: Hand[] = [];
let token: string;
let tokenId: number;
beforeAll(async () => {
  site = await startSite();
  [admin, writer, reviewer, publisher] = [
    await hand(site, '管理甲', [{ role: 'system-admin', channelId: '' }]),
    await hand(site, '撰写乙', [{ role: 'channel-admin', channelId: '' }]),
    await hand(site, '审核丙', [{ role: 'reviewer', channelId: '' }]),
    await hand(site, '发布丁', [{ role: 'publisher', channelId: '' }]),
  ];
  await site.publish('登记表', [{ kind: 'register', document: definition }, rowsChange(ROWS)]);
  ({ token, tokenId } = await newToken('融资融券日报'));
});
afterAll(() => site.end());

const db = () => site.database.db;
const rowsChange = (rows: Record<string, string | number>[], dataDate = '2026-11-20'): Change => ({
  kind: 'rows',
  document: { definition, dataDate, department: '信用业务部', rows },
});
const DAY = 86_400_000;
const names = new Map<number, string>();
async function newToken(name: string, { registers = ['margin-daily'], lasts = DAY, by = admin! } = {}) {
  const made = await makeToken(db(), by, { name, registers, expiresAt: new Date(Date.now() + lasts) });
  names.set(made.tokenId, name);
  return made;
}
const ruled = (rule: Omit<FeedingRule, 'title' | 'program'>): FeedingRule => ({
  title: definition.title,
  program: names.get(rule.token)!,
  ...rule,
});

interface Sent {
  status: number;
  code: string;
  msg: string;
  data: any;
}
let calls = 0;
async function send(
  body: unknown,
  {
    key = String(randomUUID()),
    bearer = token,
    register = 'margin-daily',
    headers = {} as Record<string, string>,
    query = '',
    from = `10.0.${(calls += 1) >> 8}.${calls & 255}`,
  } = {},
): Promise<Sent> {
  const answer = await site.app.inject({
    method: 'POST',
    url: `/feed/registers/${register}${query}`,
    remoteAddress: from,
    headers: {
      host: 'localhost',
      authorization: `Bearer ${bearer}`,
      'idempotency-key': key,
      'content-type': typeof body === 'string' ? 'text/csv' : 'application/json',
      ...headers,
    },
    payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
  });
  return { status: answer.statusCode, ...answer.json() };
}
/** a day to come, as tokens end */
const UNTIL = new Date(Date.now() + 100 * 86_400_000).toISOString().slice(0, 10);
const changed = (by: number, rate = 60) => ROWS.map((row, at) => (at < by ? { ...row, rate: `${rate}.00` } : row));
const whole = (rows: object[], more = {}) => ({ dataDate: '2026-11-20', rows, ...more });

async function makeRule(rule: Partial<FeedingRule> = {}): Promise<number> {
  const edition = await approvedBy(site, writer!, reviewer!, [
    {
      kind: 'feeding',
      id: 'margin-daily',
      document: ruled({ token: tokenId, share: 20, until: '2099-12-31', wait: 10, ...rule }),
    },
  ]);
  const { no } = await publishEdition(publishContextOf(site), publisher!, edition);
  return no;
}
/** The public rows as they were at first, and nothing counted of before. */
async function reset(): Promise<void> {
  await db()
    .updateTable('delivery')
    .set({ ended_at: new Date(), ended_as: 'held' })
    .where('ended_at', 'is', null)
    .where('due_at', 'is not', null)
    .execute();
  await site.publish('复原', [rowsChange(ROWS)]);
}
const later = (minutes: number) => new Date(Date.now() + minutes * 60_000);
const due = (minutes = 11) => publishDueDeliveries(publishContextOf(site), later(minutes));
const editionOf = (editionId: number) =>
  db().selectFrom('edition').selectAll().where('edition_id', '=', editionId).executeTakeFirstOrThrow();
const stepsOf = (editionId: number) =>
  db().selectFrom('edition_step').selectAll().where('edition_id', '=', editionId).orderBy('step_id').execute();
const rateOf = async (code: string) =>
  (
    await db()
      .selectFrom('register_row')
      .select('data')
      .where('register', '=', 'margin-daily')
      .where('key', '=', code)
      .where('public_to', 'is', null)
      .executeTakeFirst()
  )?.data.rate;

describe('FD1 tokens', () => {
  test('[FD1] a token that is wrong, expired, revoked or of another register is refused in one sentence each, and recorded without it', async () => {
    const soon = await newToken('过期的', { lasts: -1 });
    const gone = await newToken('吊销的');
    await revokeToken(db(), { ...admin!, name: '管理甲' }, gone.tokenId);
    const other = await newToken('别的', { registers: ['places'] });
    const tried = {
      none: await send(whole(ROWS), { bearer: '' }),
      wrong: await send(whole(ROWS), { bearer: `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}` }),
      expired: await send(whole(ROWS), { bearer: soon.token }),
      revoked: await send(whole(ROWS), { bearer: gone.token }),
      scope: await send(whole(ROWS), { bearer: other.token }),
    };
    expect(Object.values(tried).map(({ status, code }) => `${status} ${code}`)).toEqual([
      '401 2060',
      '401 2060',
      '401 2061',
      '401 2062',
      '403 2063',
    ]);
    for (const { msg } of Object.values(tried)) expect(msg).toMatch(/^[^。]{5,60}$/);
    const lines = await db().selectFrom('audit').selectAll().where('act', '=', 'feed.deliver').execute();
    expect(lines.map(({ facts }) => facts.why).toSorted()).toEqual(['expired', 'revoked', 'scope', 'token', 'token']);
    const secrets = [token, soon.token, gone.token, other.token].map((one) => one.slice(-43));
    const stored = JSON.stringify([
      await db().selectFrom('delivery_token').selectAll().execute(),
      await db().selectFrom('audit').selectAll().execute(),
      await db().selectFrom('staff').selectAll().execute(),
    ]);
    for (const secret of secrets) expect(stored).not.toContain(secret);
  });

  test('[FD1] administrators alone make, list and revoke tokens; the secret is answered once', async () => {
    const ask = await consoleOf(site, admin!, 'http://localhost');
    const made = await ask('POST', '/delivery-tokens', {
      name: '日报',
      registers: ['margin-daily'],
      until: UNTIL,
    });
    expect(made.data.token).toMatch(/^feed-\d+-[\w-]{43}$/);
    const listed = await ask('GET', '/delivery-tokens');
    expect(JSON.stringify(listed.data)).not.toContain(made.data.token.slice(-43));
    expect(listed.data[0]).toMatchObject({ name: '日报', state: 'active', madeBy: '管理甲', usedAt: '' });
    expect((await ask('POST', `/delivery-tokens/${made.data.tokenId}/revoke`)).status).toBe(200);
    expect((await ask('POST', `/delivery-tokens/${made.data.tokenId}/revoke`)).code).toBe('2070');
    expect((await send(whole(ROWS), { bearer: made.data.token })).code).toBe('2062');
    const bad = await Promise.all([
      ask('POST', '/delivery-tokens', { name: ' ', registers: ['margin-daily'], until: UNTIL }),
      ask('POST', '/delivery-tokens', { name: '日报', registers: ['nothing'], until: UNTIL }),
      ask('POST', '/delivery-tokens', { name: '日报', registers: ['margin-daily'], until: '2020-01-01' }),
    ]);
    expect(bad.map(({ data }) => data.field)).toEqual(['name', 'registers', 'until']);
    const people = await ask('GET', '/people');
    expect(people.data.map(({ name }: { name: string }) => name)).not.toContain('日报');
  });

  test('[FD1] over plain http from elsewhere a token is not taken, and wrong tokens are slowed down', async () => {
    expect((await send(whole(ROWS), { headers: { host: 'site.test' } })).code).toBe('2006');
    const codes: string[] = [];
    for (let at = 0; at < 25; at++)
      codes.push((await send(whole(ROWS), { bearer: `feed-${at}-x`, from: '10.9.0.1' })).code);
    expect(codes.filter((code) => code === '1429').length).toBeGreaterThan(2);
    // the right one still passes
    expect((await send({}, { from: '10.9.0.1' })).code).toBe('2015');
  });
});

describe('FD2 deliveries', () => {
  test('[FD2] a whole register by JSON becomes an edition in review by the name of the token, and nothing is public', async () => {
    const sent = await send(whole(changed(3)));
    expect(sent).toMatchObject({ status: 201, code: '0', data: { state: 'in-review', publishAt: '' } });
    expect(sent.data.report.difference).toMatchObject({ publicRows: 40, changed: 3, added: 0, removed: 0 });
    const edition = await editionOf(sent.data.editionId);
    expect(edition).toMatchObject({ state: 'in-review', version: 1 });
    expect(edition.title).toContain('融资融券日报');
    expect(await rateOf('600000')).toBe('50.00');
    await approveEdition(db(), reviewer!, { editionId: sent.data.editionId, version: 1 });
    const { no } = await publishEdition(publishContextOf(site), publisher!, {
      editionId: sent.data.editionId,
      version: 1,
    });
    const entry = await db().selectFrom('publication').selectAll().where('no', '=', no).executeTakeFirstOrThrow();
    expect([entry.written_by, entry.approved_by]).toEqual(['融资融券日报', '审核丙']);
    expect(await rateOf('600000')).toBe('60.00');
    await reset();
  });

  test('[FD2] JSON and CSV, whole and as changes by key, get the words of the import', async () => {
    const put = await send({
      dataDate: '2026-11-20',
      put: [
        { 证券代码: '600000', 证券简称: '证券1', 折算率: 70 },
        { 证券代码: '600999', 证券简称: '新证券', 折算率: '65%' },
      ],
      remove: ['600001'],
    });
    expect(put.data.report.difference).toMatchObject({ added: 1, changed: 1, removed: 1, equal: 38 });
    const csv = await send('证券代码,证券简称,折算率,变更\n600000,证券1,71,更新\n600002,,,删除\n', {
      query: '?dataDate=2026-11-20&mode=changes',
    });
    expect(csv.data.report.difference).toMatchObject({ added: 0, changed: 1, removed: 1 });
    const all = await send(
      `证券代码,证券简称,折算率\n${changed(2)
        .map(({ code, name, rate }) => `${code},${name},${rate}`)
        .join('\n')}`,
      {
        query: '?dataDate=2026-11-20',
      },
    );
    expect(all.data.report.difference).toMatchObject({ changed: 2, equal: 38 });
    const bad = await send(whole([{ code: '60000', name: '短', rate: 'x' }, ...ROWS.slice(1)]));
    expect(bad).toMatchObject({ status: 422, code: '2065' });
    const cells = bad.data.report.errors.flatMap((column: { cells: object[] }) => column.cells);
    expect(cells).toMatchObject([
      { cell: 'A2', pointer: '/rows/0/code', reason: '格式不正确', remedy: '应为：6 位数字，例如 600000' },
      { cell: 'C2', pointer: '/rows/0/rate' },
    ]);
    const missing = await send({ dataDate: '2026-11-20', put: [], remove: ['999999'] });
    expect(missing.data.report.problems).toMatchObject([
      { value: '证券代码 999999', reason: '现在没有公示这一行，不能删除' },
    ]);
    expect(missing.msg).toContain('999999');
    await reset();
  });

  test('[FD2] numbers are read as they are written: no digit is lost', async () => {
    const sent = await send({ dataDate: '2026-11-20', put: [{ code: 600_000, name: 12_345, rate: 1 }] });
    expect(sent.data.report.errors).toEqual([]);
    const long = await site.app.inject({
      method: 'POST',
      url: '/feed/registers/margin-daily',
      headers: {
        host: 'localhost',
        authorization: `Bearer ${token}`,
        'idempotency-key': 'long',
        'content-type': 'application/json',
      },
      payload: '{"dataDate":"2026-11-20","put":[{"code":"600000","name":12345678901234567890,"rate":1}]}',
    });
    const { editionId } = long.json().data;
    const version = await db()
      .selectFrom('edition_version')
      .select('changes')
      .where('edition_id', '=', editionId)
      .executeTakeFirstOrThrow();
    const { rowSet } = (version.changes as { document: { rowSet: { hash: string } } }[])[0]!.document;
    const set = await db()
      .selectFrom('row_set')
      .select('parts')
      .where('row_set_hash', '=', rowSet.hash)
      .executeTakeFirstOrThrow();
    const part = await db()
      .selectFrom('row_part')
      .select('rows')
      .where('part_hash', '=', set.parts[0]!)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(part.rows)).toContain('12345678901234567890');
    await reset();
  });

  test('[FD2] the same call again is answered the same and makes one edition; another body under the same key is refused', async () => {
    const first = await send(whole(changed(1, 61)), { key: 'twice' });
    expect(await send(whole(changed(1, 61)), { key: 'twice' })).toEqual(first);
    const other = await send(whole(changed(1, 62)), { key: 'twice' });
    expect(other).toMatchObject({ status: 409, code: '2064' });
    const bad = await send(whole([{}, { code: '1' }]), { key: 'bad' });
    expect(await send(whole([{}, { code: '1' }]), { key: 'bad' })).toEqual(bad);
    const both = await Promise.all([
      send(whole(changed(2, 63)), { key: 'at-once' }),
      send(whole(changed(2, 63)), { key: 'at-once' }),
    ]);
    expect(both[0]).toEqual(both[1]);
    const { counted } = await db()
      .selectFrom('delivery')
      .select(({ fn }) => fn.countAll<number>().as('counted'))
      .where('idempotency_key', 'in', ['twice', 'bad', 'at-once'])
      .executeTakeFirstOrThrow();
    expect(Number(counted)).toBe(3);
    await reset();
  });
});

describe('FD3 and FD4 rules', () => {
  test('[FD3] a delivery of a register with a rule waits, is published by the clock, and the log names the rule and its approver', async () => {
    const no = await makeRule();
    const counts = await consoleOf(site, reviewer!, 'http://localhost');
    // replaces what earlier tests left in review
    await send(whole(ROWS));
    await due();
    const before = (await counts('GET', '/editions/counts')).data['to-review'];
    const sent = await send(whole(changed(4)));
    expect(sent.data).toMatchObject({ state: 'waiting', why: '' });
    expect(Date.parse(sent.data.publishAt) - Date.now()).toBeGreaterThan(9 * 60_000);
    const ask = await consoleOf(site, reviewer!, 'http://localhost');
    const waiting = (await ask('GET', '/deliveries?waiting=true')).data;
    // a page is never longer than a hundred, whatever is asked for
    expect((await ask('GET', '/deliveries?pageSize=9223372036854776000')).status).toBe(200);
    expect(waiting.list).toMatchObject([
      { deliveryId: sent.data.deliveryId, state: 'waiting', mayStop: true, sender: '融资融券日报', changed: 4 },
    ]);
    expect((await ask('GET', '/editions/counts')).data['to-review']).toBe(before);
    expect(await due(9)).toBe(0);
    expect(await rateOf('600000')).toBe('50.00');
    expect(await due()).toBe(1);
    expect(await rateOf('600000')).toBe('60.00');
    const edition = await editionOf(sent.data.editionId);
    expect(edition).toMatchObject({ state: 'published', rule_no: no, approved_by: null });
    const entry = await db()
      .selectFrom('publication')
      .selectAll()
      .where('no', '=', edition.published_in!)
      .executeTakeFirstOrThrow();
    expect([entry.written_by, entry.approved_by]).toEqual([
      '程序报送：融资融券日报',
      `按规则发布：审核丙（规则见第 ${no} 号发布）`,
    ]);
    expect((await stepsOf(sent.data.editionId)).map(({ act }) => act)).toEqual(['created', 'submitted', 'by-rule']);
    const delivery = await site.app.inject({
      url: `/feed/deliveries/${sent.data.deliveryId}`,
      headers: { host: 'localhost', authorization: `Bearer ${token}` },
    });
    expect(delivery.json().data).toMatchObject({ state: 'published', editionState: 'published' });
    const { problems } = await checkRecord({
      database: site.database,
      pagesDir: PAGES_DIR,
      filesDir: site.filesDir,
      headsFile: join(site.filesDir, '..', 'heads.jsonl'),
    });
    expect(problems).toEqual([]);
    expect(await verifyLog(db())).toEqual([]);
    await reset();
  });

  test('[FD4] a delivery that nobody publishes at its moment asks for a review', async () => {
    const ask = await consoleOf(site, reviewer!, 'http://localhost');
    const reviews = async () =>
      (await ask('GET', '/editions?view=to-review')).data.list.map(({ editionId }: { editionId: number }) => editionId);
    const { editionId, deliveryId } = (await send(whole(changed(3, 62)))).data;
    expect(await reviews()).not.toContain(editionId);
    await site.database.ownerDb
      .updateTable('delivery')
      .set({ due_at: later(-1) })
      .where('delivery_id', '=', deliveryId)
      .execute();
    expect(await reviews()).toContain(editionId);
    await reset();
  });

  test('[FD4] a delivery that waits is stopped by whoever works on the register; it stays in review, and is not got around by sending it again', async () => {
    const sent = await send(whole(changed(2, 61)));
    expect(sent.data.state).toBe('waiting');
    const auditor = await hand(site, '审计戊', [{ role: 'auditor', channelId: '' }]);
    const looking = await consoleOf(site, auditor, 'http://localhost');
    expect((await looking('POST', `/deliveries/${sent.data.deliveryId}/stop`)).status).toBe(403);
    const ask = await consoleOf(site, reviewer!, 'http://localhost');
    expect((await ask('POST', `/deliveries/${sent.data.deliveryId}/stop`, { note: '数据有疑问' })).status).toBe(200);
    expect((await ask('POST', `/deliveries/${sent.data.deliveryId}/stop`)).code).toBe('2068');
    expect(await due()).toBe(0);
    expect((await editionOf(sent.data.editionId)).state).toBe('in-review');
    expect((await stepsOf(sent.data.editionId)).at(-1)).toMatchObject({
      act: 'held',
      note: '由审核丙停止：数据有疑问',
    });
    const again = await send(whole(changed(2, 61)));
    expect(again.data).toMatchObject({
      state: 'in-review',
      why: `第 ${sent.data.deliveryId} 次报送已由审核丙停止，还没有处理，须由他人审核`,
    });
    await returnEdition(db(), reviewer!, { editionId: sent.data.editionId, version: 1, note: '请核对' });
    expect((await send(whole(changed(2, 61)))).data.state).toBe('waiting');
    await reset();
  });

  test('[FD4] small deliveries in a row count together against the share of the rule', async () => {
    await db().updateTable('delivery').set({ ended_at: new Date() }).where('delivery_id', '=', 0).execute();
    // earlier tests published four rows by the rule: 4 + 3 of 40 are within 20 %, 4 + 3 + 2 are not
    const first = await send(whole(changed(3, 62)));
    expect(first.data.state).toBe('waiting');
    expect(await due()).toBe(1);
    const second = await send({
      dataDate: '2026-11-20',
      put: [
        { ...ROWS[10], rate: '63.00' },
        { ...ROWS[11], rate: '63.00' },
      ],
    });
    expect(second.data).toMatchObject({ state: 'in-review', publishAt: '' });
    expect(second.data.why).toBe(
      '变动 2 行，连同 20 小时内的 7 行共 9 行，超过报送规则允许的 20%（其时公示 40 行），须由他人审核',
    );
    const third = await send({ dataDate: '2026-11-20', put: [{ ...ROWS[10], rate: '63.00' }] });
    expect(third.data.state).toBe('waiting');
    // the share is looked at again when it is due, and counts what became public meanwhile
    await db()
      .updateTable('edition')
      .set({ changed_at: new Date() })
      .where('edition_id', '=', third.data.editionId)
      .execute();
    expect(await due()).toBe(1);
    await reset();
  });

  test('[FD4] what a rule does not cover becomes an ordinary edition, with the reason', async () => {
    await makeRule({ share: 100 });
    const whyOf = async (body: object) => (await send(body)).data.why as string;
    expect(await whyOf(whole(changed(1, 64), { department: '别的部门' }))).toMatch(
      /责任部门与公示中的“信用业务部”不同/,
    );
    expect(await whyOf(whole(changed(1, 64), { dataDate: '2026-11-19' }))).toMatch(/数据日期 2026-11-19 早于公示中的/);
    expect(await whyOf(whole(ROWS.slice(0, 20)))).toMatch(/40 行中有 20 行将消失/);
    const other = await newToken('另一个');
    const foreign = await send(whole(changed(1, 65)), { bearer: other.token });
    expect(foreign.data.why).toMatch(new RegExp(`报送规则是为令牌 ${tokenId} 订立的`));
    await makeRule({ share: 100 });
    expect((await send(whole(changed(1, 66)))).data.state).toBe('waiting');
    await reset();
  });
});

describe('FD5 four eyes', () => {
  beforeEach(async () => {
    ({ token, tokenId } = await newToken('融资融券日报'));
    await makeRule({ share: 100 });
  });

  test('[FD5] whoever made the token can neither approve what it delivers nor its rule', async () => {
    const maker = await hand(site, '管理审核己', [
      { role: 'system-admin', channelId: '' },
      { role: 'reviewer', channelId: '' },
    ]);
    const made = await newToken('己的', { by: maker });
    const sent = await send(whole(changed(1, 80)), { bearer: made.token });
    const delivered = { editionId: sent.data.editionId as number, version: 1 };
    await expect(approveEdition(db(), maker, delivered)).rejects.toMatchObject({
      code: '2023',
      message: expect.stringContaining('令牌由您新建'),
    });
    await expect(
      emergencyPublish(publishContextOf(site), maker, { ...delivered, note: '交易系统故障，须立即告知' }),
    ).rejects.toMatchObject({ code: '2023' });
    const rule: Change = {
      kind: 'feeding',
      id: 'margin-daily',
      document: ruled({ token: made.tokenId, share: 20, until: '2099-12-31', wait: 10 }),
    };
    const draft = await draftBy(site, writer!, [rule]);
    await submitEdition(publishContextOf(site), writer!, draft);
    await expect(approveEdition(db(), maker, draft)).rejects.toMatchObject({ code: '2023' });
    await approveEdition(db(), reviewer!, draft);
  });

  test('[FD5] a rule counts only while whoever approved it is active, and one of an emergency once it is confirmed', async () => {
    const approver = await hand(site, '审核庚', [{ role: 'reviewer', channelId: '' }]);
    const rule: Change = {
      kind: 'feeding',
      id: 'margin-daily',
      document: ruled({ token: tokenId, share: 97, until: '2099-12-31', wait: 10 }),
    };
    const edition = await approvedBy(site, writer!, approver, [rule]);
    await publishEdition(publishContextOf(site), publisher!, edition);
    const sent = await send(whole(changed(1, 81)));
    expect(sent.data.state).toBe('waiting');
    await setState(db(), approver.staffId, 'suspended');
    expect(await due()).toBe(0);
    expect(await findDelivery(db(), sent.data.deliveryId)).toMatchObject({
      state: 'held',
      why: '报送规则的审核人审核庚的账号已停用',
      editionState: 'in-review',
    });
    expect((await send(whole(changed(1, 82)))).data.why).toMatch(/审核庚的账号已停用/);
    const urgent = await draftBy(site, writer!, [{ ...rule, document: { ...rule.document, share: 99 } } as Change]);
    await emergencyPublish(publishContextOf(site), publisher!, { ...urgent, note: '交易系统故障，须立即告知' });
    expect((await send(whole(changed(1, 83)))).data.why).toMatch(/紧急发布的，还没有复核/);
    await confirmEmergency(db(), reviewer!, { ...urgent, note: '核对无误' });
    expect((await send(whole(changed(1, 84)))).data.state).toBe('waiting');
    await makeRule({ share: 100 });
    await reset();
  });

  test('[FD5] a rule that somebody published past the editions, by a file, is none', async () => {
    await site.publish('规则', [
      {
        kind: 'feeding',
        id: 'margin-daily',
        document: ruled({ token: tokenId, share: 98, until: '2099-12-31', wait: 10 }),
      },
    ]);
    expect((await send(whole(changed(1, 85)))).data.why).toMatch(/不是经审核的稿件发布的/);
    await makeRule({ share: 100 });
    await reset();
  });
});

describe('FD6 bad input', () => {
  beforeEach(async () => {
    ({ token, tokenId } = await newToken('融资融券日报'));
    await makeRule({ share: 100 });
  });

  test('[FD6] more than 30 deliveries of a token within a minute are told when to come again', async () => {
    const codes: string[] = [];
    for (let at = 0; at < 31; at++) codes.push((await send({ dataDate: '2026-11-20', put: [], remove: ['1'] })).code);
    expect([codes[29], codes[30]]).toEqual(['2065', '1429']);
  });

  test('[FD6] a token that is revoked or expires between sending and publication publishes nothing, and the edition says why', async () => {
    const own = await newToken('临时的');
    await makeRule({ share: 100, token: own.tokenId });
    const sent = await send(whole(changed(1, 70)), { bearer: own.token });
    expect(sent.data.state).toBe('waiting');
    await revokeToken(db(), { ...admin!, name: '管理甲' }, own.tokenId);
    expect(await due()).toBe(0);
    expect(await findDelivery(db(), sent.data.deliveryId)).toMatchObject({ state: 'held', why: '令牌已被管理甲吊销' });
    expect((await stepsOf(sent.data.editionId)).at(-1)).toMatchObject({ act: 'held', note: '令牌已被管理甲吊销' });
    const short = await newToken('短的');
    await makeRule({ share: 100, token: short.tokenId, wait: 1 });
    const late = await send(whole(changed(1, 71)), { bearer: short.token });
    expect(late.data.state).toBe('waiting');
    await site.database.ownerDb
      .updateTable('delivery_token')
      .set({ expires_at: new Date(Date.now() - 1_000) })
      .where('token_id', '=', short.tokenId)
      .execute();
    expect(await due()).toBe(0);
    expect((await findDelivery(db(), late.data.deliveryId)).why).toMatch(/^令牌已于 .* 到期$/);
    await makeRule({ share: 100 });
    await reset();
  });

  test('[FD6] a later whole delivery takes the place of an earlier one; changes wait for it', async () => {
    const first = await send(whole(changed(1, 72)));
    expect((await send({ dataDate: '2026-11-20', put: [{ ...ROWS[5], rate: '1' }] })).code).toBe('2066');
    const second = await send(whole(changed(2, 73)));
    expect(await findDelivery(db(), first.data.deliveryId)).toMatchObject({
      state: 'replaced',
      editionState: 'discarded',
    });
    const [third, fourth] = await Promise.all([send(whole(changed(3, 74))), send(whole(changed(4, 75)))]);
    const states = await Promise.all(
      [second, third, fourth].map(async ({ data }) => (await findDelivery(db(), data.deliveryId)).state),
    );
    expect(states.filter((state) => state === 'waiting')).toHaveLength(1);
    expect(await due()).toBe(1);
    await reset();
  });

  test('[FD6] an editor’s open edition of the same register is untouched, and learns that something was published since', async () => {
    const own = await draftBy(site, writer!, [rowsChange(changed(1, 76))]);
    const sent = await send(whole(changed(2, 77)));
    expect(await due()).toBe(1);
    expect((await editionOf(sent.data.editionId)).state).toBe('published');
    await expect(submitEdition(publishContextOf(site), writer!, own)).rejects.toMatchObject({ code: '2025' });
    const late = await send(whole(changed(3, 78)));
    await site.publish('别人发布', [rowsChange(changed(1, 79))]);
    expect(await due()).toBe(0);
    expect(await findDelivery(db(), late.data.deliveryId)).toMatchObject({ state: 'held', editionState: 'in-review' });
    await reset();
  });

  test('[PV2] [FD4] a delivery with a number of a person waits for one', async () => {
    const [first, ...rest] = changed(1, 71);
    const sent = await send(whole([{ ...first!, name: '13800138000' }, ...rest]));
    expect(sent.data).toMatchObject({ state: 'in-review', why: expect.stringContaining('手机号 138******00') });
    expect(await due()).toBe(0);
    await reset();
  });

  test('[PV3] [FD4] a delivery with a file that was not searched waits for somebody', async () => {
    const { filepath } = await storeFile(
      { db: db(), dir: site.filesDir },
      { extension: 'zip', bytes: await buildZip({ 'a.txt': 'a' }), at: new Date() },
    );
    const withFile: RegisterDefinition = {
      ...definition,
      fields: { ...definition.fields, paper: { title: '说明', type: 'file' } },
      columns: [...definition.columns, 'paper'],
    };
    await site.publish('加说明', [{ kind: 'register', document: withFile }]);
    const [first, ...rest] = changed(1, 72);
    const sent = await send(whole([{ ...first!, paper: filepath }, ...rest]));
    expect(sent.data).toMatchObject({ state: 'in-review', why: expect.stringContaining('没有查找个人号码') });
    expect(await due()).toBe(0);
    await site.publish('改回', [{ kind: 'register', document: definition }]);
    await reset();
  });

  test('[FD6] a definition that changed since holds a delivery back', async () => {
    const sent = await send(whole(changed(1, 86)));
    await site.publish('改排列', [{ kind: 'register', document: { ...definition, order: ['-code'] } }]);
    expect(await due()).toBe(0);
    expect((await findDelivery(db(), sent.data.deliveryId)).why).toBe('登记表的定义在收到之后有修改');
    await site.publish('改回', [{ kind: 'register', document: definition }]);
    await reset();
  });

  test('[FD6] an edition that somebody has taken in hand is not published by the rule', async () => {
    const sent = await send(whole(changed(1, 87)));
    await returnEdition(db(), reviewer!, { editionId: sent.data.editionId, version: 1, note: '请核对' });
    expect(await due()).toBe(0);
    expect(await findDelivery(db(), sent.data.deliveryId)).toMatchObject({ state: 'held', why: '稿件已由他人处理' });
    await expect(
      stopDelivery(db(), { ...reviewer!, name: '审核丙' }, { deliveryId: sent.data.deliveryId, note: '' }),
    ).rejects.toMatchObject({ code: '2068' });
    await reset();
  });

  test('[FD6] what is no delivery is told in one sentence with its place', async () => {
    const raw = (payload: string, headers: Record<string, string> = {}) =>
      send(Buffer.from(payload) as never, { headers: { 'content-type': 'application/json', ...headers } });
    const reported = [
      await raw('{"dataDate":'),
      await raw('[]'),
      await raw('{"rows":[]}'),
      await raw('{"dataDate":"2026-11-20"}'),
      await raw('{"dataDate":"2026-11-20","rows":[1]}'),
      await raw('{"dataDate":"2026-11-20","rows":[{"code":{}}]}'),
      await raw('{"dataDate":"2026-11-20","rows":[],"put":[]}'),
      await raw('{"dataDate":"2026-11-20","rws":[]}'),
      await raw(`{"dataDate":"2099-01-01","rows":${JSON.stringify(ROWS)}}`),
      await raw(`{"dataDate":"0001-01-01","rows":${JSON.stringify(ROWS)}}`),
      await raw('{"dataDate":"2026-11-20","rows":[{"code":"1"},{"c~/":"a,{","code":"\\"2","c\\u006fde":"3"}]}'),
      await raw('{"dataDate":"2026-11-20","dataDate":"2026-11-21","rows":[]}'),
      await raw('x', { 'content-type': 'text/plain' }),
      await raw('{"dataDate":"2026-11-20","rows":[]}', { 'idempotency-key': '' }),
      await raw(`${'['.repeat(30_000)}${']'.repeat(30_000)}`),
    ];
    expect(reported.map(({ status }) => status)).toEqual([
      400, 422, 422, 422, 422, 422, 422, 422, 422, 422, 422, 422, 400, 400, 400,
    ]);
    expect(reported.map(({ msg }) => msg)).toEqual([
      expect.stringContaining('不是正确的 JSON'),
      expect.stringContaining('应为 JSON 对象'),
      expect.stringContaining('缺少数据日期'),
      expect.stringContaining('缺少数据行'),
      expect.stringContaining('第 1 行应为对象'),
      expect.stringContaining('/rows/0/code 应为文字'),
      expect.stringContaining('不能同时使用'),
      expect.stringContaining('没有“rws”'),
      expect.stringContaining('数据日期 2099-01-01 还没有到'),
      expect.stringContaining('数据日期 0001-01-01 早于 1990-01-01，请核对年份'),
      expect.stringContaining('/rows/1/code 写了两次'),
      expect.stringContaining('/dataDate 写了两次'),
      expect.stringContaining('Content-Type 应为'),
      expect.stringContaining('Idempotency-Key'),
      expect.stringContaining('嵌套过深'),
    ]);
  });

  test('[FD2] a number of a thousand digits is no number, and told as it was written', async () => {
    const { status, data } = await send(
      Buffer.from(`{"dataDate":"2026-11-20","put":[{"code":"600000","name":"证券1","rate":1e999}]}`) as never,
      { headers: { 'content-type': 'application/json' } },
    );
    expect(status).toBe(422);
    expect(JSON.stringify(data)).toContain('1e999');
    expect(JSON.stringify(data)).not.toMatch(/0{40}/);
  });

  test('[FD6] 10 MB of rows are taken, more than 16 MB refused, and the server goes on answering meanwhile', async () => {
    const many = Array.from({ length: 40_000 }, (_, at) => ({
      code: String(100_000 + at),
      name: `证券名称${'长'.repeat(72)}${at}`,
      rate: '1.00',
    }));
    const body = JSON.stringify(whole(many));
    expect(Buffer.byteLength(body)).toBeGreaterThan(10 * 1024 * 1024);
    let longest = 0;
    let last = threadTime();
    const watch = setInterval(() => {
      longest = Math.max(longest, threadTime() - last);
      last = threadTime();
    }, 10);
    const sent = await send(Buffer.from(body) as never, { headers: { 'content-type': 'application/json' } });
    clearInterval(watch);
    expect(sent.data.report.difference).toMatchObject({ added: 40_000, removed: 40 });
    expect(asUsual(longest)).toBeLessThan(250);
    const tooLarge = await send(Buffer.alloc(17 * 1024 * 1024, ' ') as never, {
      headers: { 'content-type': 'application/json' },
    });
    expect(tooLarge).toMatchObject({ status: 413, code: '1414' });
    expect(tooLarge.msg).toContain('16 MB');
  }, 120_000);
});

describe('the how-to', () => {
  const guide = readFileSync('docs/how-to/feed-a-register.md', 'utf8');
  const blocks = (language: string) =>
    [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(([, code]) => code!);
  const run = promisify(execFile);

  test('[FD2] its examples in curl and Python run as they stand', async () => {
    const known = (await site.deps.siteAt('now')).registers.get('conver-rate')!;
    const row = {
      market: '上海',
      secuCode: '990001',
      secuName: '示例股份',
      converRate: '0.65000000',
      secuType: '股票',
      secuClass: 'A',
    };
    const others = [
      { ...row, secuCode: '990002', secuName: '示例控股' },
      { ...row, market: '深圳', secuCode: '991001', secuName: '示例科技' },
    ];
    await site.publish('折算率', [
      {
        kind: 'rows',
        document: { definition: known, dataDate: '2026-11-20', department: '融资融券部', rows: [row, ...others] },
      },
    ]);
    const { token: own } = await newToken('折算率日报', { registers: ['conver-rate'] });
    const SITE = await site.app.listen({ port: 0, host: '127.0.0.1' });
    const env = { ...process.env, SITE, TOKEN: own, no_proxy: '127.0.0.1' };
    const [json, csv] = await Promise.all(blocks('sh').map((code) => run('bash', ['-c', code], { env })));
    for (const { stdout } of [json!, csv!]) {
      const { code, data } = JSON.parse(stdout);
      expect([code, data.state, data.report.difference.changed, data.report.difference.equal]).toEqual([
        '0',
        'in-review',
        2,
        1,
      ]);
    }
    const [python] = blocks('python');
    const reported = await run('python3', ['-c', python!], { env });
    expect(reported.stdout.trim()).toBe('in-review 1 1');
    expect(blocks('sh')).toHaveLength(2);
    const [, inChinese] = /^```sh\n(.*?)^```/ms.exec(readFileSync('docs/admin/feeding.md', 'utf8'))!;
    const command = inChinese!.replace('https://www.example.com', '"$SITE"').replace('令牌', '$TOKEN');
    const { stdout } = await run('bash', ['-c', command], { env });
    expect(JSON.parse(stdout)).toMatchObject({ code: '0', data: { state: 'in-review', report: { problems: [] } } });
  });

  test('[FD2] the API document shows the call', async () => {
    const document = (await site.app.inject({ url: '/swhy/service/docs/json' })).json();
    expect(Object.keys(document.paths)).toEqual(
      expect.arrayContaining(['/feed/registers/{register}', '/feed/deliveries/{deliveryId}']),
    );
    const { post } = document.paths['/feed/registers/{register}'];
    expect(JSON.stringify(post)).toContain('idempotency-key');
    expect(Object.keys(post.requestBody.content)).toEqual(['application/json', 'text/csv']);
  });
});
