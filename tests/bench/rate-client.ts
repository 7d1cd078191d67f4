import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import type { RatePlan, RateResult } from './rate.ts';

/**
 * Requests by the clock, as many people make them: each is sent when it is due, whatever became of those before it, and
 * its time counts from then. With `connections` instead of a rate each connection asks again when it is answered. Prints
 * a RateResult as JSON, or a sentence.
 */
const plan = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as RatePlan;
const HEAD_END = Buffer.from('\r\n\r\n');
/** connections that a client of a machine opens before it gives up */
const MOST_CONNECTIONS = 3_000;
/** milliseconds between looks for what is due */
const TICK = 2;

const statuses: Record<string, number> = {};
const times: number[] = [];
const idle: Socket[] = [];
let [open, sent, answered] = [0, 0, 0];
const began = performance.now();
const end = began + plan.seconds * 1000;

const textOf = (at: number): string => {
  const address = plan.addresses[at % plan.addresses.length];
  return `GET ${plan.paths[at % plan.paths.length]} HTTP/1.1\r\nHost: 127.0.0.1:${plan.port}\r\nAccept-Encoding: br\r\n${address ? `X-Forwarded-For: ${address}\r\n` : ''}\r\n`;
};

if (plan.rate === null) {
  await Promise.all(Array.from({ length: plan.connections }, () => askOnAndOn()));
} else {
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const now = performance.now();
      for (; sent < ((Math.min(now, end) - began) / 1000) * plan.rate!; sent += 1)
        ask(textOf(sent), began + (sent / plan.rate!) * 1000).catch(() => {});
      // requests under way get as long again
      if (now > end && (answered >= sent || now > end + plan.seconds * 1000)) {
        clearInterval(timer);
        resolve();
      }
    }, TICK);
  });
}
times.sort((a, b) => a - b);
const share = (part: number): number => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
console.log(
  JSON.stringify({
    statuses,
    unanswered: plan.rate === null ? 0 : sent - answered,
    seconds: (performance.now() - began) / 1000,
    median: share(0.5),
    p99: share(0.99),
    worst: times.at(-1) ?? 0,
  } satisfies RateResult),
);
process.exit(0);

async function askOnAndOn(): Promise<void> {
  while (performance.now() < end) await ask(textOf(sent++), performance.now());
}

function ask(text: string, due: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const used = idle.pop();
    if (!used && open >= MOST_CONNECTIONS) return count('none', due, resolve);
    const socket = used ?? connect(plan.port, '127.0.0.1').setNoDelay(true);
    if (!used) open += 1;
    let head: Buffer = Buffer.alloc(0);
    let missing = -1;
    let status = '';
    const onData = (chunk: Buffer): void => {
      if (missing < 0) {
        head = Buffer.concat([head, chunk]);
        const at = head.indexOf(HEAD_END);
        if (at < 0) return;
        const headText = head.toString('latin1', 0, at);
        status = headText.slice(9, 12);
        missing = Number(/\r\ncontent-length: *(\d+)/i.exec(headText)?.[1] ?? 0) - (head.length - at - HEAD_END.length);
      } else missing -= chunk.length;
      if (missing > 0) return;
      socket.off('data', onData).off('error', onError).off('close', onError);
      idle.push(socket);
      socket.once('close', forget);
      count(status, due, resolve);
    };
    const onError = (): void => {
      open -= 1;
      answered += 1;
      statuses.broken = (statuses.broken ?? 0) + 1;
      reject(new Error('broken'));
    };
    const forget = (): void => {
      const at = idle.indexOf(socket);
      if (at >= 0) {
        idle.splice(at, 1);
        open -= 1;
      }
    };
    socket.removeAllListeners('close');
    socket.on('data', onData).once('error', onError).once('close', onError);
    socket.write(text);
  });
}

function count(status: string, due: number, resolve: () => void): void {
  answered += 1;
  statuses[status] = (statuses[status] ?? 0) + 1;
  times.push(performance.now() - due);
  resolve();
}
