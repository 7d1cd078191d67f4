import { createHash } from 'node:crypto';
import { constants, type BigIntStats } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { parseFilepath } from '#rules/files/filepath.ts';
import { Refused } from '../errors.ts';

/** Fault of a stored file: it is missing, or its bytes do not have the hash in its name. */
export type Damage = 'missing' | 'changed';

/**
 * Opens stored files only while they hold the bytes that were stored (PD5). Bytes are hashed at the first opening,
 * and again whenever inode, size or times of the file differ from those of the last hash.
 */
export interface StoredBytes {
  /** @returns a handle on the right bytes, to be closed by the caller */
  open(filepath: string): Promise<FileHandle | Damage>;
  /** @returns where the right bytes are on the disk, for a thread or process that opens them itself */
  locate(filepath: string): Promise<{ path: string } | Damage>;
  /** Hashes the bytes anew, whatever is remembered: a disk can lose bits without a trace in the times. */
  check(filepath: string): Promise<Damage | null>;
  /** Forgets a file that no table names any more. */
  forget(filepath: string): void;
  /** damage by filepath, from openings and checks, until one finds the file whole again */
  readonly damaged: ReadonlyMap<string, Damage>;
}

/** files that are remembered as whole */
const REMEMBERED = 100_000;

/** @param dir DATA_DIR/files */
export function openStoredBytes(dir: string): StoredBytes {
  const damaged = new Map<string, Damage>();
  const whole = new Map<string, string>();
  const underWay = new Map<string, Promise<boolean>>();

  const note = (filepath: string, damage: Damage | null): void => {
    if (damage === null) damaged.delete(filepath);
    else damaged.set(filepath, damage);
    if (damage !== null) whole.delete(filepath);
  };
  const remember = (filepath: string, identity: string): void => {
    whole.delete(filepath);
    whole.set(filepath, identity);
    if (whole.size > REMEMBERED) whole.delete(whole.keys().next().value!);
  };
  // requests that open a large file at once wait for one reading
  const hashOnce = async (handle: FileHandle, filepath: string, identity: string): Promise<boolean> => {
    const key = `${filepath} ${identity}`;
    const begun = underWay.get(key) ?? holdsItsName(handle, filepath).finally(() => underWay.delete(key));
    underWay.set(key, begun);
    return begun;
  };

  const openWhole = async (filepath: string, anew: boolean): Promise<FileHandle | Damage> => {
    const handle = await openRegular(join(dir, filepath));
    if (!handle) {
      note(filepath, 'missing');
      return 'missing';
    }
    try {
      const identity = identityOf(await handle.stat({ bigint: true }));
      if (anew || whole.get(filepath) !== identity) {
        const isWhole = anew ? await holdsItsName(handle, filepath) : await hashOnce(handle, filepath, identity);
        // somebody wrote to it while it was read
        const isStill = identityOf(await handle.stat({ bigint: true })) === identity;
        note(filepath, isWhole && isStill ? null : 'changed');
        if (damaged.has(filepath)) {
          await handle.close();
          return 'changed';
        }
        remember(filepath, identity);
      }
      return handle;
    } catch (error) {
      await handle.close();
      throw error;
    }
  };

  return {
    damaged,
    open: (filepath) => openWhole(filepath, false),
    locate: async (filepath) => {
      const handle = await openWhole(filepath, false);
      if (typeof handle === 'string') return handle;
      await handle.close();
      return { path: join(dir, filepath) };
    },
    forget: (filepath) => {
      damaged.delete(filepath);
      whole.delete(filepath);
    },
    check: async (filepath) => {
      const handle = await openWhole(filepath, true);
      if (typeof handle === 'string') return handle;
      await handle.close();
      return null;
    },
  };
}

/** Reads the bytes of a stored file. @throws Refused unknownFile where they are missing or changed */
export async function readStoredBytes(dir: string, filepath: string): Promise<Buffer> {
  const bytes = await readShared(join(dir, filepath));
  const sha256 = bytes && createHash('sha256').update(bytes).digest('hex');
  if (bytes === null || sha256 !== parseFilepath(filepath)?.sha256)
    throw new Refused('unknownFile', '服务器上的这个文件缺失或已损坏，请重新上传');
  return bytes;
}

/** A whole file in memory that threads share. */
async function readShared(path: string): Promise<Buffer | null> {
  const handle = await openRegular(path);
  if (!handle) return null;
  try {
    const bytes = Buffer.from(new SharedArrayBuffer((await handle.stat()).size));
    for (let at = 0; at < bytes.length;) {
      const { bytesRead } = await handle.read(bytes, at);
      if (bytesRead === 0) return null;
      at += bytesRead;
    }
    return bytes;
  } finally {
    await handle.close();
  }
}

/** Whether the file at a path holds the bytes that a filepath has the hash of; false, too, where none is. */
export async function holdsBytesOf(path: string, filepath: string): Promise<boolean> {
  const handle = await openRegular(path);
  if (!handle) return false;
  try {
    return await holdsItsName(handle, filepath);
  } finally {
    await handle.close();
  }
}

async function openRegular(path: string): Promise<FileHandle | null> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch((error: NodeJS.ErrnoException) => {
    if (['ENOENT', 'ENOTDIR', 'ELOOP', 'EACCES'].includes(error.code ?? '')) return null;
    throw error;
  });
  if (!handle || (await handle.stat()).isFile()) return handle;
  await handle.close();
  return null;
}

const identityOf = ({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string =>
  [dev, ino, size, mtimeNs, ctimeNs].join(' ');

/** Reads by position, so that the handle can be read again. */
async function holdsItsName(handle: FileHandle, filepath: string): Promise<boolean> {
  const hash = createHash('sha256');
  for await (const chunk of handle.createReadStream({ start: 0, autoClose: false })) hash.update(chunk as Uint8Array);
  return hash.digest('hex') === parseFilepath(filepath)?.sha256;
}
