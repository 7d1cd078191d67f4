import { open, readFile } from 'node:fs/promises';
import { createSocket } from 'node:dgram';
import { connect } from 'node:net';
import type { Seal } from './seal.ts';

/**
 * Part of each seal that goes out. Whoever holds the head of a seal can tell whether anything that the seals up to it
 * cover was changed since, whatever was recomputed.
 */
export interface Head {
  no: number;
  hash: string;
  /** ISO 8601 */
  at: string;
  /** the newest publication that it covers; null for none */
  publication: number | null;
  publicationHash: string;
}

export const headOf = ({ no, hash, at, publication_no, publication_hash }: Seal): Head => ({
  no,
  hash,
  at: at.toISOString(),
  publication: publication_no,
  publicationHash: publication_hash,
});

/** Heads in the order of the file, and the numbers of lines that are none. */
export interface StoredHeads {
  heads: Head[];
  unreadable: number[];
}

/**
 * A line that a power cut has cut off is passed over: at the end, or before the same head that was added anew.
 * @returns null where there is no file
 */
export async function readHeads(file: string): Promise<StoredHeads | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  const lines = text.split('\n');
  const stored: StoredHeads = { heads: [], unreadable: [] };
  for (const [at, line] of lines.entries()) {
    const head = readHead(line);
    if (head) stored.heads.push(head);
    else if (line !== '' && at < lines.length - 1 && !lines[at + 1]!.startsWith(line)) stored.unreadable.push(at + 1);
  }
  return stored;
}

function readHead(line: string): Head | null {
  try {
    const head = JSON.parse(line) as Head;
    return Number.isSafeInteger(head.no) && typeof head.hash === 'string' ? head : null;
  } catch {
    return null;
  }
}

/** Adds heads to the file and waits until they are on the disk. */
export async function appendHeads(file: string, heads: readonly Head[]): Promise<void> {
  const handle = await open(file, 'a+', 0o600);
  try {
    const { size } = await handle.stat();
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(1), position: Math.max(0, size - 1) });
    const isCutOff = bytesRead === 1 && buffer.toString() !== '\n';
    await handle.appendFile((isCutOff ? '\n' : '') + heads.map((head) => `${JSON.stringify(head)}\n`).join(''));
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** milliseconds */
const SEND_TIMEOUT = 10_000;

/** Sends a head as JSON. @throws where the address does not answer with 2xx */
export async function postHead(webhook: string, head: Head, site: string): Promise<void> {
  const answer = await fetch(webhook, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ site, ...head }),
    redirect: 'error',
    signal: AbortSignal.timeout(SEND_TIMEOUT),
  });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`HEADS_WEBHOOK answers ${answer.status}`);
}

/** facility 13, log audit, and severity 5, notice */
const PRIORITY = 13 * 8 + 5;

/** The message of a head by RFC 5424. @param host of the site */
export const syslogMessage = (head: Head, host: string): string =>
  `<${PRIORITY}>1 ${head.at} ${host} site - record-head - ${JSON.stringify(head)}`;

/** Sends a head; over UDP nobody says whether it arrived. @throws where the host cannot be reached */
export function sendToSyslog(address: string, head: Head, host: string): Promise<void> {
  const { protocol, hostname, port } = new URL(address);
  const message = syslogMessage(head, host);
  const to = hostname.replaceAll(/^\[|\]$/g, '');
  return protocol === 'udp:'
    ? sendDatagram(to, Number(port || 514), message)
    : sendFrame(to, Number(port || 601), message);
}

function sendDatagram(host: string, port: number, message: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
    socket.once('error', reject);
    socket.send(message, port, host, (error) => {
      socket.close();
      if (error) reject(error);
      else resolve();
    });
  });
}

/** Framed by the number of bytes before it (RFC 6587). */
function sendFrame(host: string, port: number, message: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, timeout: SEND_TIMEOUT });
    socket.once('timeout', () => socket.destroy(new Error(`${host}:${port} does not answer`)));
    socket.once('error', reject);
    socket.once('close', (failed) => failed || resolve());
    socket.end(`${Buffer.byteLength(message)} ${message}`);
    socket.resume();
  });
}
