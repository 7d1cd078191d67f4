import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ImportFound, TransferState } from '#features/transfer/wire.ts';
import { listAudit } from '#server/people/staff/audit.ts';
import { hand } from '../world/editions.ts';
import {
  accept,
  brandWith,
  deskOf,
  LOGO,
  publishIn,
  storeIn,
  twoEnvironments,
  type Desk,
  type Environment,
} from '../world/transfer.ts';
import { channel, SECTION, smallWorld } from '../world/site.ts';
import { until } from '../world/stores.ts';

const exchange = twoEnvironments(smallWorld(), { trial: true });
const NOTICES = `${SECTION}0003`;
const named = (name: string) => [channel(NOTICES, 'publicChannel/lossStatement', name, { type: 2, classOrder: 3 })];

let there: Desk;
let here: Desk;
beforeAll(async () => {
  there = await deskOf(exchange.trial, exchange.trial.writer);
  here = await deskOf(exchange.production, exchange.production.writer);
});

const stateOf = async (desk: Desk): Promise<TransferState> => (await desk.ask('GET', '/transfer')).data;

/** Waits until nothing is under way any more. */
async function settled(desk: Desk): Promise<TransferState> {
  let state!: TransferState;
  await until(
    'the work ends',
    async () => {
      state = await stateOf(desk);
      const under = [state.export?.state, state.import?.state];
      return !['writing', 'receiving', 'checking', 'saving'].some((one) => under.includes(one as never));
    },
    60_000,
  );
  return state;
}

async function exportThere(articles = false): Promise<Buffer> {
  expect((await there.ask('POST', '/transfer/export', { articles, rows: false })).code).toBe('0');
  expect((await settled(there)).export).toMatchObject({ state: 'ready', problem: '' });
  return (await there.ask('GET', '/transfer/export')).bytes;
}

async function bring(bytes: Buffer, desk = here) {
  expect((await desk.send('/transfer/import?filename=a.site', bytes)).code).toBe('0');
  return (await settled(desk)).import!;
}

const foundBy = async (desk: Desk): Promise<ImportFound> => (await desk.ask('GET', '/transfer/import')).data;
const filesOf = ({ site }: Environment): string[] => readdirSync(join(site.filesDir, '.incoming')).toSorted();

describe('from one console to the other', () => {
  let bytes: Buffer;
  test('[BE5] a file is written beside what goes on, fetched by whoever asked for it, and written down', async () => {
    const { trial } = exchange;
    await trial.site.publish('试', [brandWith(await storeIn(trial, LOGO, '2026-03-05')), ...named('遗失与作废声明')]);
    expect((await stateOf(there)).own).toEqual({ name: 'http://localhost', key: trial.key });
    bytes = await exportThere();
    const { export: own } = await stateOf(there);
    expect(own).toMatchObject({ articles: false, files: 1, size: bytes.length });
    const other = await deskOf(trial, await hand(trial.site, '另一人', [{ role: 'channel-admin', channelId: '' }]));
    expect((await other.ask('GET', '/transfer/export')).code).toBe('2084');
    const { list } = await listAudit(trial.site.database.db, {
      act: 'site.export',
      reach: null,
      pageNum: 1,
      pageSize: 9,
    });
    expect(list[0]).toMatchObject({
      account: trial.writer.account,
      facts: { articles: false, rows: false, files: 1, things: own!.things },
    });
    expect((await there.ask('DELETE', '/transfer/export')).code).toBe('0');
    expect(filesOf(trial)).toEqual([]);
  });

  test('[BE2] [BE6] a key that is not known is told with what to do, and nothing of the file stays', async () => {
    const { production, trial } = exchange;
    expect(await bring(bytes)).toMatchObject({
      state: 'failed',
      problem: expect.stringMatching(/不认识的密钥签名.*其他环境的密钥/),
      stranger: { key: trial.key },
    });
    expect((await here.ask('GET', '/transfer/import')).code).toBe('2084');
    expect(filesOf(production)).toEqual([]);
    await accept(production, [{ name: '测试环境', key: trial.key }]);
  });

  test('[BE6] what differs is told by thing, chosen from, and becomes one draft of whoever is signed in', async () => {
    const { production } = exchange;
    expect(await bring(bytes)).toMatchObject({ state: 'ready', problem: '' });
    const found = await foundBy(here);
    expect(found).toMatchObject({ sender: { name: '测试环境' }, open: null, newerTaken: null, files: 1 });
    expect(found.things.map(({ subject, state }) => [subject, state])).toEqual(
      expect.arrayContaining([
        [`channel:${NOTICES}`, 'changed'],
        ['setting:brand', 'new'],
      ]),
    );
    expect(found.things.find(({ subject }) => subject === `channel:${NOTICES}`)!.differences).toEqual([
      '名称：“遗失声明” → “遗失与作废声明”',
    ]);
    expect((await here.ask('POST', '/transfer/import/edition', { without: all(found), take: [] })).code).toBe('2015');
    await here.ask('POST', '/transfer/import/edition', { without: [`channel:${NOTICES}`], take: [] });
    const { import: saved } = await settled(here);
    expect(saved).toMatchObject({ state: 'saved', problem: '' });
    expect(filesOf(production)).toEqual([]);
    const { data } = await here.ask('GET', `/editions/${saved!.editionId}`);
    expect(data.shown.changes.map(({ id }: { id: string }) => id)).toEqual(['brand']);
    expect(data.contributors).toEqual([{ staffId: production.writer.staffId, name: '栏目甲' }]);

    await bring(bytes);
    expect((await foundBy(here)).open).toBe(saved!.editionId);
    await here.ask('POST', '/transfer/import/edition', { without: [], take: [] });
    expect((await settled(here)).import).toMatchObject({
      state: 'ready',
      problem: expect.stringContaining(`第 ${saved!.editionId} 号稿件还没有发布或放弃`),
    });
    await publishIn(production, saved!.editionId!);
  });

  test('[BE6] what was published since the file was looked at is not written over', async () => {
    await bring(bytes);
    await exchange.production.site.publish('产', named('遗失（产）'));
    await here.ask('POST', '/transfer/import/edition', { without: [], take: [`channel:${NOTICES}`] });
    expect((await settled(here)).import).toMatchObject({
      state: 'ready',
      problem: expect.stringContaining('这里又发布了其中的内容，没有生成稿件'),
    });
    const clash = (await foundBy(here)).things.find(({ subject }) => subject === `channel:${NOTICES}`);
    expect(clash).toMatchObject({ state: 'clash', differences: ['名称：“遗失（产）” → “遗失与作废声明”'] });
  });

  test('[BE4] [BE6] a file older than what was taken before is told so, and takes nothing by itself', async () => {
    const { trial, production } = exchange;
    const subject = `channel:${SECTION}0016`;
    await trial.site.publish('试', [
      channel(`${SECTION}0016`, 'publicChannel/complaint', '投诉（试）', { classOrder: 16 }),
    ]);
    await bring(await exportThere());
    const { at } = await foundBy(here);
    await here.ask('POST', '/transfer/import/edition', { without: [], take: [subject] });
    await publishIn(production, (await settled(here)).import!.editionId!);
    await bring(bytes);
    const found = await foundBy(here);
    expect(found.newerTaken).toBe(at);
    expect(found.things.find((thing) => thing.subject === subject)?.state).toBe('older');
    expect((await here.ask('POST', '/transfer/import/edition', { without: [], take: [] })).code).toBe('2015');
  });

  test('[BE6] two who begin at once make one draft', async () => {
    const { production } = exchange;
    const second = await deskOf(
      production,
      await hand(production.site, '栏目丁', [{ role: 'channel-admin', channelId: '' }]),
    );
    await Promise.all([bring(bytes), bring(bytes, second)]);
    const before = await editionsIn(production);
    const take = [`channel:${NOTICES}`];
    await Promise.all(
      [here, second].map((desk) => desk.ask('POST', '/transfer/import/edition', { without: [], take })),
    );
    const states = [(await settled(here)).import!, (await settled(second)).import!];
    expect(states.map(({ state }) => state).toSorted()).toEqual(['ready', 'saved']);
    expect(states.find(({ state }) => state === 'ready')!.problem).toContain('还没有发布或放弃');
    expect(await editionsIn(production)).toBe(before + 1);
    expect((await here.send('/transfer/import?filename=b.site', bytes)).code).toBe('0');
    expect((await here.send('/transfer/import?filename=c.site', bytes)).code).toBe('2083');
    expect((await settled(here)).import).toMatchObject({ filename: 'b.site', state: 'ready' });
    // the transfer of whichever of the two came too late
    for (const desk of [here, second]) expect((await desk.ask('DELETE', '/transfer/import')).code).toBe('0');
    await until('what was left goes', () => filesOf(production).length === 0);
  });

  test('[BE6] a file that was cut or changed is refused in words, and nothing of it stays', async () => {
    const { production } = exchange;
    const changed = Buffer.from(bytes);
    changed[bytes.length >> 1]! ^= 1;
    for (const broken of [bytes.subarray(0, bytes.length >> 1), bytes.subarray(0, -1), changed])
      expect(await bring(broken)).toMatchObject({
        state: 'failed',
        problem: expect.stringMatching(/^文件与导出时不一致：.*请重新传送/),
        stranger: null,
      });
    expect(await bring(Buffer.from('PK'))).toMatchObject({ problem: expect.stringContaining('不是从另一个环境导出') });
    expect(filesOf(production)).toEqual([]);
    const { list } = await listAudit(production.site.database.db, {
      act: 'edition.import',
      outcome: 'refused',
      reach: null,
      pageNum: 1,
      pageSize: 1,
    });
    expect(list[0]!.facts).toMatchObject({ filename: 'a.site', why: expect.stringContaining('不是从') });
  });

  test('[BE6] an upload that is cancelled leaves nothing, and the next one is taken', async () => {
    const { production } = exchange;
    const { app } = production.site;
    await app.listen({ port: 0, host: '127.0.0.1' });
    const sent = request({
      port: (app.server.address() as AddressInfo).port,
      method: 'POST',
      path: '/console/api/transfer/import?filename=a.site',
      headers: { ...here.headers, 'content-type': 'application/octet-stream', 'content-length': bytes.length },
    });
    sent.on('error', () => {});
    sent.write(bytes.subarray(0, 500));
    await until('it is coming', () => filesOf(production).length === 1);
    expect((await stateOf(here)).import).toMatchObject({ state: 'receiving' });
    sent.destroy();
    await until('it is gone', () => filesOf(production).length === 0);
    expect((await settled(here)).import).toBeNull();
    expect(await bring(bytes)).toMatchObject({ state: 'ready' });
  });
});

const all = ({ things }: ImportFound): string[] => things.map(({ subject }) => subject);

const editionsIn = async ({ site }: Environment): Promise<number> =>
  (await site.database.db.selectFrom('edition').select('edition_id').execute()).length;
