import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parseFilepath } from '#rules/files/filepath.ts';
import { mayBeSmaller, SMALL_WIDTHS, type SmallWidth } from '#rules/files/small-picture.ts';
import { createChild, type Child } from '../background/child.ts';
import type { Db } from '../db/tables.ts';
import { readShownSize } from './picture-sizes.ts';
import { RASTER_LIMITS, sizeProblem } from './raster-size.ts';
import type { StoredBytes } from './stored-bytes.ts';
import { isGone, sweepSmallPictures } from './sweep-small-pictures.ts';

/** A question to the process that makes pictures smaller. */
export interface PictureTask {
  /** path of the original */
  path: string;
  width: SmallWidth;
  /** path of the new file */
  to: string;
  seconds: number;
}
export type MadePicture = { bytes: number } | { problem: string };

/** A small picture on the disk. */
interface SmallPicture {
  path: string;
  /** strong tag of its bytes: original, width and the way it was made */
  tag: string;
}

/**
 * ML1: small pictures, made of stored ones when they are first asked for. They lie in a folder that may be taken away at
 * any time, and are no part of approval, record or backup.
 */
export interface SmallPictures {
  /**
   * The picture at this width. Never throws for the content of a file.
   * @returns null where its original is to be sent: it is small already, moves, cannot be read, takes longer than a visitor
   * waits, or too much waits
   */
  of(filepath: string, width: SmallWidth): Promise<SmallPicture | null>;
  /** ML3: takes away all that was made of these originals. */
  forget(hashes: readonly string[]): Promise<void>;
  /** Takes away what was made of originals that are gone, and the oldest where there is too much; one at a time. */
  sweep(): Promise<void>;
  close(): void;
}

interface Options {
  /** bytes of all together */
  most?: number;
  /** milliseconds for one */
  timeLimit?: number;
  /** milliseconds that a visitor waits for one; it is made nevertheless */
  patience?: number;
  /** the process that makes them; tests have their own */
  child?: Child<PictureTask, MadePicture>;
}

/** bytes of all small pictures: some 15,000 */
const MOST = 1024 ** 3;
/** milliseconds; the largest picture that is taken needs one second */
const TIME_LIMIT = 10_000;
/** milliseconds; most pictures need less, and the original is better than a gap */
const PATIENCE = 1_500;
/** tasks that wait behind each other */
const MAX_WAITING = 16;
/** milliseconds without a task after which the process ends */
const IDLE = 60_000;
const DAY = 24 * 3_600_000;
const PROGRAM = new URL('./picture-process.ts', import.meta.url);

/** The way they are made: another version of libvips, or another quality, has other bytes and a folder of its own. */
const RECIPE = `webp-82-${versionOfSharp()}`;

/** @param dir DATA_DIR/small-pictures */
export function openSmallPictures(
  db: Db,
  bytes: Pick<StoredBytes, 'locate'>,
  dir: string,
  { most = MOST, timeLimit = TIME_LIMIT, patience = PATIENCE, child = createChild(PROGRAM) }: Options = {},
): SmallPictures {
  const folder = join(dir, RECIPE);
  const underWay = new Map<string, Promise<SmallPicture | null>>();
  let last: Promise<unknown> = Promise.resolve();
  let idle: NodeJS.Timeout | undefined;
  let total: number | null = null;
  let sweeping: Promise<void> | null = null;
  let isClosed = false;

  // a closed one would start another process
  const maker: Pick<typeof child, 'ask'> = {
    ask: async (task, within) => (isClosed ? 'unknown' : child.ask(task, within)),
  };

  const pathOf = (sha256: string, width: SmallWidth): string =>
    join(folder, sha256.slice(0, 2), `${sha256}-${width}.webp`);

  const make = async (filepath: string, sha256: string, width: SmallWidth): Promise<void> => {
    const original = await bytes.locate(filepath);
    if (isClosed || typeof original === 'string') return;
    const path = pathOf(sha256, width);
    await mkdir(join(path, '..'), { recursive: true });
    const temporary = join(folder, `${randomUUID()}.part`);
    try {
      clearTimeout(idle);
      const task = { path: original.path, width, to: temporary, seconds: timeLimit / 1000 };
      const made = await isMade(maker, task, filepath);
      // nothing was found out about this picture
      if (made === 'unknown') return;
      // an empty file says that there is none: it is tried again tomorrow
      if (!made) await writeFile(temporary, '');
      await rename(temporary, path);
      // ML3: a removal meanwhile has looked already
      if (await isGone(db, sha256)) return void (await rm(path, { force: true }));
      total = total === null ? null : total + (await stat(path)).size;
    } finally {
      await rm(temporary, { force: true });
      if (!isClosed) idle = setTimeout(child.close, IDLE).unref();
    }
  };

  const forget = async (hashes: readonly string[]): Promise<void> => {
    for (const sha256 of hashes) for (const width of SMALL_WIDTHS) await rm(pathOf(sha256, width), { force: true });
  };

  // all that find too much at once wait for one sweep
  const sweep = (): Promise<void> => {
    sweeping ??= sweepSmallPictures(db, dir, RECIPE, most)
      .then((left) => void (total = left))
      .finally(() => (sweeping = null));
    return sweeping;
  };

  return {
    forget,
    sweep,
    close: () => {
      isClosed = true;
      clearTimeout(idle);
      child.close();
    },
    async of(filepath, width) {
      const sha256 = parseFilepath(filepath)?.sha256;
      if (sha256 === undefined || !mayBeSmaller(filepath)) return null;
      const path = pathOf(sha256, width);
      const there = await smallAt(path, `${sha256}-${width}-${RECIPE}`);
      if (there !== 'missing') return there;
      const key = `${sha256} ${width}`;
      const begun = underWay.get(key);
      if (begun) return within(begun, patience);
      if (isClosed || underWay.size >= MAX_WAITING) return null;
      const made = last
        .then(() => make(filepath, sha256, width))
        .then(() => smallAt(path, `${sha256}-${width}-${RECIPE}`))
        .then((found) => (found === 'missing' ? null : found))
        .catch(() => null)
        .finally(() => underWay.delete(key));
      last = made;
      underWay.set(key, made);
      void made.then(() => (total !== null && total > most ? sweep() : undefined)).catch(() => {});
      return within(made, patience);
    },
  };
}

/** @returns null where it takes longer, in milliseconds */
async function within<T>(promise: Promise<T>, patience: number): Promise<T | null> {
  const { promise: late, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(resolve, patience, null);
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** @returns false where there is none of it; 'unknown' where the process did not look at it to the end */
async function isMade(
  child: Pick<Child<PictureTask, MadePicture>, 'ask'>,
  task: PictureTask,
  filepath: string,
): Promise<boolean | 'unknown'> {
  const { size } = await stat(task.path);
  // ML2: refused before anything is unpacked, also where an older version took it
  const shown = size > RASTER_LIMITS.bytes ? null : await readShownSize(task.path, filepath);
  if (!shown || sizeProblem(shown) !== '' || shown.frames > 1 || shown.width <= SMALL_WIDTHS[0]) return false;
  const made = await child.ask(task, task.seconds * 1000 + 1_000);
  if (made === 'unknown') return made;
  return typeof made === 'object' && 'bytes' in made && made.bytes < size;
}

/** @returns null for one that there is none of */
async function smallAt(path: string, tag: string): Promise<SmallPicture | null | 'missing'> {
  const stats = await stat(path).catch(() => null);
  if (!stats?.isFile()) return 'missing';
  if (stats.size === 0) return null;
  // at most once a day: the time says when it was asked for
  if (Date.now() - stats.mtimeMs > DAY) await utimes(path, new Date(), new Date()).catch(() => {});
  return { path, tag };
}

/** Read without loading it: only the process that makes pictures does that. */
function versionOfSharp(): string {
  const module = createRequire(import.meta.url).resolve('sharp');
  return (JSON.parse(readFileSync(join(module, '../../package.json'), 'utf8')) as { version: string }).version;
}
