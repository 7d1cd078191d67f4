import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { gzipSync } from 'node:zlib';
import { environmentKey } from '#server/editions/transfer/environment-key.ts';
import { TransferRefused } from '#server/editions/transfer/format.ts';
import {
  accept,
  brandWith,
  compareIn,
  exportFrom,
  linesOf,
  saveIn,
  startEnvironment,
  storeIn,
  type Environment,
} from '../world/transfer.ts';
import { article, smallWorld } from '../world/site.ts';
import { temporaryFolder } from '../world/stores.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const NOTICES = '00010002000100080003';
const folder = temporaryFolder();
let production: Environment;
let trial: Environment;
beforeAll(async () => {
  production = await startEnvironment(smallWorld());
  trial = await startEnvironment(smallWorld());
  await accept(production, [{ name: '测试环境', key: trial.key }]);
});
afterAll(async () => {
  await production.site.end();
  await trial.site.end();
  folder.remove();
});

describe('[BE3] is refused in words, and nothing of it is stored', () => {
  let good: string;
  let told: Record<string, any>[];
  beforeAll(async () => {
    await trial.site.publish('资料', [
      article(NOTICES, '附件', {
        attachments: [
          {
            filename: '资料.pdf',
            filepath: await storeIn(trial, `%PDF-1.7 ${'资料'.repeat(99)}`, '2026-04-05', 'pdf'),
          },
        ],
      }),
    ]);
    good = await exportFrom(trial, folder.path);
    told = linesOf(good).slice(0, -1);
  });
  const written = (bytes: Uint8Array): string => {
    const path = join(folder.path, `${createHash('sha256').update(bytes).digest('hex')}.changed`);
    writeFileSync(path, bytes);
    return path;
  };
  /** A file that the other environment itself signed. */
  const signed = (all: object[], more: object[] = []): string => {
    const text = all.map((line) => `${JSON.stringify(line)}\n`).join('');
    const signature = environmentKey(trial.dataDir).sign(createHash('sha256').update(text).digest());
    return written(gzipSync([text, ...[{ signature }, ...more].map((line) => `${JSON.stringify(line)}\n`)].join('')));
  };
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
    ['something behind its end', () => signed(told, [{ kind: 'page' }]), /something follows its end/],
  ])('%s', async (_what, path, words) => {
    await expect(compareIn(production, path())).rejects.toThrow(words);
  });

  test('one byte changed, wherever it is', async () => {
    const bytes = readFileSync(good);
    // the ten bytes in front say how it is packed
    for (let at = 10; at < bytes.length; at += Math.ceil(bytes.length / 60)) {
      const changed = Buffer.from(bytes);
      changed[at]! ^= 0x10;
      await expect(compareIn(production, written(changed)), String(at)).rejects.toThrow(TransferRefused);
    }
  });

  test('things whose form is not known, before any file is stored', async () => {
    const path = signed(changing(({ kind }) => kind === 'channel', { document: { channelId: 7 } }));
    await expect(saveIn(production, path)).rejects.toThrow(/in a form that this version cannot read: .*Bring both/);
    expect(await production.site.database.db.selectFrom('file').selectAll().execute()).toHaveLength(0);
  });

  test('a stored file that no editor could upload', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>';
    const filepath = await storeIn(trial, svg, '2026-04-05');
    await trial.site.publish('标志', [brandWith(filepath)]);
    await expect(saveIn(production, await exportFrom(trial, folder.path, false))).rejects.toThrow(
      new RegExp(`^The stored file ${filepath} is not taken here: .*script`),
    );
  });
});
