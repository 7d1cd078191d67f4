import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { gunzipSync, gzipSync } from 'node:zlib';
import { TransferRefused } from '#server/editions/draft/transfer-refused.ts';
import { FRONT_SIZE, type Front } from '#features/transfer/server/front.ts';
import {
  brandWith,
  compareIn,
  exportFrom,
  linesOf,
  saveIn,
  signedBy,
  signedInFirstForm,
  storeIn,
  twoEnvironments,
} from '../world/transfer.ts';
import { article, smallWorld } from '../world/site.ts';

const NOTICES = '00010002000100080003';
const KEY = 'k'.repeat(43);
const AT = '2026-11-26T00:00:00.000Z';
const exchange = twoEnvironments(smallWorld(), { production: true });

describe('[BE3] is refused in words, and nothing of it is stored', () => {
  let good: string;
  let exported: Record<string, any>[];
  beforeAll(async () => {
    await exchange.trial.site.publish('资料', [
      article(NOTICES, '附件', {
        attachments: [
          {
            filename: '资料.pdf',
            filepath: await storeIn(exchange.trial, '资料'.repeat(99), '2026-04-05', 'pdf'),
          },
        ],
      }),
    ]);
    good = await exportFrom(exchange.trial, exchange.folder);
    exported = linesOf(good);
  });
  const written = (bytes: Uint8Array): string => {
    const path = join(exchange.folder, `${createHash('sha256').update(bytes).digest('hex')}.changed`);
    writeFileSync(path, bytes);
    return path;
  };
  const signed = (all: object[] | Buffer, front: Partial<Front> = {}): string =>
    signedBy(exchange.trial, exchange.folder, all, front);
  const inFirstForm = (all: object[], more: object[] = []): string =>
    signedInFirstForm(exchange.trial, exchange.folder, all, more);
  const changing = (at: (line: Record<string, any>) => boolean, change: object): object[] => {
    const place = exported.findIndex(at);
    return exported.with(place, { ...exported[place], ...change });
  };

  test.each<[what: string, path: () => string, words: RegExp]>([
    [
      'a file cut in the middle',
      () => written(readFileSync(good).subarray(0, FRONT_SIZE + 900)),
      /is not as it was written: it is cut off\. Have it sent/,
    ],
    [
      'a file cut in the middle, of the first form',
      () => written(readFileSync(inFirstForm(exported)).subarray(0, 900)),
      /is not as it was written: it is cut off\. Have it sent/,
    ],
    ['a file without its end', () => signed(exported.slice(0, -1)), /in it has other bytes/],
    [
      'a file without its end, of the first form',
      () =>
        written(
          gzipSync(
            gunzipSync(readFileSync(inFirstForm(exported)))
              .toString()
              .replace(/.*\n$/, ''),
          ),
        ),
      /its end is missing/,
    ],
    ['another kind of file', () => written(Buffer.from('PK')), /is no file of npm run export-site/],
    ['an archive of something else', () => written(gzipSync('{"a":1}\n')), /is no file of npm run export-site/],
    [
      'a newer form',
      () => signed(exported, { format: 3 }),
      /was written in form 3 by version 9\.9\.9 of this program; this version reads form 2\. Update this environment/,
    ],
    ['sizes that are none', () => signed(exported, { unpacked: 2 ** 50 }), /is no file of npm run export-site/],
    [
      'more bytes than it signs',
      () => written(Buffer.concat([readFileSync(good), Buffer.from('x')])),
      /something follows its end/,
    ],
    [
      'another front than its sender signed',
      () => written(Buffer.from(readFileSync(good).toString('latin1').replace('9.9.9', '9.9.8'), 'latin1')),
      /what it says is not what its sender signed/,
    ],
    [
      'things of a kind that is not known',
      () => signed(changing(({ kinds }) => kinds, { kinds: ['channel', 'menu'] })),
      /holds things of a kind that this version does not know: menu/,
    ],
    [
      'words that the sender did not sign',
      () => signed(exported, { sha256: '0'.repeat(64) }),
      /what it says is not what its sender signed/,
    ],
    [
      'words that the sender did not sign, of the first form',
      () => {
        const lines = gunzipSync(readFileSync(inFirstForm(exported))).toString();
        expect(lines).toContain('"title":"附件"');
        return written(gzipSync(lines.replace('"title":"附件"', '"title":"附加"')));
      },
      /what it says is not what its sender signed/,
    ],
    [
      'more things than it says',
      () => signed(changing(({ things }) => things, { things: 3 })),
      /it has more things than it says/,
    ],
    [
      'fewer things than it says',
      () => signed(changing(({ things }) => things, { things: 999 })),
      /stands where it should not/,
    ],
    [
      'a file larger than it says',
      () => signed(changing(({ size }) => size, { size: 5 })),
      /a file in it is larger than it says/,
    ],
    [
      'more bytes of files than it says',
      () => signed(changing(({ bytes }) => bytes, { bytes: 5 })),
      /its files are more than it says/,
    ],
    [
      'other bytes of a file',
      () => signed(changing(({ piece }) => piece, { piece: Buffer.alloc(1).toString('base64') })),
      /in it has other bytes/,
    ],
    [
      'a setting that never travels',
      () => signed(changing(({ kind }) => kind === 'setting', { id: 'senders' })),
      /it brings setting:senders, which never travels/,
    ],
    [
      'a time in its first line that is none',
      () => signed(changing(({ at }) => at, { at: [exported[0]!.at] })),
      /is no file of npm run export-site/,
    ],
    ...[null, [], 'x', { [KEY]: null }, { [KEY]: { hash: 5, at: AT } }, { [KEY]: { hash: 'a', at: 3 } }].map(
      (taken): [string, () => string, RegExp] => [
        `what was taken of a thing, said as ${JSON.stringify(taken)}`,
        () => signed(changing(({ kind }) => kind === 'article', { taken })),
        /it says of article:\d+ what cannot be read/,
      ],
    ),
    [
      'what was taken of a thing at a place that is none',
      () => signed(changing(({ kind }) => kind === 'article', { taken: { [KEY]: { hash: 'a', at: AT, place: {} } } })),
      /it says of article:\d+ what cannot be read/,
    ],
    [
      'two things of one name',
      () => {
        const twice = exported.find(({ kind }) => kind === 'article')!;
        const [header, ...others] = exported;
        return signed([{ ...header, things: header!.things + 1 }, twice, ...others]);
      },
      /it brings article:\d+ twice/,
    ],
    ['something behind its end', () => signed([...exported, { kind: 'page' }]), /it has more things than it says/],
    [
      'something behind its end, of the first form',
      () => inFirstForm(exported, [{ kind: 'page' }]),
      /something follows its end/,
    ],
  ])('%s', async (_what, path, words) => {
    await expect(compareIn(exchange.production, path())).rejects.toThrow(words);
  });

  test('one byte changed, wherever it is', async () => {
    const bytes = readFileSync(good);
    for (let at = 0; at < bytes.length; at += Math.ceil(bytes.length / 60)) {
      const changed = Buffer.from(bytes);
      changed[at]! ^= 0x10;
      await expect(compareIn(exchange.production, written(changed)), String(at)).rejects.toThrow(TransferRefused);
    }
  });

  const OBJECTS = `{"rows":[${'{},'.repeat(450_000)}{}]}\n`;
  const BRACKETS = `${'['.repeat(500_000)}\n`;
  const firstOf = (...texts: string[]): string => {
    const [header] = gunzipSync(readFileSync(inFirstForm(exported)))
      .toString()
      .split('\n', 1);
    return written(gzipSync([`${header}\n`, ...texts].join('')));
  };
  test.each<[what: string, path: () => string, words: RegExp]>([
    ['many objects from nobody', () => written(gzipSync(OBJECTS)), /a line of it is longer than 16384 bytes/],
    ['many brackets from nobody', () => written(gzipSync(BRACKETS)), /a line of it is longer than 16384 bytes/],
    ['many objects behind a header', () => firstOf(OBJECTS), /a line of it has more than 400000 values/],
    ['many brackets behind a header', () => firstOf(BRACKETS), /a line of it nests deeper than 64 levels/],
    ['a line without an end', () => firstOf(' '.repeat(33_000_000)), /a line of it is longer than 32000000 bytes/],
    [
      'many objects, signed',
      () => signed(gzipSync(`${JSON.stringify(exported[0])}\n${OBJECTS}`)),
      /a line of it has more than 400000 values/,
    ],
    [
      'more than it says that it unpacks to, signed',
      () => signed(gzipSync(`${JSON.stringify(exported[0])}\n${OBJECTS}`), { unpacked: 500 }),
      /it unpacks to more than 500 bytes/,
    ],
    [
      'more things than any site has, signed',
      () => signed(changing(({ things }) => things, { things: 200_001 })),
      /says that it has 200001 things, and may have 200000/,
    ],
  ])('[BE9] a small file that unpacks to %s', async (_what, path, words) => {
    await expect(compareIn(exchange.production, path())).rejects.toThrow(words);
  });

  test('[BE9] a stranger by its front: what is behind it is not looked at', async () => {
    const path = signedBy(exchange.production, exchange.folder, Buffer.from('not packed at all'));
    await expect(compareIn(exchange.production, path)).rejects.toThrow(
      `is signed with a key that this environment does not know: ${exchange.production.key}`,
    );
    await expect(compareIn(exchange.production, signed(Buffer.from('not packed at all')))).rejects.toThrow(
      /is not as it was written: incorrect header check/,
    );
  });

  test('[BE9] but not a file of the first form, which says the same', async () => {
    const { things, header } = await compareIn(exchange.production, good);
    const before = await compareIn(exchange.production, inFirstForm(exported));
    expect(before.things).toEqual(things);
    expect(before.header).toEqual({ ...header, program: '1.1.1' });
  });

  test('things whose form is not known, before any file is stored', async () => {
    const path = signed(changing(({ kind }) => kind === 'channel', { document: { channelId: 7 } }));
    await expect(saveIn(exchange.production, path)).rejects.toThrow(
      /in a form that this version cannot read: .*Bring both/,
    );
    expect(await exchange.production.site.database.db.selectFrom('file').selectAll().execute()).toHaveLength(0);
  });

  test('a stored file that no editor could upload', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>';
    const filepath = await storeIn(exchange.trial, svg, '2026-04-05');
    await exchange.trial.site.publish('标志', [brandWith(filepath)]);
    await expect(saveIn(exchange.production, await exportFrom(exchange.trial, exchange.folder, []))).rejects.toThrow(
      new RegExp(`^The stored file ${filepath} is not taken here: .*script`),
    );
  });
});
