import { isUtf8 } from 'node:buffer';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { getFileNameLowLevel, openPromise, type Entry, type ZipFile } from 'yauzl';
import { importPathProblem, isLeftover, MOVING_IN_LIMITS } from '../moving-in-limits.ts';
import { freeSpaceOf, type FreeSpace } from '#server/db/free-space.ts';
import { CannotImport } from './cannot-import.ts';
import { composed } from '#rules/text/unicode-forms.ts';

const MEGABYTE = 1024 * 1024;
/** bytes that stay free for the database */
const RESERVE = 256 * MEGABYTE;

export interface Unpacked {
  files: number;
  bytes: number;
  /** files of file managers, which are left out */
  left: number;
  /** the one folder that holds everything, by its name; '' where there is none */
  top: string;
}

interface Unpacking {
  limits?: { files: number; bytes: number; file: number };
  /** default: of the disk that holds the folder */
  freeSpace?: FreeSpace;
  /** ends it, between two pieces of a file */
  signal?: AbortSignal | undefined;
  onProgress?: (done: number, of: number) => void;
}

/**
 * MI10: unpacks a zip into a folder, entry by entry. The whole archive is checked before anything is written. Refused
 * are encryption, links, paths that lead out of the folder, two entries of one path, and more than the limits or the
 * disk have room for. Names without the mark of UTF-8 are GBK where they are not UTF-8 throughout.
 * @param folder empty, made where it is not there; where this throws, files may stay in it
 * @throws CannotImport with the entry and what would be right
 */
export async function unpackZip(
  zipPath: string,
  folder: string,
  { limits = MOVING_IN_LIMITS, freeSpace = freeSpaceOf(folder), signal, onProgress }: Unpacking = {},
): Promise<Unpacked> {
  const zip = await openPromise(zipPath, { decodeStrings: false, autoClose: false }).catch(damaged);
  // each failure rejects its own call; the event itself must not end the process
  zip.on('error', () => {});
  try {
    if (zip.entryCount > limits.files) throw tooMany(zip.entryCount, limits.files);
    const entries = await readEntries(zip).catch(damaged);
    const files = withPaths(entries);
    assertTree(files);
    const wanted = files.filter(({ path }) => !isLeftover(path));
    const bytes = assertSize(wanted, limits);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const free = await freeSpace();
    if (free < bytes + RESERVE) throw noRoom(bytes, free);
    for (const [at, { path, entry }] of wanted.entries()) {
      signal?.throwIfAborted();
      const target = join(folder, path);
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      const read = await zip.openReadStreamPromise(entry).catch(() => broken(path));
      // yauzl ends the stream with an error at the first byte beyond the size that the archive states
      await pipeline(read, createWriteStream(target, { flags: 'wx', mode: 0o600 }), { signal }).catch(
        (error: unknown) => {
          const { code } = error as NodeJS.ErrnoException;
          if (signal?.aborted || (code && /^E(NOSPC|DQUOT|IO|ACCES)$/.test(code))) throw error;
          return broken(path);
        },
      );
      onProgress?.(at + 1, wanted.length);
    }
    const tops = new Set(wanted.map(({ path }) => (path.includes('/') ? path.split('/')[0]! : '')));
    return {
      files: wanted.length,
      bytes,
      left: files.length - wanted.length,
      top: tops.size === 1 ? [...tops][0]! : '',
    };
  } finally {
    zip.close();
  }
}

interface ZippedFile {
  path: string;
  entry: Entry;
}

async function readEntries(zip: ZipFile): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) entries.push(entry);
  return entries;
}

/** APPNOTE 4.4.4: the name is UTF-8; 4.6.9: a field with the name in UTF-8 is beside it */
const saysUtf8 = ({ generalPurposeBitFlag, extraFields }: Entry): boolean =>
  (generalPurposeBitFlag & 0x800) !== 0 || extraFields.some(({ id }) => id === 0x7075);

/** The files of the archive by their paths. @throws CannotImport for entries that are no plain files */
function withPaths(entries: readonly Entry[]): ZippedFile[] {
  const unsaid = entries.filter((entry) => !saysUtf8(entry)).map(({ fileNameRaw }) => fileNameRaw);
  const decoder = new TextDecoder(unsaid.every((name) => isUtf8(name)) ? 'utf-8' : 'gbk', { fatal: true });
  return entries.flatMap((entry) => {
    const path = nameOf(entry, decoder).replaceAll('\\', '/');
    if (entry.isEncrypted()) throw encrypted();
    const problem = importPathProblem(path.replace(/\/$/, ''));
    if (problem !== '')
      throw new CannotImport(
        `The zip has the entry “${path}”, which cannot lie in a folder. Zip the folder anew.`,
        `压缩包中的“${path.slice(0, 100)}”${problem}；请改正后重新压缩`,
      );
    if (isLink(entry))
      throw new CannotImport(
        `“${path}” in the zip is a link, not a file. Put the file itself in its place, and zip the folder anew.`,
        `压缩包中的“${path}”是链接，不是文件；请换成文件本身，重新压缩`,
      );
    return path.endsWith('/') ? [] : [{ path: composed(path), entry }];
  });
}

function nameOf(entry: Entry, decoder: TextDecoder): string {
  try {
    return saysUtf8(entry)
      ? getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, true)
      : decoder.decode(entry.fileNameRaw);
  } catch {
    throw new CannotImport(
      'The zip has names that are neither UTF-8 nor GBK. Zip the folder anew with names in UTF-8.',
      '压缩包中有文件名既不是 UTF-8，也不是 GBK 编码；请用其他压缩软件（选择 UTF-8）重新压缩',
    );
  }
}

/** Made by Unix or macOS, and neither a file nor a folder there. */
function isLink({ versionMadeBy, externalFileAttributes }: Entry): boolean {
  const kind = (externalFileAttributes >>> 16) & 0o170000;
  return [3, 19].includes(versionMadeBy >>> 8) && ![0, 0o100000, 0o040000].includes(kind);
}

function assertTree(files: readonly ZippedFile[]): void {
  const paths = new Set<string>();
  const folders = new Set<string>();
  for (const { path } of files) {
    for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) folders.add(path.slice(0, at));
    if (paths.has(path)) throw doubled(path);
    paths.add(path);
  }
  const both = files.find(({ path }) => folders.has(path));
  if (both) throw doubled(both.path);
}

/** @returns bytes of all files, as the archive states them */
function assertSize(files: readonly ZippedFile[], limits: { bytes: number; file: number }): number {
  const large = files.find(({ entry }) => entry.uncompressedSize > limits.file);
  if (large)
    throw new CannotImport(
      `“${large.path}” in the zip has ${inMegabytes(large.entry.uncompressedSize)} unpacked; a file may have ${inMegabytes(limits.file)}.`,
      `压缩包中的“${large.path}”解压后有 ${inMegabytes(large.entry.uncompressedSize)}，每个文件最大 ${inMegabytes(limits.file)}；请去掉或拆分后重新压缩`,
    );
  const bytes = files.reduce((sum, { entry }) => sum + entry.uncompressedSize, 0);
  if (bytes > limits.bytes)
    throw new CannotImport(
      `The zip has ${inMegabytes(bytes)} unpacked; an import may have ${inMegabytes(limits.bytes)}. Divide it.`,
      `压缩包解压后有 ${inMegabytes(bytes)}，一次迁入最大 ${inMegabytes(limits.bytes)}；请分成几次`,
    );
  return bytes;
}

const inMegabytes = (bytes: number): string => `${Math.ceil(bytes / MEGABYTE)} MB`;

function damaged(error: Error): never {
  if (error instanceof CannotImport) throw error;
  if (/encrypt/i.test(error.message)) throw encrypted();
  throw new CannotImport(
    `This is no zip file, or a broken one: ${error.message}. Zip the folder anew.`,
    '不是 zip 压缩包，或已损坏；请用 zip 格式重新压缩（不支持 rar、7z）',
  );
}

function broken(path: string): never {
  throw new CannotImport(
    `“${path}” in the zip is damaged. Zip the folder anew.`,
    `压缩包中的“${path}”已损坏，不能解压；请重新压缩`,
  );
}

const encrypted = (): CannotImport =>
  new CannotImport('The zip is encrypted. Zip the folder without a password.', '压缩包已加密；请不设密码重新压缩');

const doubled = (path: string): CannotImport =>
  new CannotImport(
    `The zip has “${path}” twice. Zip the folder anew.`,
    `压缩包中有两个“${path}”，无法知道以哪个为准；请重新压缩`,
  );

const tooMany = (count: number, most: number): CannotImport =>
  new CannotImport(
    `The zip has ${count} entries; an import may have ${most} files. Divide it.`,
    `压缩包中有 ${count} 个文件，一次迁入最多 ${most} 个；请分成几次`,
  );

const noRoom = (bytes: number, free: number): CannotImport =>
  new CannotImport(
    `The zip needs ${inMegabytes(bytes)}, and the disk has ${inMegabytes(free)} left, of which ${inMegabytes(RESERVE)} stay free.`,
    `解压需要 ${inMegabytes(bytes)}，磁盘只剩 ${inMegabytes(free)}（其中 ${inMegabytes(RESERVE)} 须留空）；请联系系统管理员腾出空间`,
  );
