/**
 * Project Wycheproof's vectors (AES-CBC-PKCS5: 72 valid, 144 invalid; HMAC-SHA256: 66 valid, 108 invalid) against
 * both ends. They are no part of this repository: CORPORA_DIR names the folder that holds them.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import AES from 'crypto-js/aes.js';
import CryptoJS from 'crypto-js/core.js';
import { describe, expect, test } from 'vitest';
import * as browser from '#wire/cipher-browser.ts';
import * as node from '#wire/cipher-node.ts';
import { Undecryptable } from '#wire/sealed-body.ts';

const corpora = process.env.CORPORA_DIR;
if (!corpora)
  console.log('skipped: AES and HMAC vectors, because CORPORA_DIR does not name the folder of public test data');

interface CbcVector {
  tcId: number;
  key: string;
  iv: string;
  msg: string;
  ct: string;
  result: 'valid' | 'invalid';
}

interface MacVector {
  tcId: number;
  key: string;
  msg: string;
  tag: string;
  result: 'valid' | 'invalid';
}

function readVectors<V>(file: string): V[] {
  const { testGroups } = JSON.parse(readFileSync(join(corpora!, 'aes-vectors', file), 'utf8')) as {
    testGroups: { tests: V[] }[];
  };
  return testGroups.flatMap((group) => group.tests);
}

const hex = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'));
const toHex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

describe.skipIf(!corpora)('the vectors of Project Wycheproof', () => {
  const cbc = corpora ? readVectors<CbcVector>('aes_cbc_pkcs5_test.json') : [];
  const mac = corpora ? readVectors<MacVector>('hmac_sha256_test.json') : [];
  const ends = [
    { end: 'server', aesCbcDecrypt: node.aesCbcDecrypt, hmacSha256: node.hmacSha256 },
    { end: 'browser', aesCbcDecrypt: browser.aesCbcDecrypt, hmacSha256: browser.hmacSha256 },
  ];

  test('[WR5] the files hold the vectors that the counts below are about', () => {
    const count = (vectors: { result: string }[], result: string) =>
      vectors.filter((vector) => vector.result === result).length;
    expect([count(cbc, 'valid'), count(cbc, 'invalid')]).toEqual([72, 144]);
    expect([count(mac, 'valid'), count(mac, 'invalid')]).toEqual([66, 108]);
  });

  test.each(ends)('[WR5] $end: every valid AES-CBC vector decrypts to its message', ({ aesCbcDecrypt }) => {
    for (const { tcId, key, iv, ct, msg } of cbc.filter((vector) => vector.result === 'valid')) {
      expect(toHex(aesCbcDecrypt(hex(key), hex(iv), hex(ct))), `vector ${tcId}`).toBe(msg);
    }
  });

  test.each(ends)('[WR5] $end: every invalid AES-CBC vector is refused', ({ aesCbcDecrypt }) => {
    for (const { tcId, key, iv, ct } of cbc.filter((vector) => vector.result === 'invalid')) {
      expect(() => aesCbcDecrypt(hex(key), hex(iv), hex(ct)), `vector ${tcId}`).toThrow(Undecryptable);
    }
  });

  test.each(ends)(
    '[WR5] $end: the signature of every valid HMAC vector is met, whole or cut, and of no invalid one',
    ({ hmacSha256 }) => {
      for (const { tcId, key, msg, tag, result } of mac) {
        const own = toHex(hmacSha256(hex(key), hex(msg))).slice(0, tag.length);
        expect(own === tag, `vector ${tcId}`).toBe(result === 'valid');
      }
    },
  );

  test("[WR5] crypto-js's own unpadding accepts 99 of the 144 invalid vectors, which is why ours is used", () => {
    const words = (bytes: string) => CryptoJS.enc.Hex.parse(bytes);
    // the length left after unpadding is all that crypto-js offers as a check
    const accepted = cbc
      .filter((vector) => vector.result === 'invalid')
      .filter(
        ({ key, iv, ct }) =>
          AES.decrypt(CryptoJS.lib.CipherParams.create({ ciphertext: words(ct) }), words(key), { iv: words(iv) })
            .sigBytes >= 0,
      );
    expect(accepted).toHaveLength(99);
  });
});
