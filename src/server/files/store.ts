import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { assertRoom, freeSpaceOf, type FreeSpace } from '../db/free-space.ts';
import type { Db } from '../db/tables.ts';
import { Refused } from '../errors.ts';
import { readMediaType } from './media-type.ts';
import { holdsBytesOf } from './stored-bytes.ts';

/**
 * Stored files: DATA_DIR/files/{yyyy}/{mm}/{SHA-256}.{ext}, named in the table `file`. A file has its final name
 * only when all of its bytes are on the disk, and a row only when it has its name; nothing is ever overwritten.
 * Files that nothing names are removed in time (cleaning/).
 */
export interface FileStore {
  db: Db;
  /** DATA_DIR/files */
  dir: string;
  /** default: of the disk that holds `dir` */
  freeSpace?: FreeSpace;
}

export interface StoredFile {
  /** yyyy/mm/hash.ext */
  filepath: string;
  sha256: string;
  /** bytes */
  size: number;
  mediaType: string;
}

export type FileInput = ({ bytes: Uint8Array } | { path: string }) & {
  /** ending of the uploaded name; used only where the content leaves it open */
  extension?: string;
  /** default now; its month in Shanghai is part of the path */
  at?: Date;
};

/** Folder of files before they have their name; below no address, because no filepath matches it. */
const INCOMING = '.incoming';

/** Unique name in that folder, with its process: a process that is gone finishes nothing. */
const incomingName = (): string => [hostname(), process.pid, randomUUID()].join('~');

/** Stores a file by its content. The same content again answers the file that is there. @throws StoreFull */
export async function storeFile(
  { db, dir, freeSpace = freeSpaceOf(dir) }: FileStore,
  input: FileInput,
): Promise<StoredFile> {
  const incoming = join(dir, INCOMING);
  await mkdir(incoming, { recursive: true });
  await assertRoom(freeSpace);
  const temporary = join(incoming, incomingName());
  try {
    const { sha256, size } = await writeWhole(temporary, chunksOf(input));
    const { extension, mediaType } = await readMediaType(temporary, input.extension);
    const stored_at = input.at ?? new Date();
    return await within(db, async (trx) => {
      await assertNotRemoved(trx, sha256);
      const twins = await trx
        .selectFrom('file')
        .select('filepath')
        .where('sha256', '=', sha256)
        .orderBy('filepath')
        .execute();
      const present = twins.find((twin) => twin.filepath.endsWith(`.${extension}`));
      const filepath = present?.filepath ?? `${monthFolder(stored_at)}/${sha256}.${extension}`;
      const brought_at = new Date();
      // in this order: from the first on the row stays, from the second on the bytes do
      // (cleaning/remove-leaving-files.ts)
      await trx
        .insertInto('file')
        .values({ filepath, sha256, size, media_type: mediaType, stored_at, brought_at })
        .onConflict((conflict) => conflict.column('filepath').doUpdateSet({ brought_at }))
        .execute();
      await trx.deleteFrom('file_leaving').where('filepath', '=', filepath).execute();
      await place(temporary, dir, filepath, size);
      return { filepath, sha256, size, mediaType };
    });
  } finally {
    await rm(temporary, { force: true });
  }
}

/** RE7: a file that was removed does not come back by an upload of the same bytes. @throws Refused removedFile */
async function assertNotRemoved(db: Db, sha256: string): Promise<void> {
  const removed = await db
    .selectFrom('removed_file')
    .select('filepath')
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  if (removed) throw new Refused('invalidInput', '这个文件已按规定移除，不能再次上传');
}

const within = <T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> =>
  db.isTransaction ? work(db) : db.transaction().execute(work);

/** File that is on the disk under its final name, listed in no table. */
export type PrivateFile = StoredFile & { /** false: its content was there already */ fresh: boolean };

/**
 * Puts a file that no address ever names below `dir`, by its content as storeFile does; who has it is the caller's
 * table.
 */
export async function storePrivateFile(dir: string, temporary: string, at: Date): Promise<PrivateFile> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(temporary)) hash.update(chunk as Uint8Array);
  const sha256 = hash.digest('hex');
  const { extension, mediaType } = await readMediaType(temporary);
  const { size } = await stat(temporary);
  const filepath = `${monthFolder(at)}/${sha256}.${extension}`;
  const fresh = !(await stat(join(dir, filepath)).catch(() => null));
  await place(temporary, dir, filepath, size);
  return { filepath, sha256, size, mediaType, fresh };
}

/** Path of a file that is written now and goes with this process at the latest (PD18). */
export async function temporaryPath(dir: string): Promise<string> {
  const incoming = join(dir, INCOMING);
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  return join(incoming, incomingName());
}

/**
 * A file being received, under a name that nothing else has. @param most bytes; @returns the bytes written, or null for
 * more
 */
export async function receiveFile(
  dir: string,
  chunks: AsyncIterable<Uint8Array>,
  most: number,
): Promise<{ path: string; size: number } | null> {
  const path = await temporaryPath(dir);
  const written = await writeWhole(path, upTo(chunks, most)).catch(async (error: unknown) => {
    await rm(path, { force: true });
    throw error;
  });
  if (written.size <= most) return { path, size: written.size };
  await rm(path, { force: true });
  return null;
}

/** Chunks of a file, up to one byte beyond the limit, so that a client cannot fill the disk. */
async function* upTo(chunks: AsyncIterable<Uint8Array>, most: number): AsyncGenerator<Uint8Array> {
  let left = most + 1;
  for await (const chunk of chunks) {
    // read on: a body that is left half read ends the connection before its answer
    if (left > 0) yield chunk.subarray(0, left);
    left -= chunk.length;
  }
}

/** milliseconds after which an upload counts as over where its process cannot be checked */
const LONGEST_UPLOAD = 24 * 3_600_000;

/**
 * Removes files of killed uploads, before this process takes any (PD18).
 * @param isAlone no other machine writes to this folder; else files that others may still be writing stay for a day
 */
export async function sweepIncoming(dir: string, { isAlone }: { isAlone: boolean }): Promise<number> {
  const incoming = join(dir, INCOMING);
  let removed = 0;
  for (const name of await readdir(incoming).catch(() => [])) {
    const path = join(incoming, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }));
    const isYoung = mtimeMs > Date.now() - LONGEST_UPLOAD;
    if (isYoung && mayBeWritten(name, isAlone)) continue;
    await rm(path, { force: true });
    removed++;
  }
  return removed;
}

function mayBeWritten(name: string, isAlone: boolean): boolean {
  const [host, pid = ''] = name.split('~');
  if (host !== hostname()) return !isAlone;
  if (Number(pid) === process.pid) return false;
  try {
    process.kill(Number(pid), 0);
    return true;
  } catch (error) {
    // the process exists, and is another user's
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The source is opened only when it is read: a stream that fails without a listener would end the process. */
async function* chunksOf(input: FileInput): AsyncGenerator<Uint8Array> {
  if ('bytes' in input) yield input.bytes;
  else yield* createReadStream(input.path);
}

async function writeWhole(path: string, chunks: AsyncIterable<Uint8Array>): Promise<{ sha256: string; size: number }> {
  const file = await open(path, 'wx', 0o640);
  try {
    const hash = createHash('sha256');
    let size = 0;
    for await (const chunk of chunks) {
      hash.update(chunk);
      size += chunk.length;
      await file.writeFile(chunk);
    }
    await file.sync();
    return { sha256: hash.digest('hex'), size };
  } finally {
    await file.close();
  }
}

/** Gives the finished file its name. One already there is replaced only where its bytes are others by now. */
async function place(temporary: string, dir: string, filepath: string, size: number): Promise<void> {
  const path = join(dir, filepath);
  const present = await stat(path).catch(() => null);
  if (present?.isFile() && present.size === size && (await holdsBytesOf(path, filepath))) return;
  const folder = join(path, '..');
  await mkdir(folder, { recursive: true });
  await rename(temporary, path);
  // the name itself must survive a power cut before the database refers to it
  for (const parent of [folder, join(folder, '..'), dir]) await syncFolder(parent);
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

const shanghaiMonth = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Asia/Shanghai',
  year: 'numeric',
  month: '2-digit',
});

function monthFolder(at: Date): string {
  const parts = Object.fromEntries(shanghaiMonth.formatToParts(at).map(({ type, value }) => [type, value]));
  return `${parts.year!.padStart(4, '0')}/${parts.month}`;
}
