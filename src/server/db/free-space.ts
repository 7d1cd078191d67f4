import { statfs } from 'node:fs/promises';
import { PublicationRefused } from '../store/publication/publication-problems.ts';
import type { Sentence } from '../phrase.mjs';

/** Space that writing leaves free, so that the database can still end its work and reads go on. */
export const RESERVE = 256 * 1024 * 1024;

/** Bytes that are free for a store; absent where that is not known. */
export type FreeSpace = () => Promise<number>;

/** Free space of the disk that holds a folder; endless where the system does not tell. */
export const freeSpaceOf =
  (folder: string): FreeSpace =>
  () =>
    statfs(folder).then(
      ({ bavail, bsize }) => bavail * bsize,
      () => Infinity,
    );

/** There is too little room to write; nothing was written. */
export class StoreFull extends PublicationRefused {
  /** words for whoever runs the server */
  readonly sentence: Sentence;
  /** bytes */
  readonly free: number;

  /** @param wanted bytes that were about to be written */
  constructor(free: number, wanted = 0) {
    const [left, reserve, needed] = [free, RESERVE, wanted].map((bytes) => `${Math.floor(bytes / 1024 / 1024)} MB`);
    super([
      {
        change: null,
        message:
          free < RESERVE
            ? `磁盘空间不足：只剩 ${left}，少于 ${reserve}，暂停保存、发布、导入和上传；已公布的内容不受影响，腾出空间后即可继续`
            : `磁盘空间不足：只剩 ${left}，这个文件要 ${needed}，并须留下 ${reserve}；请联系系统管理员，腾出空间后再试`,
      },
    ]);
    this.name = 'StoreFull';
    this.free = free;
    this.sentence = {
      zh: `${this.message}。`,
      en: `The disk of DATA_DIR has ${left} left, less than the ${reserve} that writing needs${wanted > 0 ? ` beside the file's ${needed}` : ''}. Reads go on; make room and try again, no restart is needed.`,
    };
  }
}

/** Called by everything that writes content. @param bytes that are about to be written, where they are many @throws StoreFull */
export async function assertRoom(freeSpace: FreeSpace | undefined, bytes = 0): Promise<void> {
  const free = (await freeSpace?.()) ?? Infinity;
  if (free - bytes < RESERVE) throw new StoreFull(free, bytes);
}
