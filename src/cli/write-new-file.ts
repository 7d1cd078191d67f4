import { createWriteStream } from 'node:fs';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { systemReason } from '#server/operator-problem.ts';
import type { Sentence } from '#server/phrase.mjs';
import { Unusable } from './command.ts';

/** Writes a file that is not there yet. @throws Unusable with why it cannot be written */
export async function writeNewFile(path: string, content: Readable): Promise<void> {
  try {
    await pipeline(content, createWriteStream(resolve(path), { flags: 'wx' }));
  } catch (error) {
    const why = UNWRITABLE[(error as NodeJS.ErrnoException).code ?? ''] ?? systemReason(error);
    throw new Unusable({
      zh: `文件 ${path} 不能写入：${why.zh}。`,
      en: `The file ${path} cannot be written: ${why.en}.`,
    });
  }
}

const NO_FOLDER = { zh: '没有这个文件夹', en: 'there is no such folder' };
const NO_RIGHT = { zh: '没有写入的权限', en: 'this user may not write there' };

const UNWRITABLE: Readonly<Record<string, Sentence>> = {
  ENOENT: NO_FOLDER,
  ENOTDIR: NO_FOLDER,
  EACCES: NO_RIGHT,
  EPERM: NO_RIGHT,
  EROFS: NO_RIGHT,
};
