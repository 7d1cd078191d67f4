import { once } from 'node:events';
import { createServer, get } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storeFile } from '#server/files/store.ts';
import { endUnread } from '#server/http/unread-answers.ts';
import { proved, tries } from '../world/proof.ts';
import { article, startSite, type TestSite } from '../world/site.ts';

/** more than the system keeps of a connection at both ends */
const BYTES = 32 * 1024 * 1024;

let site: TestSite;
let port: number;
let patience: number;
let filepath: string;
beforeAll(async () => {
  site = await startSite();
  const file = await storeFile(
    { db: site.database.db, dir: site.filesDir },
    { bytes: Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(BYTES, 32)]), extension: 'pdf' },
  );
  filepath = file.filepath;
  await site.publish('附件', [
    article('00010002000100020001', '大附件', { attachments: [{ filename: '大附件.pdf', filepath }] }),
  ]);
  await site.app.listen({ port: 0, host: '127.0.0.1' });
  port = (site.app.server.address() as AddressInfo).port;
  // npm run proof waits as long as a visitor's server does
  // a busy machine may keep a client from reading for some time
  patience = tries(1_000, site.app.server.timeout);
  site.app.server.timeout = patience;
});
afterAll(() => site.end());

/** A client that asks and reads nothing by itself, with the server's end of its connection. */
async function ask(request: string): Promise<{ client: Socket; held: Socket }> {
  const connected = once(site.app.server, 'connection') as Promise<[Socket]>;
  const client = connect({ port, host: '127.0.0.1' });
  client.on('error', () => undefined).write(request);
  return { client, held: (await connected)[0] };
}

const asking = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: site.test\r\n\r\n`;

describe('[PD15]', () => {
  test(
    'a client that takes nothing of its answer is ended, and what waited for it is freed',
    {
      timeout: tries(20_000, 180_000),
    },
    async () => {
      const requests = [asking(`/static-file/${filepath}`), asking('/swhysc/news/company').repeat(1_000)];
      const pending = [];
      for (const request of requests) pending.push(await ask(request));
      await Promise.all(pending.map(({ held }) => once(held, 'close')));
      expect(pending.map(({ held }) => held.writableLength)).toEqual([0, 0]);
      for (const { client } of pending) client.destroy();
      const open = await new Promise((resolve) => site.app.server.getConnections((_error, count) => resolve(count)));
      expect(open).toBe(0);
      proved({
        fault: 'clients that never read a large answer',
        tries: requests.length,
        outcome: `all ended ${patience / 1000} s after nothing moved, 0 left open`,
      });
    },
  );

  test('a client that reads slowly gets all of it', { timeout: tries(20_000, 300_000) }, async () => {
    const { client, held } = await ask(
      asking(`/static-file/${filepath}`).replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'),
    );
    const began = performance.now();
    let read = 0;
    const closed = once(held, 'close');
    for await (const chunk of client) {
      read += (chunk as Buffer).length;
      // all of it takes several times as long as may pass without a byte
      await pause((patience * 8 * (chunk as Buffer).length) / BYTES);
    }
    await closed;
    expect(read).toBeGreaterThan(BYTES);
    expect(performance.now() - began).toBeGreaterThan(patience * 4);
  });

  test('a client that waits for an answer which takes long to make gets it', async () => {
    const slow = endUnread(
      createServer((_request, response) => void once(response, 'timeout').then(() => response.end('late'))),
    ).listen(0, '127.0.0.1');
    slow.timeout = 50;
    await once(slow, 'listening');
    const [answer] = await once(get({ port: (slow.address() as AddressInfo).port, agent: false }), 'response');
    expect(await text(answer)).toBe('late');
    slow.close();
  });
});
