import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { CannotImport } from '#features/moving-in/server/cannot-import.ts';
import { unpackZip } from '#features/moving-in/server/unpack.ts';
import { buildZip } from '../../world/office-files.ts';
import { temporaryFolder } from '../../world/stores.ts';

const outer = temporaryFolder();
afterAll(outer.remove);
const target = join(outer.path, 'unpacked');
beforeEach(() => rmSync(target, { recursive: true, force: true }));

/** 公告 in GBK */
const GBK = Buffer.from([0xb9, 0xab, 0xb8, 0xe6]);

async function unpacked(zip: Buffer, more: Parameters<typeof unpackZip>[2] = {}) {
  const path = join(outer.path, 'given.zip');
  writeFileSync(path, zip);
  return unpackZip(path, target, more);
}

/** The message about it in Chinese. */
const refusal = (zip: Buffer, more?: Parameters<typeof unpackZip>[2]): Promise<string> =>
  unpacked(zip, more).then(
    () => '',
    (error: unknown) => {
      expect(error).toBeInstanceOf(CannotImport);
      return (error as CannotImport).chinese;
    },
  );

/** Puts other bytes of the same length into the names of entries. */
function renamed(zip: Buffer, from: string, to: Buffer | string): Buffer {
  for (let at = zip.indexOf(from); at >= 0; at = zip.indexOf(from, at + 1)) Buffer.from(to as string).copy(zip, at);
  return zip;
}

/** Changes the flags of each header: at 6 of a local one, at 8 of one in the directory. */
function flagged(zip: Buffer, change: (flags: number) => number): Buffer {
  for (const [signature, place] of [
    ['PK\u0003\u0004', 6],
    ['PK\u0001\u0002', 8],
  ] as const)
    for (let at = zip.indexOf(signature); at >= 0; at = zip.indexOf(signature, at + 1))
      zip.writeUInt16LE(change(zip.readUInt16LE(at + place)), at + place);
  return zip;
}

test('[MI10] a zip is unpacked with its folders, without what file managers leave', async () => {
  const zip = await buildZip({
    '导出/list.csv': 'a,b',
    '导出/html/一.html': '<p>一</p>',
    '__MACOSX/导出/._list.csv': 'x',
    '导出/.DS_Store': 'x',
  });
  const steps: number[] = [];
  expect(await unpacked(zip, { onProgress: (done) => steps.push(done) })).toEqual({
    files: 2,
    bytes: 13,
    left: 2,
    top: '导出',
  });
  expect(steps).toEqual([1, 2]);
  expect(readFileSync(join(target, '导出/html/一.html'), 'utf8')).toBe('<p>一</p>');
  expect(readdirSync(target)).toEqual(['导出']);
});

test('[MI10] names in GBK without the mark of UTF-8 are read, and names in UTF-8 without it, too', async () => {
  const gbk = renamed(await buildZip({ 'ABCD.txt': '1', 'plain.txt': '2' }), 'ABCD', GBK);
  await unpacked(flagged(gbk, (flags) => flags & ~0x800));
  expect(readdirSync(target).sort()).toEqual(['plain.txt', '公告.txt']);
  rmSync(target, { recursive: true });
  await unpacked(flagged(await buildZip({ '公告.txt': '1' }), (flags) => flags & ~0x800));
  expect(readdirSync(target)).toEqual(['公告.txt']);
});

test('[MI10] paths that lead out of the folder, links, encryption and double names are refused before anything is written', async () => {
  const link = new ZipFile();
  link.addBuffer(Buffer.from('/etc/passwd'), 'a.txt', { mode: 0o120777 });
  link.end();
  const refusals = {
    leaving: [renamed(await buildZip({ 'ok.txt': '1', 'aa/x.txt': '1' }), 'aa/x', '../x'), /“..\/x.txt”路径中有“..”/],
    backslash: [renamed(await buildZip({ 'aa/bb/x.txt': '1' }), 'aa/bb', 'a\\..\\'), /路径中有“..”/],
    absolute: [renamed(await buildZip({ 'aa/x.txt': '1' }), 'aa/x', '/a/x'), /绝对路径/],
    drive: [renamed(await buildZip({ 'aa/x.txt': '1' }), 'aa/x', 'C:/x'), /绝对路径/],
    link: [await buffer(link.outputStream as unknown as AsyncIterable<Uint8Array>), /“a.txt”是链接/],
    encrypted: [flagged(await buildZip({ 'a.txt': '1' }), (flags) => flags | 1), /压缩包已加密/],
    strongly: [flagged(await buildZip({ 'a.txt': '1' }), (flags) => flags | 0x41), /压缩包已加密/],
    double: [
      await buildZip([
        ['a.txt', '1'],
        ['a.txt', '2'],
      ]),
      /有两个“a.txt”/,
    ],
    both: [await buildZip({ a: '1', 'a/b.txt': '2' }), /有两个“a”/],
    rar: [Buffer.from('Rar!\u001a\u0007'), /不是 zip 压缩包/],
  } satisfies Record<string, [Buffer, RegExp]>;
  for (const [name, [zip, words]] of Object.entries(refusals)) {
    expect([name, await refusal(zip)]).toEqual([name, expect.stringMatching(words)]);
    expect(existsSync(target)).toBe(false);
  }
  expect(existsSync(join(outer.path, 'x.txt'))).toBe(false);
});

test('[MI10] a bomb, too many files and a full disk are told in numbers, and a size that is not true ends it', async () => {
  const MEGABYTE = 1024 * 1024;
  const limits = { files: 2, bytes: 3 * MEGABYTE, file: 2 * MEGABYTE };
  const zeros = await buildZip({ 'a.html': Buffer.alloc(2 * MEGABYTE), 'b.html': Buffer.alloc(2 * MEGABYTE) });
  expect(zeros.length).toBeLessThan(20_000);
  expect(await refusal(zeros, { limits })).toMatch('解压后有 4 MB，一次迁入最大 3 MB');
  expect(await refusal(await buildZip({ 'a.html': Buffer.alloc(3 * MEGABYTE) }), { limits })).toMatch(
    '“a.html”解压后有 3 MB',
  );
  expect(await refusal(await buildZip({ a: '1', b: '2', c: '3' }), { limits })).toMatch(
    '有 3 个文件，一次迁入最多 2 个',
  );
  expect(await refusal(zeros, { freeSpace: async () => 258 * MEGABYTE })).toMatch('磁盘只剩 258 MB');
  expect(existsSync(join(target, 'a.html'))).toBe(false);
  // the directory says one byte, and much more comes
  const liar = await buildZip({ 'a.html': Buffer.alloc(MEGABYTE) });
  const directory = liar.indexOf('PK\u0001\u0002');
  liar.writeUInt32LE(1, directory + 24);
  expect(await refusal(liar, { limits })).toMatch('“a.html”已损坏');
});
