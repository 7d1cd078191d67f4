import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { decryptCbc, joinBytes, pad, signedCbcSuite, utf8Bytes } from './cipher.ts';
import type { CipherPrimitives, CipherSuite } from './cipher.ts';
import { BLOCK, Undecryptable, utf8Text } from './sealed-body.ts';

const primitives: CipherPrimitives = {
  encryptBlocks: (key, iv, padded) => createCipheriv(algorithm(key), key, iv).setAutoPadding(false).update(padded),
  decryptBlocks: (key, iv, blocks) => createDecipheriv(algorithm(key), key, iv).setAutoPadding(false).update(blocks),
  hmacSha256,
  equalBytes: (a, b) => a.length === b.length && timingSafeEqual(a, b),
  randomBytes: (count) => randomBytes(count),
  toBase64: (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'),
  fromBase64(text) {
    // Buffer skips characters outside base64 and ignores left-over bits, so two texts could decode to the same body
    const bytes = Buffer.from(text, 'base64');
    if (bytes.toString('base64') !== text) throw new Undecryptable();
    return bytes;
  },
};

function algorithm(key: Uint8Array): string {
  return `aes-${key.length * 8}-cbc`;
}

/** AES-CBC with PKCS#7 checked by ourselves. `key` 16, 24 or 32 bytes, `iv` 16. @throws Undecryptable */
export function aesCbcDecrypt(key: Uint8Array, iv: Uint8Array, ciphertext: Uint8Array): Uint8Array {
  return decryptCbc(primitives, key, iv, ciphertext);
}

export function hmacSha256(key: Uint8Array, message: Uint8Array): Uint8Array {
  return createHmac('sha256', key).update(message).digest();
}

/** WR5: the default suite on the server. `wireKey` is 64 bytes. @throws TypeError for another length */
export function nodeSuite(wireKey: Uint8Array): CipherSuite {
  return signedCbcSuite(primitives, wireKey);
}

/**
 * WR7: what a present service may speak instead: AES-CBC without signature, body in base64. With `iv` every body
 * is encrypted under that fixed IV; without, the first 16 bytes of the body are its IV. It cannot tell a
 * changed body from a good one, so it is for upstreams on a trusted network only, never for visitors.
 * @throws TypeError for a key that is not 16, 24 or 32 bytes or an IV that is not 16
 */
export function plainCbcSuite(key: Uint8Array, iv: Uint8Array | null = null): CipherSuite {
  if (![16, 24, 32].includes(key.length))
    throw new TypeError(`the key has ${key.length} bytes instead of 16, 24 or 32`);
  if (iv && iv.length !== BLOCK) throw new TypeError(`the IV has ${iv.length} bytes instead of ${BLOCK}`);
  return {
    name: 'plain-cbc',
    encrypt(plain) {
      const used = iv ?? primitives.randomBytes(BLOCK);
      const ciphertext = primitives.encryptBlocks(key, used, pad(utf8Bytes(plain)));
      return primitives.toBase64(iv ? ciphertext : joinBytes(used, ciphertext));
    },
    decrypt(body) {
      const bytes = primitives.fromBase64(body.trim());
      if (iv) return utf8Text(aesCbcDecrypt(key, iv, bytes));
      return utf8Text(aesCbcDecrypt(key, bytes.subarray(0, BLOCK), bytes.subarray(BLOCK)));
    },
  };
}

/** WR7: an upstream that answers bare JSON. */
export const noCipher: CipherSuite = { name: 'none', encrypt: (plain) => plain, decrypt: (body) => body };
