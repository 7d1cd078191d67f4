import { isObject } from '#rules/json/json.ts';
import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import type { Senders } from '#page/settings/senders.ts';
import { isSignedBy, type EnvironmentKey } from './environment-key.ts';
import { FORMAT, MARK, TRANSFER_LIMITS } from './format.ts';
import type { Sender } from '#server/editions/draft/transfer-refused.ts';
import { cutOff, damageOf, newerForm, noExport, senderOf } from './refusals.ts';

/** bytes in front of what is packed */
export const FRONT_SIZE = 4_096;

/**
 * BE9: the front of a file, unpacked: a line of JSON, a line with the signature of its sender over that one, and
 * spaces. It shows who sent the file, and what it holds, before anything is unpacked.
 */
export interface Front {
  file: typeof MARK;
  format: number;
  /** version of the program that wrote it */
  program: string;
  sender: Sender;
  /** SHA-256 of what is packed behind it, in hex */
  sha256: string;
  /** bytes of what is packed */
  packed: number;
  /** bytes that it unpacks to */
  unpacked: number;
}

/** The bytes of a front. */
export function writeFront(front: Front, key: Pick<EnvironmentKey, 'sign'>): Buffer {
  const facts = JSON.stringify(front);
  const text = Buffer.from(`${facts}\n${key.sign(hashOf(facts))}\n`);
  if (text.length > FRONT_SIZE) throw new RangeError(`a front of ${text.length} bytes is longer than ${FRONT_SIZE}`);
  return Buffer.concat([text, Buffer.alloc(FRONT_SIZE - text.length, ' ')]);
}

/**
 * Front of a file, signed by a sender whose files are taken. The packed content is not looked at.
 * @returns null for a file of the first form, which is packed from its first byte on
 * @throws TransferRefused
 */
export async function readFront(path: string, senders: Senders): Promise<Front | null> {
  const file = await open(path);
  try {
    const bytes = await beginningOf(file);
    if (isFirstForm(bytes)) return null;
    const [facts = '', signature = '', padding = ''] = bytes.toString().split('\n');
    const front = frontIn(facts);
    if (!front) throw noExport(path);
    if (front.format > FORMAT) throw newerForm(path, front.format, front.program);
    if (!isWhole(front)) throw noExport(path);
    const sender = senderOf(path, front.sender, senders);
    if (!isSignedBy(sender.key, hashOf(facts), signature) || padding.trim() !== '')
      throw damageOf(path)('what it says is not what its sender signed', '内容与签名不符，可能被改动过');
    const { size } = await file.stat();
    if (size < FRONT_SIZE + front.packed) throw cutOff(path);
    if (size > FRONT_SIZE + front.packed) throw damageOf(path)('something follows its end', '末尾之后还有内容');
    return { ...front, sender };
  } finally {
    await file.close();
  }
}

/**
 * Unpacked size in bytes that a file claims; null where it claims none, or is no such file. Nothing of it is verified.
 */
export async function claimedSize(path: string): Promise<number | null> {
  const file = await open(path);
  try {
    const front = frontIn((await beginningOf(file)).toString().split('\n', 1)[0]!);
    return front && isWhole(front) ? front.unpacked : null;
  } finally {
    await file.close();
  }
}

async function beginningOf(file: FileHandle): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(FRONT_SIZE), 0, FRONT_SIZE, 0);
  return buffer.subarray(0, bytesRead);
}

/** The mark of gzip. */
const isFirstForm = (bytes: Buffer): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** @param facts of at most FRONT_SIZE bytes, so it is parsed as it is */
function frontIn(facts: string): Front | null {
  try {
    const front: unknown = JSON.parse(facts);
    return isObject(front) && front.file === MARK && Number.isSafeInteger(front.format)
      ? (front as unknown as Front)
      : null;
  } catch {
    return null;
  }
}

const isWhole = ({ program, sender, sha256, packed, unpacked }: Front): boolean =>
  typeof program === 'string' &&
  isObject(sender) &&
  typeof sender.name === 'string' &&
  typeof sender.key === 'string' &&
  typeof sha256 === 'string' &&
  Number.isSafeInteger(packed) &&
  packed >= 0 &&
  Number.isSafeInteger(unpacked) &&
  unpacked >= 0 &&
  unpacked <= TRANSFER_LIMITS.unpacked;

const hashOf = (facts: string): Buffer => createHash('sha256').update(facts).digest();
