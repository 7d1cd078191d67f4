/**
 * The form of an encrypted body, as far as whoever only reads needs it: body = base64(IV ‖ ciphertext ‖ MAC), the MAC
 * over IV ‖ ciphertext. The suites that also encrypt are in cipher.ts.
 */

/** The body was not made with this key and suite, or was changed on the way. It never says which check failed. */
export class Undecryptable extends Error {
  override readonly name = 'Undecryptable';
  constructor() {
    super('the body cannot be decrypted');
  }
}

export const BLOCK = 16;
const MAC = 32;
/** Bytes of WIRE_KEY: the first half encrypts, the second half signs. */
const WIRE_KEY_BYTES = 64;

/** @param wireKey 64 bytes @throws TypeError for another length */
export function keysOf<T extends Uint8Array>(wireKey: T): { encryptKey: T; signKey: T } {
  if (wireKey.length !== WIRE_KEY_BYTES)
    throw new TypeError(`a wire key of ${wireKey.length} bytes instead of ${WIRE_KEY_BYTES}`);
  return {
    encryptKey: wireKey.slice(0, WIRE_KEY_BYTES / 2) as T,
    signKey: wireKey.slice(WIRE_KEY_BYTES / 2) as T,
  };
}

/** Parts of a body. @throws Undecryptable for one that is too short */
export function partsOf<T extends Uint8Array>(body: T): Record<'sealed' | 'iv' | 'ciphertext' | 'mac', T> {
  if (body.length < BLOCK + BLOCK + MAC) throw new Undecryptable();
  const sealed = body.subarray(0, -MAC) as T;
  return {
    sealed,
    iv: sealed.subarray(0, BLOCK) as T,
    ciphertext: sealed.subarray(BLOCK) as T,
    mac: body.subarray(-MAC) as T,
  };
}

/** Exact UTF-8, a leading U+FEFF included. @throws Undecryptable */
export function utf8Text(bytes: AllowSharedBufferSource): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Undecryptable();
  }
}

/** Base64 in a browser. @throws Undecryptable for anything but the one canonical spelling */
export function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> {
  let latin1: string;
  try {
    latin1 = atob(text);
  } catch {
    throw new Undecryptable();
  }
  // atob skips spaces and ignores left-over bits, so two spellings could mean one body
  if (btoa(latin1) !== text) throw new Undecryptable();
  // a loop: Uint8Array.from makes an object of every character, 30 ms for a body of 300 kB
  const bytes = new Uint8Array(latin1.length);
  for (let at = 0; at < latin1.length; at += 1) bytes[at] = latin1.charCodeAt(at);
  return bytes;
}
