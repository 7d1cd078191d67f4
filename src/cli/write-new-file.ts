import { createWriteStream } from 'node:fs';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Unusable } from './import-options.ts';

/** Writes a file that is not there yet. @throws Unusable with why it cannot be written */
export async function writeNewFile(path: string, content: Readable): Promise<void> {
  try {
    await pipeline(content, createWriteStream(resolve(path), { flags: 'wx' }));
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new Unusable(`${path} 不能写入：${UNWRITABLE[code] ?? message}。`);
  }
}

const UNWRITABLE: Readonly<Record<string, string>> = {
  ENOENT: '没有这个文件夹',
  ENOTDIR: '没有这个文件夹',
  EACCES: '没有写入的权限',
  EPERM: '没有写入的权限',
  EROFS: '没有写入的权限',
  EEXIST: '已经有这个文件',
  ENOSPC: '磁盘已满',
};
