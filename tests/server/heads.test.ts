import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { record } from '#server/people/staff/audit.ts';
import { appendHeads, readHeads, syslogMessage, type Head } from '#server/record/heads.ts';
import { createRecordKeeper } from '#server/record/keeper.ts';
import { createTestDatabase, type TestDatabase } from '#tests/world/database.ts';
import { article, SECTION, startSite } from '#tests/world/site.ts';
import { temporaryFolder, until } from '#tests/world/stores.ts';

const folder = temporaryFolder();
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
  folder.remove();
});

const SITE = 'https://www.firm.example';
const actor = { staffId: null, account: 'li.min', address: '10.0.0.1' };

/** A keeper over the test's database. */
function keeperOf(
  places: { syslog?: string; webhook?: string } = {},
  file = join(folder.path, `${crypto.randomUUID()}.jsonl`),
) {
  const failed = vi.fn<(error: unknown, what: string) => void>();
  const keeper = createRecordKeeper(
    database.db,
    { file, syslog: null, webhook: null, ...places },
    { site: SITE, failed },
  );
  return { keeper, file, failed };
}

const addLine = () => record(database.db, actor, 'session.begin');
const portOf = (server: Pick<Server, 'address'>) => (server.address() as AddressInfo).port;

describe('heads of the record', () => {
  test('[RC3] go to the file of the server, one line each, all of them', async () => {
    await addLine();
    const { keeper, file, failed } = keeperOf();
    await keeper.keep();
    await addLine();
    await keeper.keep();
    const seals = await database.db.selectFrom('record_seal').selectAll().orderBy('no').execute();
    const heads = await readHeads(file);
    expect(heads!.heads.map(({ no, hash }) => [no, hash])).toEqual(seals.map(({ no, hash }) => [no, hash]));
    expect(keeper.kept()).toBe(seals.at(-1)!.no);
    expect(failed).not.toHaveBeenCalled();
  });

  test('[RC3] go out with each publication', async () => {
    const site = await startSite();
    await site.run('record');
    const before = site.keeper.kept();
    await site.publish('又一条', [article(`${SECTION}0003`, '又一份声明')]);
    await until('its head is in the file', () => site.keeper.kept() > before);
    await site.end();
  });

  test('[RC3] a file that is gone is begun anew with all heads, which is told; so is one of another record', async () => {
    const first = keeperOf();
    await addLine();
    await first.keeper.keep();
    const text = readFileSync(first.file, 'utf8');
    rmSync(first.file);
    const second = keeperOf({}, first.file);
    await second.keeper.keep();
    expect(readFileSync(first.file, 'utf8')).toBe(text);
    expect(second.failed.mock.calls.map(([, what]) => what)).toEqual([expect.stringContaining('begun anew')]);
    writeFileSync(first.file, text.replaceAll(/"hash":"."?/g, '"hash":"x'));
    const third = keeperOf({}, first.file);
    await third.keeper.keep();
    expect(third.failed.mock.calls.map(([, what]) => what)).toEqual([expect.stringContaining('verify-log')]);
  });

  test('[RC3] after a power cut in the middle of a line the next head has a line of its own', async () => {
    const file = join(folder.path, 'cut.jsonl');
    const head: Head = {
      no: 1,
      hash: 'a'.repeat(64),
      at: '2026-01-01T00:00:00.000Z',
      publication: null,
      publicationHash: '',
    };
    await appendHeads(file, [head]);
    writeFileSync(file, `${readFileSync(file, 'utf8')}{"no":2,"ha`);
    await appendHeads(file, [{ ...head, no: 2 }]);
    expect(await readHeads(file)).toEqual({ heads: [head, { ...head, no: 2 }], unreadable: [] });
  });

  test('[RC3] the newest goes to a webhook, and again with the next look when it was not taken', async () => {
    const got: unknown[] = [];
    let status = 500;
    const server = createHttpServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => (body += chunk));
      request.on('end', () => {
        got.push(JSON.parse(body));
        response.writeHead(status).end();
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    await addLine();
    const { keeper, failed } = keeperOf({ webhook: `http://127.0.0.1:${portOf(server)}/heads` });
    await keeper.keep();
    expect([failed.mock.lastCall![1], keeper.isFailing()]).toEqual(['a head could not be sent out', true]);
    const times = failed.mock.calls.length;
    status = 204;
    await keeper.keep();
    await keeper.keep();
    expect([failed.mock.calls.length, keeper.isFailing()]).toEqual([times, false]);
    expect(got.length).toBeGreaterThan(1);
    const { length } = got;
    await keeper.keep();
    expect(got).toHaveLength(length);
    expect(got.at(-1)).toMatchObject({ site: SITE, no: keeper.kept(), hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    server.close();
  });

  test('[RC3] the newest goes to syslog, by UDP and by TCP', async () => {
    const udp: Socket = createSocket('udp4');
    udp.bind(0, '127.0.0.1');
    await once(udp, 'listening');
    const datagram = once(udp, 'message');
    await addLine();
    const one = keeperOf({ syslog: `udp://127.0.0.1:${udp.address().port}` });
    await one.keeper.keep();
    const [message] = (await datagram) as [Buffer];
    expect(message.toString()).toMatch(
      /^<109>1 \S+Z www\.firm\.example site - record-head - \{"no":\d+,"hash":"[0-9a-f]{64}"/,
    );
    expect(message.toString()).toContain(`"no":${one.keeper.kept()},`);
    udp.close();

    const frames: string[] = [];
    const tcp = createTcpServer((socket) => socket.on('data', (chunk) => frames.push(String(chunk)))).listen(
      0,
      '127.0.0.1',
    );
    await once(tcp, 'listening');
    const two = keeperOf({ syslog: `tcp://127.0.0.1:${portOf(tcp)}` });
    await two.keeper.keep();
    const [length, ...rest] = frames.join('').split(' ');
    expect(Buffer.byteLength(rest.join(' '))).toBe(Number(length));
    tcp.close();
    const gone = keeperOf({ syslog: `tcp://127.0.0.1:1` });
    await gone.keeper.keep();
    expect(gone.failed.mock.lastCall![1]).toBe('a head could not be sent out');
  });

  test('[RC3] a file that cannot be written is told, and tried again', async () => {
    const away = join(folder.path, 'away');
    await addLine();
    const { keeper, failed } = keeperOf({}, join(away, 'heads.jsonl'));
    await keeper.keep();
    await keeper.keep();
    // once, however often it fails
    expect(failed.mock.calls.map(([, what]) => what)).toEqual([
      expect.stringContaining('begun anew'),
      expect.stringContaining('heads could not be added to'),
    ]);
    expect(keeper.kept()).toBe(0);
    mkdirSync(away);
    await keeper.keep();
    expect(keeper.kept()).toBeGreaterThan(0);
  });

  test('[RC3] a message for syslog holds the whole head', () => {
    const head: Head = {
      no: 7,
      hash: 'b'.repeat(64),
      at: '2026-01-01T00:00:00.000Z',
      publication: 3,
      publicationHash: 'c',
    };
    expect(syslogMessage(head, 'host')).toBe(
      `<109>1 2026-01-01T00:00:00.000Z host site - record-head - ${JSON.stringify(head)}`,
    );
  });
});
