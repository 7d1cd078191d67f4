import { createCipheriv, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as browser from '#wire/cipher-browser.ts';
import * as node from '#wire/cipher-node.ts';
import { signedCbcSuite } from '#wire/cipher.ts';
import { Undecryptable } from '#wire/sealed-body.ts';
import type { CipherSuite } from '#wire/cipher.ts';

const ends = [
  { end: 'server', aesCbcDecrypt: node.aesCbcDecrypt, hmacSha256: node.hmacSha256 },
  { end: 'browser', aesCbcDecrypt: browser.aesCbcDecrypt, hmacSha256: browser.hmacSha256 },
];

const hex = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'));
const toHex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** Bytes 00 to 3f. */
const wireKey = Uint8Array.from({ length: 64 }, (_, at) => at);
const suites: Record<'server' | 'browser', CipherSuite> = {
  server: node.nodeSuite(wireKey),
  browser: browser.browserSuite(Buffer.from(wireKey).toString('base64')),
};
const directions = [
  { from: 'server', to: 'browser' },
  { from: 'browser', to: 'server' },
  { from: 'server', to: 'server' },
  { from: 'browser', to: 'browser' },
] as const;

/** Made with the openssl command (enc -aes-256-cbc) and Python's hmac: key 00…3f, IV a0…af. */
const known = {
  text: '{"code":"0","msg":"","data":"信息公告 𠮷"}',
  body: 'oKGio6SlpqeoqaqrrK2uryPSryAt//tLNt/b51FYhfNOslvk8vRv466I1wDi5OCErtrWcOraA15J6vX9PvqeN2I8Ia1svUiC2RLcJfsp/qPytnFBxN3JAiahw7o2wyLnOAJQ8mIZdUmZBK2E3zF9sw==',
};

/** A ciphertext of exactly these bytes, by OpenSSL, with no padding added. */
function encryptExactly(key: Uint8Array, iv: Uint8Array, blocks: Uint8Array): Uint8Array {
  return createCipheriv(`aes-${key.length * 8}-cbc`, key, iv)
    .setAutoPadding(false)
    .update(blocks);
}

describe.each(ends)('AES-CBC on the $end', ({ aesCbcDecrypt }) => {
  const iv = hex('000102030405060708090a0b0c0d0e0f');

  test.each([
    { bits: 128, key: '2b7e151628aed2a6abf7158809cf4f3c', first: '7649abac8119b246cee98e9b12e9197d' },
    { bits: 192, key: '8e73b0f7da0e6452c810f32b809079e562f8ead2522c6b7b', first: '4f021db243bc633d7178183a9fa071e8' },
    {
      bits: 256,
      key: '603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4',
      first: 'f58c4c04d6e5f1ba779eabfb5f7bfbd6',
    },
  ])('[WR5] agrees with the first block of NIST SP 800-38A for $bits bits', ({ key, first }) => {
    const plain = hex('6bc1bee22e409f96e93d7e117393172a');
    const padding = encryptExactly(hex(key), hex(first), new Uint8Array(16).fill(16));
    expect(toHex(aesCbcDecrypt(hex(key), iv, Buffer.concat([hex(first), padding])))).toBe(toHex(plain));
  });

  test('[WR5] takes off every right padding, 1 to 16 bytes', () => {
    const key = wireKey.slice(0, 32);
    for (let length = 0; length <= 48; length += 1) {
      const plain = randomBytes(length);
      const cipher = createCipheriv('aes-256-cbc', key, iv);
      expect(toHex(aesCbcDecrypt(key, iv, Buffer.concat([cipher.update(plain), cipher.final()])))).toBe(toHex(plain));
    }
  });

  test('[WR5] refuses every padding with one wrong byte, padding of 0 and padding longer than a block', () => {
    const key = wireKey.slice(0, 32);
    const wrong: Uint8Array[] = [0, 17, 32, 255].map((byte) => new Uint8Array(32).fill(byte));
    for (let added = 2; added <= 16; added += 1) {
      for (let at = 32 - added; at < 31; at += 1) {
        const padded = new Uint8Array(32).fill(added, 32 - added);
        padded[at]! ^= 1;
        wrong.push(padded);
      }
    }
    expect(wrong).toHaveLength(4 + 120);
    for (const padded of wrong)
      expect(() => aesCbcDecrypt(key, iv, encryptExactly(key, iv, padded))).toThrow(Undecryptable);
  });

  test('[WR5] refuses an empty ciphertext, a broken block and an IV of another length', () => {
    const key = wireKey.slice(0, 32);
    const good = encryptExactly(key, iv, new Uint8Array(16).fill(16));
    expect(aesCbcDecrypt(key, iv, good)).toHaveLength(0);
    expect(() => aesCbcDecrypt(key, iv, new Uint8Array(0))).toThrow(Undecryptable);
    expect(() => aesCbcDecrypt(key, iv, good.subarray(0, 15))).toThrow(Undecryptable);
    expect(() => aesCbcDecrypt(key, iv, Buffer.concat([good, good.subarray(0, 1)]))).toThrow(Undecryptable);
    expect(() => aesCbcDecrypt(key, iv.subarray(0, 15), good)).toThrow(Undecryptable);
  });
});

describe.each(ends)('HMAC-SHA256 on the $end', ({ hmacSha256 }) => {
  test.each([
    {
      number: 1,
      key: '0b'.repeat(20),
      data: '4869205468657265',
      mac: 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
    },
    {
      number: 2,
      key: '4a656665',
      data: '7768617420646f2079612077616e7420666f72206e6f7468696e673f',
      mac: '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    },
    {
      number: 3,
      key: 'aa'.repeat(20),
      data: 'dd'.repeat(50),
      mac: '773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe',
    },
  ])('[WR5] agrees with RFC 4231 test case $number', ({ key, data, mac }) => {
    expect(toHex(hmacSha256(hex(key), hex(data)))).toBe(mac);
  });
});

describe('the default suite', () => {
  test.each(['server', 'browser'] as const)(
    '[WR5] %s: reads a body that openssl made as base64(IV, ciphertext, MAC)',
    (end) => {
      expect(suites[end].decrypt(known.body)).toBe(known.text);
    },
  );

  test.each(['server', 'browser'] as const)('[WR5] %s: the same text never makes the same body twice', (end) => {
    expect(new Set(Array.from({ length: 50 }, () => suites[end].encrypt('{"code":"0"}'))).size).toBe(50);
  });

  test.each(directions)('[WR5] $from to $to: any Unicode text arrives unchanged', ({ from, to }) => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 200 }),
        (text) => suites[to].decrypt(suites[from].encrypt(text)) === text,
      ),
      {
        numRuns: 300,
        examples: [
          [''],
          ['\uFEFF{"code":"0"}'],
          ['\0'],
          ['𠮷野家'],
          ['e\u0301 é'],
          ['‮公告'],
          ['x'.repeat(15)],
          ['x'.repeat(16)],
        ],
      },
    );
  });

  test.each(directions)(
    '[WR5] $from to $to: any data, lone surrogates included, arrives unchanged as JSON',
    ({ from, to }) => {
      const anyCodeUnits = fc
        .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 60 })
        .map((units) => String.fromCharCode(...units));
      fc.assert(
        fc.property(anyCodeUnits, (data) => {
          const text = JSON.stringify({ code: '0', msg: '', data });
          return JSON.parse(suites[to].decrypt(suites[from].encrypt(text))).data === data;
        }),
        { numRuns: 200, examples: [['\uD800'], ['\uDC00\uD800'], ['a\uDFFF']] },
      );
    },
  );

  test.each(['server', 'browser'] as const)(
    '[WR5] %s: refuses to encrypt a lone surrogate rather than change it unseen',
    (end) => {
      expect(() => suites[end].encrypt('编号\uD800')).toThrow(TypeError);
    },
  );

  test.each(['server', 'browser'] as const)('[WR5] %s: a body of 100 kB arrives whole', (end) => {
    const text = '信息公告'.repeat(9000);
    expect(suites[end].decrypt(suites.server.encrypt(text))).toBe(text);
  });

  test.each(['server', 'browser'] as const)(
    '[ER2] %s: refuses a body with any one bit changed, wherever it is',
    (end) => {
      const bytes = Buffer.from(known.body, 'base64');
      for (let at = 0; at < bytes.length; at += 1) {
        for (let bit = 0; bit < 8; bit += 1) {
          const changed = Buffer.from(bytes);
          changed[at]! ^= 1 << bit;
          expect(() => suites[end].decrypt(changed.toString('base64')), `byte ${at} bit ${bit}`).toThrow(Undecryptable);
        }
      }
    },
  );

  test.each(['server', 'browser'] as const)(
    '[ER2] %s: refuses a body cut short, lengthened, or with blocks exchanged',
    (end) => {
      const bytes = Buffer.from(known.body, 'base64');
      for (let length = 0; length < bytes.length; length += 1) {
        expect(() => suites[end].decrypt(bytes.subarray(0, length).toString('base64')), `${length} bytes`).toThrow(
          Undecryptable,
        );
      }
      const exchanged = Buffer.concat([
        bytes.subarray(0, 16),
        bytes.subarray(32, 48),
        bytes.subarray(16, 32),
        bytes.subarray(48),
      ]);
      for (const other of [Buffer.concat([bytes, Buffer.alloc(1)]), Buffer.concat([bytes, bytes]), exchanged]) {
        expect(() => suites[end].decrypt(other.toString('base64'))).toThrow(Undecryptable);
      }
    },
  );

  test.each(['server', 'browser'] as const)(
    '[ER2] %s: a body has one spelling: no character can be changed, left out or put in',
    (end) => {
      // bodies of 64, 80 and 96 bytes: base64 that ends in "==", in "=" and in neither
      const spellings = [1, 16, 32].map((length) => suites.server.encrypt('x'.repeat(length)));
      expect(spellings.map((body) => body.match(/=*$/)![0].length)).toEqual([2, 1, 0]);
      for (const body of spellings) {
        for (let at = 0; at < body.length; at += 1) {
          const swapped = body[at] === 'A' ? 'B' : 'A';
          for (const put of [swapped, '', `${body[at]}\n`, ` ${body[at]}`, `${body[at]}=`]) {
            const changed = body.slice(0, at) + put + body.slice(at + 1);
            expect(() => suites[end].decrypt(changed), `character ${at} as ${JSON.stringify(put)}`).toThrow(
              Undecryptable,
            );
          }
        }
        const loose = body.replaceAll('+', '-').replaceAll('/', '_');
        if (loose !== body) expect(() => suites[end].decrypt(loose)).toThrow(Undecryptable);
      }
    },
  );

  test.each(['server', 'browser'] as const)(
    '[ER2] %s: left-over bits of the last base64 character must be zero',
    (end) => {
      const body = suites.server.encrypt('x');
      const last = body.length - 1 - body.match(/=*$/)![0].length;
      const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
      const next = alphabet[(alphabet.indexOf(body[last]!) + 1) % 64]!;
      const sameBytes = body.slice(0, last) + next + body.slice(last + 1);
      expect(body).toMatch(/==$/);
      expect(Buffer.from(sameBytes, 'base64').equals(Buffer.from(body, 'base64'))).toBe(true);
      expect(() => suites[end].decrypt(sameBytes)).toThrow(Undecryptable);
    },
  );

  test.each(['server', 'browser'] as const)(
    '[ER2] %s: refuses plain JSON, markup, an empty body and random bytes',
    (end) => {
      for (const body of ['', '{"code":"0"}', '<html>', '公告', '\0', '====', randomBytes(4096).toString('base64')]) {
        expect(() => suites[end].decrypt(body)).toThrow(Undecryptable);
      }
    },
  );

  test('[ER2] a wrong key is refused whichever half is wrong', () => {
    for (const at of [0, 31, 32, 63]) {
      const other = Uint8Array.from(wireKey);
      other[at]! ^= 1;
      const otherText = Buffer.from(other).toString('base64');
      if (at >= 32) {
        expect(() => node.nodeSuite(other).decrypt(known.body)).toThrow(Undecryptable);
        expect(() => browser.browserSuite(otherText).decrypt(known.body)).toThrow(Undecryptable);
      } else {
        // signed by the same half, encrypted by another: the padding or the UTF-8 gives it away, or the text is another
        expect(decryptedOrNull(node.nodeSuite(other), known.body)).not.toBe(known.text);
        expect(decryptedOrNull(browser.browserSuite(otherText), known.body)).not.toBe(known.text);
      }
    }
  });

  test('[WR5] a key of another length makes no suite', () => {
    for (const length of [0, 32, 63, 65]) {
      expect(() => node.nodeSuite(new Uint8Array(length))).toThrow('instead of 64');
      expect(() => browser.browserSuite(Buffer.alloc(length).toString('base64'))).toThrow('instead of 64');
    }
    expect(() => browser.browserSuite('no base64!')).toThrow(Undecryptable);
  });

  test('[WR5] nothing is decrypted before the signature is found right', () => {
    const decrypted: Uint8Array[] = [];
    const watched = signedCbcSuite(
      {
        encryptBlocks: encryptExactly,
        decryptBlocks: (_key, _iv, blocks) => (decrypted.push(blocks), new Uint8Array(blocks.length).fill(16)),
        hmacSha256: node.hmacSha256,
        equalBytes: (a, b) => Buffer.compare(a, b) === 0,
        randomBytes,
        toBase64: (bytes) => Buffer.from(bytes).toString('base64'),
        fromBase64: (text) => Buffer.from(text, 'base64'),
      },
      wireKey,
    );
    const changed = Buffer.from(known.body, 'base64');
    changed[20]! ^= 1;
    expect(() => watched.decrypt(changed.toString('base64'))).toThrow(Undecryptable);
    expect(decrypted).toHaveLength(0);
    watched.decrypt(known.body);
    expect(decrypted).toHaveLength(1);
  });

  test('[ER2] signed bytes that are no UTF-8 are refused, not repaired', () => {
    const iv = randomBytes(16);
    const padded = Uint8Array.from([0xff, 0xfe, ...new Array<number>(14).fill(14)]);
    const sealed = Buffer.concat([iv, encryptExactly(wireKey.slice(0, 32), iv, padded)]);
    const body = Buffer.concat([sealed, node.hmacSha256(wireKey.slice(32), sealed)]).toString('base64');
    expect(() => suites.server.decrypt(body)).toThrow(Undecryptable);
    expect(() => suites.browser.decrypt(body)).toThrow(Undecryptable);
  });
});

describe('the plain-cbc suite of upstreams', () => {
  const key = Buffer.from('0123456789abcdef');
  const iv = Buffer.from('fedcba9876543210');

  test('[WR7] with a fixed IV it reads what openssl made', () => {
    const body = '/lwqgR7hWK/bfA6Fug3gMPBS1boLptqlgpYUFVwlRzcyfghzG0X7DQ6BqgeP5LScUwGdhYun5DulvTzB7nuxAg==';
    expect(node.plainCbcSuite(key, iv).decrypt(body)).toBe(known.text);
    expect(node.plainCbcSuite(key, iv).decrypt(`${body}\r\n`)).toBe(known.text);
  });

  test.each([16, 24, 32])('[WR7] any text arrives unchanged with a key of %i bytes, IV fixed or sent', (length) => {
    for (const fixed of [iv, null]) {
      const suite = node.plainCbcSuite(randomBytes(length), fixed);
      fc.assert(
        fc.property(fc.string({ unit: 'binary' }), (text) => suite.decrypt(suite.encrypt(text)) === text),
        { examples: [['']] },
      );
    }
  });

  test('[WR7] garbage is refused', () => {
    for (const suite of [node.plainCbcSuite(key, iv), node.plainCbcSuite(key)]) {
      for (const body of [
        '',
        'AAAA',
        '{"code":"0"}',
        Buffer.alloc(15).toString('base64'),
        Buffer.alloc(17).toString('base64'),
      ]) {
        expect(() => suite.decrypt(body)).toThrow(Undecryptable);
      }
    }
  });

  test('[WR5] one flipped bit turns its code "1" into "0" unseen, and the default suite refuses the same trick', () => {
    // text begins {"code":"1": the ninth character lies in the first block, which the IV is added to
    const flip = (body: string) => {
      const bytes = Buffer.from(body, 'base64');
      bytes[9]! ^= 1;
      return bytes.toString('base64');
    };
    const refusal = '{"code":"1","msg":"无权限"}';
    const bare = node.plainCbcSuite(key);
    expect(bare.decrypt(flip(bare.encrypt(refusal)))).toBe('{"code":"0","msg":"无权限"}');
    expect(() => suites.server.decrypt(flip(suites.server.encrypt(refusal)))).toThrow(Undecryptable);
    expect(() => suites.browser.decrypt(flip(suites.server.encrypt(refusal)))).toThrow(Undecryptable);
  });
});

function decryptedOrNull(suite: CipherSuite, body: string): string | null {
  try {
    return suite.decrypt(body);
  } catch (error) {
    if (error instanceof Undecryptable) return null;
    throw error;
  }
}
