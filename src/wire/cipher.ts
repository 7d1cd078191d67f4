/**
 * The cipher suites of the wire, as far as both ends share them. The default suite encrypts with AES-256-CBC under a
 * fresh random IV, then signs IV and ciphertext with HMAC-SHA256. The signature is checked before anything is
 * decrypted, because in bare CBC one flipped bit of the IV turns code "1" into "0" unseen.
 *
 * The key reaches every visitor's page: this hides answers from casual reading and notices damage on the way. It is no
 * access control.
 */

import { BLOCK, keysOf, partsOf, Undecryptable, utf8Text } from './sealed-body.ts';

/** One way to turn the text of an answer into a body and back. */
export interface CipherSuite {
  readonly name: string;
  /** @throws TypeError for text with a lone surrogate, which UTF-8 cannot carry (JSON.stringify escapes them) */
  encrypt(plain: string): string;
  /** @throws Undecryptable */
  decrypt(body: string): string;
}

/**
 * Primitives that an end gives to the suites: node:crypto on the server, crypto-js in the browser. All values are
 * bytes.
 */
export interface CipherPrimitives {
  /** `padded` is a multiple of 16 bytes; nothing is added */
  encryptBlocks(key: Uint8Array, iv: Uint8Array, padded: Uint8Array): Uint8Array;
  /** `blocks` is a multiple of 16 bytes; the padding stays on */
  decryptBlocks(key: Uint8Array, iv: Uint8Array, blocks: Uint8Array): Uint8Array;
  hmacSha256(key: Uint8Array, message: Uint8Array): Uint8Array;
  equalBytes(a: Uint8Array, b: Uint8Array): boolean;
  randomBytes(count: number): Uint8Array;
  toBase64(bytes: Uint8Array): string;
  /** @throws Undecryptable for anything but the one canonical spelling */
  fromBase64(text: string): Uint8Array;
}

/** PKCS#7: always adds 1 to 16 bytes, each of them the number added. */
export function pad(plain: Uint8Array): Uint8Array {
  const added = BLOCK - (plain.length % BLOCK);
  const padded = new Uint8Array(plain.length + added).fill(added);
  padded.set(plain);
  return padded;
}

/**
 * Takes PKCS#7 padding off, checking every byte of it: crypto-js looks at the last byte only and so accepts
 * 99 of the 144 wrong paddings in Project Wycheproof's vectors.
 * @throws Undecryptable
 */
function unpad(padded: Uint8Array): Uint8Array {
  const added = padded.at(-1) ?? 0;
  if (added < 1 || added > BLOCK || added > padded.length) throw new Undecryptable();
  const end = padded.length - added;
  for (let at = end; at < padded.length; at += 1) if (padded[at] !== added) throw new Undecryptable();
  return padded.subarray(0, end);
}

/** AES-CBC with PKCS#7. @throws Undecryptable for an empty or broken body and for wrong padding */
export function decryptCbc(
  primitives: CipherPrimitives,
  key: Uint8Array,
  iv: Uint8Array,
  ciphertext: Uint8Array,
): Uint8Array {
  if (ciphertext.length === 0 || ciphertext.length % BLOCK !== 0 || iv.length !== BLOCK) throw new Undecryptable();
  return unpad(primitives.decryptBlocks(key, iv, ciphertext));
}

/** Exact UTF-8: TextEncoder alone would replace a lone surrogate by U+FFFD without a word. @throws TypeError */
export function utf8Bytes(plain: string): Uint8Array {
  if (/\p{Surrogate}/u.test(plain))
    throw new TypeError('text with a lone surrogate cannot be encrypted; JSON.stringify escapes it');
  return new TextEncoder().encode(plain);
}

export function joinBytes(...parts: Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/**
 * The default suite; sealed-body.ts says what a body is.
 * @param wireKey 64 bytes
 * @throws TypeError for a key of another length
 */
export function signedCbcSuite(primitives: CipherPrimitives, wireKey: Uint8Array): CipherSuite {
  const { encryptKey, signKey } = keysOf(wireKey);
  return {
    name: 'signed-cbc',
    encrypt(plain) {
      const iv = primitives.randomBytes(BLOCK);
      const sealed = joinBytes(iv, primitives.encryptBlocks(encryptKey, iv, pad(utf8Bytes(plain))));
      return primitives.toBase64(joinBytes(sealed, primitives.hmacSha256(signKey, sealed)));
    },
    decrypt(body) {
      const { sealed, iv, ciphertext, mac } = partsOf(primitives.fromBase64(body));
      if (!primitives.equalBytes(primitives.hmacSha256(signKey, sealed), mac)) throw new Undecryptable();
      return utf8Text(decryptCbc(primitives, encryptKey, iv, ciphertext));
    },
  };
}
