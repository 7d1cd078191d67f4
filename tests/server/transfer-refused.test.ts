import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { gzipSync } from 'node:zlib';
import { TransferRefused } from '#server/editions/transfer/format.ts';
import {
  brandWith,
  compareIn,
  exportFrom,
  linesOf,
  saveIn,
  signedBy,
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
  let told: Record<string, any>[];
  beforeAll(async () => {
    await exchange.trial.site.publish('资料', [
      article(NOTICES, '附件', {
        attachments: [
          {
            filename: '资料.pdf',
            filepath: await storeIn(exchange.trial, `%PDF-1.7 ${'资料'.repeat(99)}`, '2026-04-05', 'pdf'),
          },
        ],
      }),
    ]);
    good = await exportFrom(exchange.trial, exchange.folder);
    told = linesOf(good).slice(0, -1);
  });
  const written = (bytes: Uint8Array): string => {
    const path = join(exchange.folder, `${createHash('sha256').update(bytes).digest('hex')}.changed`);
    writeFileSync(path, bytes);
    return path;
  };
  const signed = (all: object[], more: object[] = []): string => signedBy(exchange.trial, exchange.folder, all, more);
  const changing = (at: (line: Record<string, any>) => boolean, change: object): object[] => {
    const place = told.findIndex(at);
    return told.with(place, { ...told[place], ...change });
  };

  test.each<[what: string, path: () => string, words: RegExp]>([
    [
      'a file cut in the middle',
      () => written(readFileSync(good).subarray(0, 900)),
      /is not as it was written: it is cut off\. Have it sent/,
    ],
    [
      'a file without its end',
      () => written(gzipSync(told.map((line) => JSON.stringify(line)).join('\n') + '\n')),
      /its end is missing/,
    ],
    ['another kind of file', () => written(Buffer.from('PK')), /is no file of npm run export-site/],
    ['an archive of something else', () => written(gzipSync('{"a":1}\n')), /is no file of npm run export-site/],
    [
      'a newer form',
      () => signed(changing(({ format }) => format, { format: 2 })),
      /was written in form 2 by version 9\.9\.9 of this program; this version reads form 1\. Update this environment/,
    ],
    [
      'things of a kind that is not known',
      () => signed(changing(({ kinds }) => kinds, { kinds: ['channel', 'menu'] })),
      /holds things of a kind that this version does not know: menu/,
    ],
    [
      'words that the sender did not sign',
      () =>
        written(
          gzipSync(
            [...changing(({ kind }) => kind === 'channel', { document: {} }), linesOf(good).at(-1)!]
              .map((line) => `${JSON.stringify(line)}\n`)
              .join(''),
          ),
        ),
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
      () => signed(changing(({ at }) => at, { at: [told[0]!.at] })),
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
        const twice = told.find(({ kind }) => kind === 'article')!;
        const [header, ...others] = told;
        return signed([{ ...header, things: header!.things + 1 }, twice, ...others]);
      },
      /it brings article:\d+ twice/,
    ],
    ['something behind its end', () => signed(told, [{ kind: 'page' }]), /something follows its end/],
  ])('%s', async (_what, path, words) => {
    await expect(compareIn(exchange.production, path())).rejects.toThrow(words);
  });

  test('one byte changed, wherever it is', async () => {
    const bytes = readFileSync(good);
    // the ten bytes in front say how it is packed
    for (let at = 10; at < bytes.length; at += Math.ceil(bytes.length / 60)) {
      const changed = Buffer.from(bytes);
      changed[at]! ^= 0x10;
      await expect(compareIn(exchange.production, written(changed)), String(at)).rejects.toThrow(TransferRefused);
    }
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
