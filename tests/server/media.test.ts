import { readdirSync, rmSync, statSync } from 'node:fs';
import { mkdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makePng } from '#demo/files/png.ts';
import { openSizeReading, orientationOf, readShownSize } from '#server/files/picture-sizes.ts';
import { openSmallPictures } from '#server/files/small-pictures.ts';
import { storeFile } from '#server/files/store.ts';
import { answerCall } from '#server/api/answer-call.ts';
import { openStoredBytes } from '#server/files/stored-bytes.ts';
import { sweepSmallPictures } from '#server/files/sweep-small-pictures.ts';
import { paths } from '#wire/paths.ts';
import { gifHead, jpegHead, pngHead, webpHead } from '../world/pictures.ts';
import { article, SECTION, startSite, type TestSite } from '../world/site.ts';
import { until } from '../world/stores.ts';

const LIST = `${SECTION}0003`;
const ACCEPT = { accept: 'image/webp,*/*' };

let site: TestSite;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.end());

/** A picture with something to pack: a plain one would be smaller than what is made of it. */
const pictureOf = (width: number, height: number, seed = 1): Buffer =>
  makePng(width, height, (x, y) => [(x * 7 + seed) & 255, (y * 5) & 255, (x * y + seed) & 255]);
const store = (bytes: Buffer, extension = 'png') =>
  storeFile({ db: site.database.db, dir: site.filesDir }, { bytes, extension });
const publishWith = async (filepath: string, more: object = {}) =>
  site.publish('带图', [
    article(LIST, '带图的文章', { content: `<p>文</p><p><img src="/static-file/${filepath}" alt="图"></p>`, ...more }),
  ]);
const smallDir = () => join(dirname(site.filesDir), 'small-pictures');
const smallFiles = () =>
  readdirSync(smallDir(), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
const bytesAt = (path: string, headers: Record<string, string> = ACCEPT) => site.app.inject({ url: path, headers });
/** The small one: on a busy machine the original is sent until it is made. */
async function smallAt(path: string) {
  let answer = await bytesAt(path);
  const isSmall = () => answer.headers['content-type'] === 'image/webp';
  await until('it is made', async () => isSmall() || ((answer = await bytesAt(path)), isSmall()));
  return answer;
}
const LONG = 60_000;

describe('[ML1] a picture at a width', () => {
  test('is made once, is never larger than its original, and is the same wherever it is made', async () => {
    const { filepath, sha256 } = await store(pictureOf(1000, 500));
    await publishWith(filepath);
    const path = `/static-file/${filepath}`;
    const first = await smallAt(`${path}?width=480`);
    expect([first.statusCode, first.headers['content-type'], first.headers.vary]).toEqual([
      200,
      'image/webp',
      'Accept',
    ]);
    expect(first.headers['cache-control']).toBe('no-cache');
    await writeFile(join(smallDir(), '../a.webp'), first.rawPayload);
    expect(await readShownSize(join(smallDir(), '../a.webp'), `2026/11/${sha256}.webp`)).toMatchObject({ width: 480 });
    expect(smallFiles()).toEqual([`${sha256}-480.webp`]);
    // originals are compared each time, too, and answered without bytes
    expect((await bytesAt(`${path}?width=480`, { ...ACCEPT, 'if-none-match': first.headers.etag! })).statusCode).toBe(
      304,
    );
    // a folder that anybody may take away
    rmSync(smallDir(), { recursive: true });
    expect((await smallAt(`${path}?width=480`)).rawPayload.equals(first.rawPayload)).toBe(true);
    await writeFile(join(smallDir(), '../b.webp'), (await smallAt(`${path}?width=1440`)).rawPayload);
    expect(await readShownSize(join(smallDir(), '../b.webp'), `2026/11/${sha256}.webp`)).toMatchObject({ width: 1000 });
  });

  test('is its original for a browser without WebP, any other width, a drawing that moves, and one that is small', async () => {
    const { filepath } = await store(pictureOf(900, 300, 2));
    const small = await store(pictureOf(480, 100, 3));
    await publishWith(filepath, { image: small.filepath });
    const original = await readFile(join(site.filesDir, filepath));
    const path = `/static-file/${filepath}`;
    for (const [address, headers] of [
      [`${path}?width=480`, { accept: 'image/png,*/*' }],
      [`${path}?width=481`, ACCEPT],
      [`${path}?width=480&width=960`, ACCEPT],
    ] as const)
      expect((await bytesAt(address, headers)).rawPayload.equals(original)).toBe(true);
    const itself = await bytesAt(`/static-file/${small.filepath}?width=480`);
    expect([itself.headers['content-type'], itself.rawPayload.length]).toEqual(['image/png', small.size]);
  });
});

test('[ML3] a small picture is there for those who may have its original, and goes with it', async () => {
  const { filepath, sha256 } = await store(pictureOf(700, 300, 4));
  const path = `/static-file/${filepath}?width=480`;
  // a draft's
  expect((await bytesAt(path)).statusCode).toBe(404);
  await publishWith(filepath, { riskLevel: '0003' });
  const refused = await bytesAt(path);
  expect([302, 403]).toContain(refused.statusCode);
  await publishWith(filepath);
  expect((await smallAt(path)).statusCode).toBe(200);
  expect(smallFiles().filter((name) => name.startsWith(sha256))).toHaveLength(1);
});

test('[ML2] a picture bomb, a moving one and a broken one have no small ones, and are not unpacked', async () => {
  const tasks: string[] = [];
  const bytes = openStoredBytes(site.filesDir);
  const pictures = openSmallPictures(site.database.db, bytes, join(dirname(site.filesDir), 'small-of-bombs'), {
    patience: LONG,
    child: { ask: async ({ path }) => (tasks.push(path), 'ended'), close: () => {} },
  });
  const bombs = [
    await store(pngHead(60_000, 60_000)),
    await store(jpegHead(2_000, 2_000, 200), 'jpg'),
    await store(webpHead(900, 900, 3), 'webp'),
    await store(gifHead(900, 900, 2), 'gif'),
  ];
  for (const { filepath } of bombs) expect(await pictures.of(filepath, 480)).toBe(null);
  expect(tasks).toEqual([]);
  // one that ends the process is tried once
  const { filepath } = await store(pngHead(900, 900));
  expect(await pictures.of(filepath, 480)).toBe(null);
  expect(await pictures.of(filepath, 480)).toBe(null);
  expect(tasks).toHaveLength(1);
  // the true process says no as well
  const real = openSmallPictures(site.database.db, bytes, join(dirname(site.filesDir), 'small-of-broken'), {
    patience: LONG,
  });
  expect(await real.of(filepath, 480)).toBe(null);
  real.close();
});

test('[ML1] the oldest small pictures go where there is too much, and what is made of files that are gone', async () => {
  const dir = join(dirname(site.filesDir), 'small-capped');
  const pictures = openSmallPictures(site.database.db, openStoredBytes(site.filesDir), dir, {
    most: 30_000,
    patience: LONG,
  });
  const made = [];
  for (const seed of [11, 12, 13]) {
    const { filepath } = await store(pictureOf(600, 300, seed));
    made.push((await pictures.of(filepath, 480))!);
  }
  const { size } = statSync(made[0]!.path);
  const roomy = openSmallPictures(site.database.db, openStoredBytes(site.filesDir), dir, { most: size * 2.5 });
  await writeFile(join(dirname(made[0]!.path), `${'0'.repeat(64)}-480.webp`), 'left behind');
  await roomy.sweep();
  const left = readdirSync(dir, { recursive: true }).filter((name) => String(name).endsWith('.webp'));
  expect(left.length).toBe(2);
  expect(left.join()).not.toContain('0'.repeat(64));
  pictures.close();
});

test('[ML1] a visitor has the original where a small picture takes long, and the next one has it', async () => {
  const { filepath } = await store(pictureOf(600, 300, 21));
  const gate = Promise.withResolvers<void>();
  const dir = join(dirname(site.filesDir), 'small-and-slow');
  const pictures = openSmallPictures(site.database.db, openStoredBytes(site.filesDir), dir, {
    patience: 0,
    child: {
      ask: async ({ to }) => {
        await gate.promise;
        await writeFile(to, 'small');
        return { bytes: 5 };
      },
      close: () => {},
    },
  });
  expect(await pictures.of(filepath, 480)).toBe(null);
  gate.resolve();
  await until('it is made', async () => (await pictures.of(filepath, 480)) !== null);
  pictures.close();
});

test('[ML2] a process that was closed or did not start says nothing of the picture', async () => {
  const { filepath } = await store(pictureOf(600, 300, 22));
  const tasks: string[] = [];
  const dir = join(dirname(site.filesDir), 'small-of-innocent');
  const pictures = openSmallPictures(site.database.db, openStoredBytes(site.filesDir), dir, {
    patience: LONG,
    child: { ask: async ({ path }) => (tasks.push(path), 'unknown'), close: () => {} },
  });
  for (const times of [1, 2]) {
    expect(await pictures.of(filepath, 480)).toBe(null);
    expect(tasks).toHaveLength(times);
  }
  pictures.close();
  expect(await pictures.of(filepath, 480)).toBe(null);
  expect(tasks).toHaveLength(2);
  const left = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(left).toEqual([]);
});

test('[ML1] a sweep leaves room for the next ones, takes away what is half made, and is one for all', async () => {
  const { sha256 } = await store(pictureOf(600, 300, 23));
  const dir = join(dirname(site.filesDir), 'small-swept');
  const folder = join(dir, 'recipe');
  await mkdir(join(folder, sha256.slice(0, 2)), { recursive: true });
  for (let no = 0; no < 20; no++)
    await writeFile(join(folder, sha256.slice(0, 2), `${sha256}-${no}.webp`), Buffer.alloc(100));
  for (const name of ['old.part', 'new.part']) await writeFile(join(folder, name), 'half');
  const before = new Date(Date.now() - 2 * 3_600_000);
  await utimes(join(folder, 'old.part'), before, before);
  const { db } = site.database;
  expect(await sweepSmallPictures(db, dir, 'recipe', 2_000)).toBe(2_000);
  expect(await sweepSmallPictures(db, dir, 'recipe', 1_999)).toBe(1_700);
  expect(readdirSync(folder).toSorted()).toEqual([sha256.slice(0, 2), 'new.part'].toSorted());
  const pictures = openSmallPictures(db, openStoredBytes(site.filesDir), dir);
  const sweeps = [pictures.sweep(), pictures.sweep()];
  expect(sweeps[0]).toBe(sweeps[1]);
  await Promise.all(sweeps);
  pictures.close();
});

describe('[ML4] the size of a picture', () => {
  test('is read once for all that need it, of two originals at once', async () => {
    const begun: string[] = [];
    const gates: (() => void)[] = [];
    const sizes = openSizeReading('/files', async (_path, filepath) => {
      begun.push(filepath);
      await new Promise<void>((resolve) => gates.push(resolve));
      return { width: 1, height: 2, frames: 1 } as Awaited<ReturnType<typeof readShownSize>>;
    });
    const all = Promise.all(['a', 'a', 'b', 'c', 'b', 'd'].map(sizes.of));
    for (const most of [2, 3, 4]) {
      await until('the next ones are read', () => begun.length >= most);
      expect(begun).toHaveLength(most);
      gates.shift()!();
    }
    for (const open of gates) open();
    expect(await all).toEqual(Array.from({ length: 6 }, () => ({ width: 1, height: 2 })));
    await sizes.of('a');
    expect(begun).toEqual(['a', 'b', 'c', 'd']);
  });

  test('stands in the text that is answered, and not in the stored one', async () => {
    const { filepath } = await store(pictureOf(640, 320, 5));
    await publishWith(filepath);
    const { article_id: id, content } = await site.database.db
      .selectFrom('article')
      .select(['article_id', 'content'])
      .where('content', 'like', `%${filepath}%`)
      .executeTakeFirstOrThrow();
    const answer = await answerCall(site.deps, paths.infoContent, { id: String(id) }, 'now');
    expect((answer.envelope.data as { content: string }).content).toContain(
      'width="640" height="320" srcset="/static-file/',
    );
    // the stored text says nothing of it
    expect(content).not.toContain('640');
  });

  test('of a camera on its side is turned', () => {
    const exif = (orientation: number) =>
      Buffer.concat([
        Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0, 34]),
        Buffer.from('Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0', 'latin1'),
        Buffer.from([orientation, 0, 0, 0, 0, 0, 0]),
        jpegHead(640, 480).subarray(2),
      ]);
    expect([1, 6, 8].map((one) => orientationOf(exif(one)))).toEqual([1, 6, 8]);
    expect(orientationOf(jpegHead(640, 480))).toBe(1);
  });
});
