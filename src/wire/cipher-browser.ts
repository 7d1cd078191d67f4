import AES from 'crypto-js/aes.js';
import CryptoJS from 'crypto-js/core.js';
import HmacSHA256 from 'crypto-js/hmac-sha256.js';
import NoPadding from 'crypto-js/pad-nopadding.js';
import { decryptCbc, signedCbcSuite } from './cipher.ts';
import type { CipherPrimitives, CipherSuite } from './cipher.ts';
import { bytesOfBase64 } from './sealed-body.ts';

type Words = CryptoJS.lib.WordArray;

/** crypto-js counts in big-endian 32-bit words. */
function toWords(bytes: Uint8Array): Words {
  const words = new Array<number>(Math.ceil(bytes.length / 4)).fill(0);
  for (let at = 0; at < bytes.length; at += 1) words[at >>> 2]! |= bytes[at]! << (24 - (at % 4) * 8);
  return CryptoJS.lib.WordArray.create(words, bytes.length);
}

function fromWords({ words, sigBytes }: Words): Uint8Array {
  const bytes = new Uint8Array(sigBytes);
  for (let at = 0; at < sigBytes; at += 1) bytes[at] = words[at >>> 2]! >>> (24 - (at % 4) * 8);
  return bytes;
}

// CBC is the mode crypto-js takes when none is named
const settings = (iv: Uint8Array) => ({ iv: toWords(iv), padding: NoPadding });

const primitives: CipherPrimitives = {
  encryptBlocks: (key, iv, padded) => fromWords(AES.encrypt(toWords(padded), toWords(key), settings(iv)).ciphertext),
  decryptBlocks: (key, iv, blocks) =>
    fromWords(
      AES.decrypt(CryptoJS.lib.CipherParams.create({ ciphertext: toWords(blocks) }), toWords(key), settings(iv)),
    ),
  hmacSha256,
  equalBytes(a, b) {
    let difference = a.length ^ b.length;
    for (let at = 0; at < a.length; at += 1) difference |= a[at]! ^ (b[at] ?? 0);
    return difference === 0;
  },
  randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
  toBase64(bytes) {
    let latin1 = '';
    for (const byte of bytes) latin1 += String.fromCharCode(byte);
    return btoa(latin1);
  },
  fromBase64: bytesOfBase64,
};

/** AES-CBC with PKCS#7 checked by ourselves. `key` 16, 24 or 32 bytes, `iv` 16. @throws Undecryptable */
export function aesCbcDecrypt(key: Uint8Array, iv: Uint8Array, ciphertext: Uint8Array): Uint8Array {
  return decryptCbc(primitives, key, iv, ciphertext);
}

export function hmacSha256(key: Uint8Array, message: Uint8Array): Uint8Array {
  return fromWords(HmacSHA256(toWords(message), toWords(key)));
}

/**
 * WR5: the default suite in a browser that has no cryptography of its own (decrypt-browser.ts).
 * @param wireKey base64 of 64 bytes, from the page's configuration block
 * @throws Undecryptable for what is no base64, TypeError for another length
 */
export function browserSuite(wireKey: string): CipherSuite {
  return signedCbcSuite(primitives, primitives.fromBase64(wireKey));
}
