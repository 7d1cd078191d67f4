import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { RunInWorker } from '#server/editions/worker/jobs.ts';
import { openWorker, type EditionWorker } from '#server/editions/worker/open-worker.ts';
import { checkEdition } from '#server/editions/review/check-edition.ts';
import { compareTexts } from '#kinds/article/server/compare-texts.ts';
import { getDraft } from '#server/editions/edition-row.ts';
import { inParts, storeRows } from '#kinds/rows/server/row-sets.ts';
import { publishEdition } from '#server/editions/publish/publish-edition.ts';
import { submitEdition } from '#server/editions/review/submit-edition.ts';
import { approveEdition } from '#server/editions/review/review-edition.ts';
import { errors } from '#server/errors.ts';
import { FairQueue } from '#server/http/fair-queue.ts';
import { beginSession } from '#server/people/staff/sessions.ts';
import { approvedBy, consoleOf, draftBy, hand, publishContextOf, type Hand } from '../world/editions.ts';
import { article, channel, PAGES_DIR, SECTION, smallWorld, startSite, type TestSite } from '../world/site.ts';

const ORIGIN = 'http://localhost';
const NAME = 'bond-investment';
const LOSS = `${SECTION}0003`;
const [ANN, BEN] = [1, 2];

let site: TestSite;
let worker: EditionWorker;
let writer: Hand;
beforeAll(async () => {
  site = await startSite({
    siteUrl: ORIGIN,
    changes: [...smallWorld(), channel(`${SECTION}0005`, 'publicChannel/bond', '债券投资交易人员', { classOrder: 5 })],
  });
  worker = openWorker({ reach: site.database.reach, pagesDir: PAGES_DIR, filesDir: site.filesDir, onCrash: () => {} });
  writer = await hand(site, '编辑甲', [{ role: 'editor', channelId: '' }]);
  await site.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await worker.end();
  await site.end();
});

/** Nothing is checked or published until it is let go. */
async function holdLog(): Promise<() => Promise<void>> {
  const holder = await site.database.connectAsOwner('holder');
  await holder.query('begin; lock table publication in share row exclusive mode');
  return () => holder.end();
}
const waiting = async (): Promise<number> =>
  (
    await site.database.owner.query(
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
  ).rowCount!;

const draft = { title: '声明', changes: [article(LOSS, '声明')].map((change) => JSON.parse(JSON.stringify(change))) };

describe('jobs of the worker', () => {
  let order: string[] = [];
  const check = (who: number, name: string, { gone, key }: { gone?: AbortSignal; key?: string } = {}) =>
    worker
      .by(who, gone)('check', draft, key)
      .then(
        (problems) => (order.push(name), problems),
        (error: { code?: string }) => error.code,
      );
  beforeEach(() => void (order = []));

  test('is done for whoever was served longest ago, one after another', async () => {
    const letGo = await holdLog();
    const first = check(ANN, 'a1');
    await expect.poll(waiting, { timeout: 90_000 }).toBe(1);
    const rest = [check(ANN, 'a2'), check(ANN, 'a3'), check(BEN, 'b1')];
    await letGo();
    expect(await Promise.all([first, ...rest])).toEqual([[], [], [], []]);
    expect(order).toEqual(['a1', 'b1', 'a2', 'a3']);
  });

  test('leaves the line when nobody waits for it any more, unless it runs; whoever asked the same is still answered', async () => {
    const letGo = await holdLog();
    const gone = new AbortController();
    const first = check(ANN, 'a1', { gone: gone.signal });
    await expect.poll(waiting, { timeout: 90_000 }).toBe(1);
    const [dropped, same] = [check(ANN, 'a2', { gone: gone.signal, key: 'same' }), check(BEN, 'b1', { key: 'same' })];
    gone.abort();
    expect(await dropped).toBe(errors.askerGone.code);
    await letGo();
    expect([await first, await same, order]).toEqual([[], [], ['a1', 'b1']]);
  });
});

test('long texts are compared in the worker, with the same result; short ones are not', async () => {
  const ran: string[] = [];
  const counted: RunInWorker = (name, input) => (ran.push(name), worker.by(ANN)(name, input));
  const html = (words: string) => `<p>${words}</p>`.repeat(60) + '<p><img src="/a.png" alt="印章"></p>';
  const [before, after] = [html('甲乙丙丁'.repeat(100)), html('甲乙戊丁'.repeat(100))];
  const here = await compareTexts({}, before, after);
  expect(await compareTexts({ runInWorker: counted }, before, after)).toEqual(here);
  expect([here.length, here[0]!.how, here.at(-1)!.pieces]).toEqual([
    61,
    'changed',
    [{ how: 'same', text: '［图片：印章］' }],
  ]);
  expect([await compareTexts({ runInWorker: counted }, '<p>甲</p>', undefined), ran]).toEqual([
    [{ how: 'removed', pieces: [{ how: 'removed', text: '甲' }] }],
    ['compare-texts'],
  ]);
});

test('an edition with long texts is checked and published in the worker', async () => {
  const ran: string[] = [];
  const counted: RunInWorker = (name, input) => (ran.push(name), worker.by(ANN)(name, input));
  const publishContext = { ...publishContextOf(site), runInWorker: counted };
  const [reviewer, publisher] = [await hand(site, '审核丙'), await hand(site, '发布丁')];
  const long = await approvedBy(site, writer, reviewer, [
    article(LOSS, '很长的声明', { content: `<p>${'声明'.repeat(50)}</p>`.repeat(2_000) }),
  ]);
  expect(await checkEdition(publishContext, await getDraft(site.database.db, long.editionId, long.version))).toEqual(
    [],
  );
  const { no } = await publishEdition(publishContext, publisher, long);
  expect(no).toBeGreaterThan(0);
  expect(
    (await site.database.pool.query('select published_in from edition where edition_id = $1', [long.editionId])).rows,
  ).toEqual([{ published_in: no }]);
  const short = await approvedBy(site, writer, reviewer, [article(LOSS, '短的声明')]);
  await publishEdition(publishContext, publisher, short);
  expect(await checkEdition(publishContext, draft)).toEqual([]);
  expect(ran).toEqual(['check', 'publish']);
});

describe('a person who goes away', () => {
  const row = (at: number) => ({
    department: '一部',
    bizLine: '自营',
    staffName: `示例${at}`,
    post: '交易员',
    employeeNo: String(100_000 + at),
    certNo: `S${String(at).padStart(13, '0')}`,
    status: '在岗',
  });

  const take = vi.spyOn(FairQueue.prototype, 'take');
  afterAll(() => take.mockRestore());
  /** Whether the next request that comes to a queue is given a place, or refused. */
  async function nextPlace(): Promise<'return' | 'throw'> {
    const before = take.mock.results.length;
    await expect.poll(() => take.mock.results.length, { timeout: 30_000 }).toBe(before + 1);
    return take.mock.results[before]!.type as 'return' | 'throw';
  }

  /** A request of the console's, and a way to break its line. */
  async function begin(
    who: Hand,
    method: 'GET' | 'POST',
    path: string,
    body?: object,
  ): Promise<{ leave: () => void; status: Promise<number> }> {
    const { port } = site.app.server.address() as AddressInfo;
    const cookie = `console=${await beginSession(site.database.db, who.staffId, '10.0.0.1')}`;
    const sent = request({
      port,
      host: '127.0.0.1',
      method,
      path: `/console/api${path}`,
      headers: { host: 'localhost', origin: ORIGIN, cookie, ...(body && { 'content-type': 'application/json' }) },
    });
    const status = new Promise<number>((resolve) =>
      sent.on('error', () => resolve(0)).on('response', (answer) => resolve(answer.resume().statusCode!)),
    );
    sent.end(body && JSON.stringify(body));
    return { leave: () => sent.destroy(), status };
  }

  test('takes the checks that wait out of the line', async () => {
    const editions = await Promise.all(
      Array.from({ length: 5 }, (_, at) => draftBy(site, writer, [article(LOSS, `第${at}份`)])),
    );
    const check = (at: number) => begin(writer, 'GET', `/editions/${editions[at]!.editionId}/check`);
    const letGo = await holdLog();
    const runs = await check(0);
    await expect.poll(waiting).toBe(1);
    const begun: Awaited<ReturnType<typeof begin>>[] = [];
    const another = async () => {
      const place = nextPlace();
      const one = await check(1 + (begun.length % 4));
      if ((await place) === 'throw') return one.status;
      begun.push(one);
      return 'waits';
    };
    // one that runs and three that wait are as many as one person may have
    await expect.poll(another).toBe(errors.tooManyWaiting.status);
    for (const one of begun.splice(0)) one.leave();
    await expect.poll(another).toBe('waits');
    await letGo();
    expect([await runs.status, await begun[0]!.status]).toEqual([200, 200]);
  });

  test('has published what was accepted, also from behind others', async () => {
    const definition = (await site.deps.siteAt('now')).registers.get(NAME)!;
    const rowSet = await storeRows(site.database.db, NAME, inParts(Array.from({ length: 2_100 }, (_, at) => row(at))));
    const ask = await consoleOf(site, writer, ORIGIN);
    const facts = { dataDate: '2026-11-20', department: '固定收益总部' };
    const { data: edition } = await ask('POST', '/editions', {
      title: '名单',
      changes: [{ kind: 'rows', document: { definition, rowSet, ...facts } }],
    });
    await submitEdition(publishContextOf(site), writer, edition);
    await approveEdition(site.database.db, await hand(site, '审核乙', [{ role: 'reviewer', channelId: '' }]), edition);
    const publisher = await hand(site, '发布丙', [{ role: 'publisher', channelId: '' }]);
    const letGo = await holdLog();
    const check = await begin(writer, 'GET', `/editions/${edition.editionId}/check`);
    await expect.poll(waiting, { timeout: 90_000 }).toBe(1);
    const place = nextPlace();
    const publishing = await begin(publisher, 'POST', `/editions/${edition.editionId}/publish`, { version: 1 });
    expect(await place).toBe('return');
    publishing.leave();
    await letGo();
    expect([await publishing.status, await check.status]).toEqual([0, 200]);
    await expect
      .poll(async () => (await ask('GET', `/editions/${edition.editionId}`)).data.state, { timeout: 90_000 })
      .toBe('published');
  }, 120_000);
});
