import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import type { LoadPlan } from './load.ts';

/**
 * Keep-alive load in a process of its own, over bare sockets: an HTTP client library would need more of its core than
 * the server of its own. Prints {requests, seconds} as JSON, or a sentence when an answer was not as it should be.
 */
const plan = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as LoadPlan;
const requests = plan.paths.map((path) =>
  Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${plan.port}\r\nAccept-Encoding: ${plan.encoding}\r\n\r\n`),
);
const HEAD_END = Buffer.from('\r\n\r\n');

let sent = 0;
let answered = 0;
const began = performance.now();
const end = plan.seconds === null ? Infinity : began + plan.seconds * 1000;
const connections = Math.min(plan.connections, plan.seconds === null ? requests.length : Infinity);

await Promise.all(Array.from({ length: connections }, () => ask()));
console.log(JSON.stringify({ requests: answered, seconds: (performance.now() - began) / 1000 }));

function nextRequest(): Buffer | null {
  const done = plan.seconds === null ? sent >= requests.length : performance.now() >= end;
  return done ? null : requests[sent++ % requests.length]!;
}

/** One connection: a request, its whole answer, the next request. */
function ask(): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(plan.port, '127.0.0.1').setNoDelay(true);
    let head: Buffer = Buffer.alloc(0);
    /** bytes of the body still to come; -1 while the head is read */
    let missing = -1;
    const next = () => {
      const request = nextRequest();
      if (request === null) return finish(socket, resolve);
      missing = -1;
      head = Buffer.alloc(0);
      socket.write(request);
    };
    socket.on('connect', next);
    socket.on('error', (error) => give(error.message));
    socket.on('close', () => missing >= 0 && give('the connection was closed in the middle of an answer'));
    socket.on('data', (chunk: Buffer) => {
      if (missing < 0) {
        head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
        const at = head.indexOf(HEAD_END);
        if (at < 0) return;
        missing = lengthOf(head.toString('latin1', 0, at)) - (head.length - at - HEAD_END.length);
      } else missing -= chunk.length;
      if (missing > 0) return;
      answered += 1;
      next();
    });
  });
}

function finish(socket: Socket, resolve: () => void): void {
  socket.removeAllListeners('close').destroy();
  resolve();
}

function lengthOf(head: string): number {
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (!head.startsWith('HTTP/1.1 200 ') || length === undefined) give(`unexpected answer: ${head.split('\r\n', 1)[0]}`);
  return Number(length);
}

function give(sentence: string): never {
  console.log(sentence);
  process.exit(1);
}
