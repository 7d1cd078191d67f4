import { bytesOfBase64, keysOf, partsOf, Undecryptable, utf8Text } from './sealed-body.ts';

/** Gives the text of an answer's body. @throws Undecryptable */
export type Decrypt = (body: string) => Promise<string>;

/**
 * WR5: how a browser reads what the default suite has encrypted: by its own cryptography, which there is in secure
 * contexts alone. Where a site is reached without TLS, crypto-js comes instead.
 * @param wireKey base64 of 64 bytes, from the page's configuration block
 * @throws Undecryptable for what is no base64, TypeError for another length
 */
export async function decryptWith(wireKey: string): Promise<Decrypt> {
  const { subtle } = crypto as Partial<Crypto>;
  if (!subtle) {
    const { browserSuite } = await import('./cipher-browser.ts');
    const suite = browserSuite(wireKey);
    return async (body) => suite.decrypt(body);
  }
  const { encryptKey, signKey } = keysOf(bytesOfBase64(wireKey));
  const [decrypting, verifying] = await Promise.all([
    subtle.importKey('raw', encryptKey, 'AES-CBC', false, ['decrypt']),
    subtle.importKey('raw', signKey, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']),
  ]);
  return async (body) => {
    const { sealed, iv, ciphertext, mac } = partsOf(bytesOfBase64(body));
    if (!(await subtle.verify('HMAC', verifying, mac, sealed))) throw new Undecryptable();
    // the browser checks every byte of the padding
    const plain = await subtle.decrypt({ name: 'AES-CBC', iv }, decrypting, ciphertext).catch(() => {
      throw new Undecryptable();
    });
    return utf8Text(plain);
  };
}
