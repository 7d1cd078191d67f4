import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { link, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { sql } from 'kysely';
import type { KnownSite, OptionalContent } from '#kinds/define-store.ts';
import { Hashing } from '#server/db/backup/format.ts';
import { assertRoom, type FreeSpace } from '#server/db/free-space.ts';
import type { Db } from '#server/db/tables.ts';
import type { EnvironmentKey } from './environment-key.ts';
import { FRONT_SIZE, writeFront } from './front.ts';
import { filepathsOf, FORMAT, MARK, type Header, type RowLine, type Thing } from './format.ts';
import { TransferNotBegun, TransferRefused } from '#server/editions/draft/transfer-refused.ts';
import type { Taken } from '#server/editions/draft/taken.ts';
import { readPlaces, takenHere, type Places } from './pairs.ts';
import { recallAll } from '#server/editions/draft/taken.ts';
import { listTravelling, publicDocument, travelOf, TRAVELLING, type Named } from './travelling.ts';

interface Given {
  db: Db;
  site: KnownSite;
  /** DATA_DIR/files */
  filesDir: string;
  key: EnvironmentKey;
  /** name of this environment */
  name: string;
  /** version of the program */
  program: string;
  /** content that travels only on request */
  optional: readonly OptionalContent[];
  /** path of the new file */
  path: string;
  freeSpace?: FreeSpace | undefined;
}

export interface Exported {
  things: number;
  files: number;
  /** bytes of all stored files */
  bytes: number;
}

/** bytes of a stored file in one line */
const PIECE = 96 * 1024;

/**
 * BE1: writes what is public, as of one moment, to a new file that is signed with the environment's key. Written are
 * channels, registers' definitions, pages and settings, with articles and rows where they are wanted. The stored files
 * that all of these name are included. The file has its name only when it is whole.
 * @throws TransferRefused where a stored file is missing or changed, or a file of that name is there
 */
export async function writeExport(given: Given): Promise<Exported> {
  const exported: Exported = { things: 0, files: 0, bytes: 0 };
  const unfinished = `${given.path}.part`;
  const file = await open(unfinished, 'wx', 0o600).catch(isThere(unfinished));
  const [lines, packed] = [new Hashing(), new Hashing()];
  try {
    await pipeline(
      Readable.from(linesOf(given, exported), { objectMode: false }),
      lines,
      // large content is packed already
      createGzip({ level: 1 }),
      packed,
      file.createWriteStream({ start: FRONT_SIZE, flush: true }),
    );
    const { name, program, key } = given;
    const sender = { name, key: key.publicKey };
    const { sha256 } = packed;
    const sizes = { packed: packed.bytes, unpacked: lines.bytes };
    const front = writeFront({ file: MARK, format: FORMAT, program, sender, sha256, ...sizes }, key);
    // the front is known only now, and has a fixed size
    await writeInto(unfinished, front);
    // a link is refused where there is something, a rename would take its place
    await link(unfinished, given.path).catch(isThere(given.path));
  } finally {
    await rm(unfinished, { force: true });
  }
  return exported;
}

/** Writes bytes at the beginning of a file that is there. */
async function writeInto(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.write(bytes, 0, bytes.length, 0);
    await file.sync();
  } finally {
    await file.close();
  }
}

const isThere =
  (path: string) =>
  (error: NodeJS.ErrnoException): never => {
    if (error.code !== 'EEXIST') throw error;
    throw new TransferNotBegun(
      `The file ${path} is there already, and is not written over. Name another one, or move it away.`,
      '已有同名的文件，没有覆盖',
      undefined,
      `文件 ${path} 已经存在，没有覆盖。请换一个文件名，或先移走它。`,
    );
  };

/** Lines of the file in their order. */
async function* linesOf(given: Given, exported: Exported): AsyncGenerator<string> {
  const line = (value: object): string => `${JSON.stringify(value)}\n`;
  const filepaths = new Set<string>();
  for await (const part of thingsOf(given)) {
    if ('document' in part) exported.things++;
    for (const filepath of filepathsOf(part)) filepaths.add(filepath);
    yield line(part);
  }
  const files = await storedFiles(given, [...filepaths].toSorted());
  exported.files = files.length;
  exported.bytes = files.reduce((sum, { size }) => sum + size, 0);
  await assertRoom(given.freeSpace, exported.bytes);
  yield line({ files: exported.files, bytes: exported.bytes });
  for (const { filepath, size } of files) {
    yield line({ file: filepath, size });
    for await (const piece of piecesOf(given.filesDir, filepath, size)) yield line({ piece: piece.toString('base64') });
  }
}

/** Header without what is in the front. */
type HeaderLine = Omit<Header, 'program' | 'sender'>;

/** The header and all things, as of one moment. */
async function* thingsOf({ db, site, optional }: Given): AsyncGenerator<HeaderLine | Thing | RowLine> {
  const trx = await db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute();
  try {
    const named = await listTravelling(trx, site, optional);
    const memories = await recallAll(trx);
    yield {
      at: new Date().toISOString(),
      ...(await storeOf(trx)),
      kinds: TRAVELLING.filter((kind) => named.some((one) => one.kind === kind)),
      taken: [...memories.keys()],
      things: named.length,
    };
    const takenOf = takenBy(memories, memories.size > 0 ? await readPlaces(trx) : new Map());
    for (const one of named) {
      const taken = takenOf(one);
      const document = await publicDocument(trx, site, one);
      yield { ...one, document, ...(Object.keys(taken).length > 0 && { taken }) };
      const { rows } = travelOf(one.kind)!;
      if (rows && rows.following(document) > 0) for await (const part of rows.read(trx, one.id)) yield { rows: part };
    }
  } finally {
    await trx.rollback().execute();
  }
}

/** Id of the database by the first entry of its log: one that is made anew has another, a backup has the same. */
async function storeOf(trx: Db): Promise<Pick<Header, 'store'>> {
  const first = await trx.selectFrom('publication').select('hash').orderBy('no').limit(1).executeTakeFirst();
  return first ? { store: first.hash.slice(0, 16) } : {};
}

/** Records of what was last taken of a thing of this environment, by the key of the other one. */
function takenBy(
  memories: Awaited<ReturnType<typeof recallAll>>,
  places: Places,
): (thing: Named) => Record<string, Taken> {
  const byKey = [...memories].map(([key, taken]) => [key, takenHere(places, taken)] as const);
  return ({ kind, id }) =>
    Object.fromEntries(
      byKey.flatMap(([key, taken]) => {
        const own = taken.get(`${kind}:${id}`);
        return own ? [[key, own]] : [];
      }),
    );
}

interface Stored {
  filepath: string;
  size: number;
}

/** Files among the paths that the store knows; text elsewhere that looks like a path is none. */
async function storedFiles({ db, filesDir }: Given, filepaths: readonly string[]): Promise<Stored[]> {
  const rows = await db
    .selectFrom('file')
    .select('filepath')
    .where(sql<boolean>`filepath = any(${filepaths})`)
    .orderBy('filepath')
    .execute();
  const found: Stored[] = [];
  for (const { filepath } of rows) {
    const { size } = await stat(join(filesDir, filepath)).catch(() => {
      throw damaged(filepath, 'is missing', '缺失');
    });
    found.push({ filepath, size });
  }
  return found;
}

async function* piecesOf(dir: string, filepath: string, size: number): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(join(dir, filepath), { highWaterMark: PIECE })) {
    hash.update(chunk as Buffer);
    bytes += (chunk as Buffer).length;
    yield chunk as Buffer;
  }
  if (bytes !== size || !filepath.includes(hash.digest('hex')))
    throw damaged(filepath, 'is not as it was stored', '与保存时不一致');
}

const damaged = (filepath: string, how: string, words: string): TransferRefused =>
  new TransferRefused(
    `The stored file ${filepath} ${how}, so nothing was exported. Put it back from a backup; npm run verify-log names all that are.`,
    `服务器上的文件 ${filepath} ${words}，没有导出。请先在“我的工作台”查看缺失或损坏的文件，重新上传或从备份恢复`,
  );
