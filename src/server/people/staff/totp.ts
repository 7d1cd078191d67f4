import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Codes of an authenticator app: RFC 6238 with its defaults, SHA-1, 30 seconds, six digits. */
const STEP = 30_000;
const DIGITS = 6;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** 160 bits in base32, as apps take them. */
export function newTotpSecret(): string {
  return Array.from(randomBytes(32), (byte) => ALPHABET[byte % 32]).join('');
}

/** @returns the bytes of base32 text (RFC 4648 without padding) */
function decode(secret: string): Buffer {
  const bits = [...secret].map((sign) => ALPHABET.indexOf(sign).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** The code of one step of time (RFC 4226). */
export function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', decode(secret)).update(counter).digest();
  const at = mac.at(-1)! & 15;
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 10 ** DIGITS).padStart(DIGITS, '0');
}

/**
 * The step whose code this is: now, or one before or after, because clocks differ.
 * @param after steps up to this one were used already
 * @returns null for a wrong or used code
 */
export function stepOfCode(secret: string, code: string, now: number, after: number): number | null {
  const given = Buffer.from(
    code
      .replace(/\s/g, '')
      .padEnd(DIGITS)
      .slice(0, DIGITS + 1),
  );
  const current = Math.floor(now / STEP);
  for (const step of [current, current - 1, current + 1]) {
    const right = Buffer.from(codeAt(secret, step));
    if (step > after && given.length === right.length && timingSafeEqual(given, right)) return step;
  }
  return null;
}

/** Address that an app reads from a drawn code. */
export const totpAddress = (secret: string, issuer: string, account: string): string =>
  `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(account)}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`;
