/** Reading with the browser's own cryptography, which Node has, too; and without it, as on a site without TLS. */
import { createCipheriv, createHmac, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { nodeSuite } from '#wire/cipher-node.ts';
import { decryptWith } from '#wire/decrypt-browser.ts';
import { Undecryptable } from '#wire/sealed-body.ts';

afterEach(() => void vi.unstubAllGlobals());

const key = randomBytes(64);
const suite = nodeSuite(key);
const wireKey = key.toString('base64');

/** A body that is signed rightly around these blocks, whatever their padding. */
function signed(blocks: Buffer): string {
  const iv = randomBytes(16);
  const cipher = createCipheriv('aes-256-cbc', key.subarray(0, 32), iv).setAutoPadding(false);
  const sealed = Buffer.concat([iv, cipher.update(blocks)]);
  const mac = createHmac('sha256', key.subarray(32)).update(sealed).digest();
  return Buffer.concat([sealed, mac]).toString('base64');
}

describe.each([
  ['Web Cryptography', () => undefined],
  ['crypto-js, where there is none', () => void vi.stubGlobal('crypto', { getRandomValues: () => new Uint8Array() })],
])('[WR5] by %s', (_what, prepare) => {
  async function open(given = wireKey) {
    prepare();
    return decryptWith(given);
  }

  test('any text of the server arrives unchanged', async () => {
    const decrypt = await open();
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'binary', maxLength: 100 }),
        async (text) => (await decrypt(suite.encrypt(text))) === text,
      ),
      { numRuns: 60, examples: [[''], ['\uFEFF{"code":"0"}'], ['\0'], ['𠮷野家'], ['x'.repeat(15)], ['x'.repeat(16)]] },
    );
  });

  test('one changed bit anywhere, and a body that is cut, are refused', async () => {
    const decrypt = await open();
    const body = Buffer.from(suite.encrypt('{"code":"1"}'), 'base64');
    for (let at = 0; at < body.length; at += 1) {
      const changed = Buffer.from(body);
      changed[at]! ^= 1;
      await expect(decrypt(changed.toString('base64')), `byte ${at}`).rejects.toThrow(Undecryptable);
    }
    for (const length of [0, 16, 63, body.length - 1])
      await expect(decrypt(body.subarray(0, length).toString('base64'))).rejects.toThrow(Undecryptable);
  });

  test.each([0, 17, 255])('a padding of %i is refused, though the signature is right', async (last) => {
    const blocks = Buffer.alloc(16, last);
    await expect((await open())(signed(blocks))).rejects.toThrow(Undecryptable);
  });

  test('a padding of which one byte is wrong is refused', async () => {
    const blocks = Buffer.alloc(16, 4);
    blocks[13] = 5;
    await expect((await open())(signed(blocks))).rejects.toThrow(Undecryptable);
  });

  test('what is no text in UTF-8, and no canonical base64, is refused', async () => {
    const decrypt = await open();
    await expect(decrypt(signed(Buffer.from([0xff, ...Buffer.alloc(15, 15)])))).rejects.toThrow(Undecryptable);
    await expect(decrypt(` ${suite.encrypt('{}')}`)).rejects.toThrow(Undecryptable);
    await expect(decrypt('not base64')).rejects.toThrow(Undecryptable);
  });

  test('a key of another length, or none, is an error', async () => {
    await expect(open(randomBytes(32).toString('base64'))).rejects.toThrow(TypeError);
    await expect(open('no key')).rejects.toThrow(Undecryptable);
  });
});
