import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect, Socket, type AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { createEnding, type Ending } from '#server/edge/ending.ts';

let server: Server;
let ending: Ending;
let waiting: ServerResponse[] = [];
afterEach(() => {
  vi.restoreAllMocks();
  server.close();
  server.closeAllConnections();
});

const LARGE = Buffer.alloc(8 * 1024 * 1024, 'x');

/** A server that ends without patience for idle connections. GET /wait is answered when the test does. */
async function serve(): Promise<number> {
  ending = createEnding({ notice: 20, soon: 0 });
  waiting = [];
  server = ending.follow(
    createServer((request, response) => {
      ending.watch(request, response);
      if (request.url === '/wait') return void waiting.push(response);
      if (request.url === '/large') return void response.end(LARGE);
      let length = 0;
      request.on('data', (part: Buffer) => (length += part.length));
      request.on('end', () => response.end(`got ${length}`));
    }),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

interface Client {
  socket: Socket;
  /** the answer so far */
  heard: () => string;
  ended: Promise<unknown>;
}
async function client(port: number, sent = ''): Promise<Client> {
  const socket = connect({ port, host: '127.0.0.1' });
  const parts: Buffer[] = [];
  socket.on('data', (part: Buffer) => parts.push(part)).on('error', (error) => parts.push(Buffer.from(error.message)));
  const ended = new Promise((resolve) => socket.once('close', resolve));
  await once(socket, 'connect');
  socket.write(sent);
  return { socket, heard: () => Buffer.concat(parts).toString('latin1'), ended };
}
const GET = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

test('[PD20] requests that were sent while the server was busy are answered before their connections are closed', async () => {
  const port = await serve();
  const clients = await Promise.all(Array.from({ length: 40 }, () => client(port, GET('/'))));
  await vi.waitFor(() => expect(clients.every(({ heard }) => heard().endsWith('got 0'))).toBe(true), {
    timeout: 10_000,
  });
  // behind the loop's timers, which come before it reads again
  await new Promise(setImmediate);
  void ending.begin(server);
  for (const { socket } of clients) socket.write(GET('/'));
  // all times of the end are over before the loop reads what was sent
  for (const until = performance.now() + 150; performance.now() < until;);
  await Promise.all(clients.map(({ ended }) => ended));
  const answers = clients.map(({ heard }) => heard().split('HTTP/1.1 200 OK').length - 1);
  expect(answers).toEqual(clients.map(() => 2));
  expect(clients.every(({ heard }) => heard().includes('Connection: close'))).toBe(true);
  await ending.closed();
});

test('[PD20] a POST whose body is on its way, an answer that is being made and one that is being read are finished', async () => {
  const port = await serve();
  const post = await client(port, 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 6\r\n\r\nabc');
  const slow = await client(port, GET('/wait'));
  const reading = await client(port, GET('/large'));
  reading.socket.pause();
  const idle = await client(port);
  await vi.waitFor(() => expect(waiting).toHaveLength(1), { timeout: 10_000 });
  const begun = ending.begin(server);
  // the server closes an idle connection at once, and with it the door
  await idle.ended;
  post.socket.write('def');
  waiting[0]!.end('made');
  reading.socket.resume();
  await Promise.all([post, slow, reading].map(({ ended }) => ended));
  await begun;
  await ending.closed();
  expect(idle.heard()).toBe('');
  for (const { heard } of [post, slow])
    expect(heard()).toMatch(/^HTTP\/1\.1 200 OK[^]*Connection: close[^]*(got 6|made)/);
  expect(reading.heard().length).toBeGreaterThan(LARGE.length);
});

test('[PD20] connections go on being taken until none has come in a turn of the loop', async () => {
  ending = createEnding({ notice: 0, soon: 0 });
  server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  ending.follow(server);
  const closed = vi.spyOn(server, 'close');
  const ended = ending.begin(server);
  for (let turn = 0; turn < 30; turn++) {
    const socket = new Socket();
    server.emit('connection', socket);
    socket.destroy();
    await new Promise(setImmediate);
    expect(closed).not.toHaveBeenCalled();
  }
  await ended;
  expect(closed).toHaveBeenCalled();
});

test('[PD20] who asks while no more connections are about to be taken is answered right after, and asks no more before', async () => {
  ending = createEnding({ notice: 0, soon: 0 });
  server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  ending.follow(server);
  const order: string[] = [];
  vi.spyOn(server, 'close').mockImplementation(() => (order.push('closed'), server));
  void ending.begin(server);
  ending.answer(() => order.push('answered'));
  expect(order).toEqual([]);
  await vi.waitFor(() => expect(order).toEqual(['closed', 'answered']));
  ending.answer(() => order.push('at once'));
  expect(order).toEqual(['closed', 'answered', 'at once']);
});
