import { mkdir, opendir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { MovingInFolder } from '../wire.ts';
import { importPathProblem, limitWords, MOVING_IN_LIMITS } from '../moving-in-limits.ts';
import { assertRoom, freeSpaceOf, type FreeSpace } from '#server/db/free-space.ts';
import { Refused } from '#server/errors.ts';
import { receiveFile } from '#server/files/store.ts';
import { FolderFiles } from './folder-files.ts';
import type { ImportFolder, StoredImport } from './stored-import.ts';
import { ZIP_FILE } from './work/jobs.ts';

interface Incoming {
  chunks: AsyncIterable<Uint8Array>;
  announced: number;
  freeSpace: FreeSpace | undefined;
}

/** totals of imports that are being uploaded to this process */
const totals = new Map<string, { files: number; bytes: number }>();

/**
 * MI11: one file of a folder, into the import. It has its name when it is whole; the same path again replaces it.
 * @throws Refused fileRefused, fileTooLarge; StoreFull
 */
export async function receiveImportFile(folder: ImportFolder, path: string, incoming: Incoming): Promise<void> {
  const problem = importPathProblem(path);
  if (problem !== '') throw new Refused('fileRefused', `“${path.slice(0, 100)}”${problem}`);
  const total = totals.get(folder.importId) ?? (await totalOf(folder.filesDir));
  totals.set(folder.importId, total);
  if (total.files >= MOVING_IN_LIMITS.files)
    throw new Refused('fileTooLarge', `一次迁入最多 ${MOVING_IN_LIMITS.files} 个文件，请分成几次`);
  const left = Math.min(MOVING_IN_LIMITS.file, MOVING_IN_LIMITS.bytes - total.bytes);
  const target = join(folder.filesDir, path);
  const before = await stat(target).catch(() => null);
  const size = await receive(folder, target, incoming, left, `“${path}”`);
  total.files += before ? 0 : 1;
  total.bytes += size - (before?.size ?? 0);
}

const LISTS = /\.(csv|json|tsv|txt)$/i;
const isJson = (name: string): boolean => /\.json$/i.test(name);

/**
 * MI15: the list of an import once more, in the place of the one that is there. What was left out of that one comes again.
 * @param name of the file as the person has it
 * @throws Refused invalidInput where there is no list, or the file is none of its kind; fileTooLarge; StoreFull
 */
export async function receiveListAgain(
  folder: ImportFolder,
  { stored, inside, name }: { stored: StoredImport; inside: MovingInFolder | null; name: string },
  incoming: Incoming,
): Promise<void> {
  if (!inside || !stored.read || !('list' in stored.read))
    throw new Refused('invalidInput', '这次迁入没有列表文件，不能单独换列表');
  const { list } = stored.read;
  if (!LISTS.test(name) || isJson(name) !== isJson(list))
    throw new Refused('invalidInput', `请选择 ${isJson(list) ? 'JSON' : 'CSV'} 文件：原来的列表是“${list}”`);
  const found = new FolderFiles(join(folder.filesDir, stored.root)).find(list);
  if (found === null) throw new Refused('invalidInput', `文件夹中没有列表文件“${list}”`);
  const path = join(stored.root, found);
  const before = (await stat(join(folder.filesDir, path))).size;
  await receiveImportFile(folder, path, incoming);
  const { size } = await stat(join(folder.filesDir, path));
  await folder.write('folder', {
    ...inside,
    bytes: inside.bytes + size - before,
    lists: inside.lists.map((one) => (one.path === path ? { path, bytes: size } : one)),
  });
  await folder.write('wrong', { checkedAt: '', list: [] });
  await folder.write('left', []);
  await folder.change({ mendedAt: new Date().toISOString() });
}

/** MI11: a zip, to be unpacked afterwards. @throws Refused fileTooLarge; StoreFull */
export async function receiveImportZip(folder: ImportFolder, incoming: Incoming): Promise<void> {
  await receive(folder, folder.pathOf(ZIP_FILE), incoming, MOVING_IN_LIMITS.zip, '压缩包');
}

async function receive(
  folder: ImportFolder,
  target: string,
  { chunks, announced, freeSpace }: Incoming,
  most: number,
  name: string,
): Promise<number> {
  const tooLarge = (): Refused =>
    new Refused(
      'fileTooLarge',
      `${name}超过限度：每个文件最大 ${limitWords(MOVING_IN_LIMITS.file)}，压缩包最大 ${limitWords(MOVING_IN_LIMITS.zip)}，一次迁入合计最大 ${limitWords(MOVING_IN_LIMITS.bytes)}`,
    );
  // refused before it is read
  if (announced > most) throw tooLarge();
  await assertRoom(freeSpace ?? freeSpaceOf(folder.dir));
  const received = await receiveFile(folder.dir, chunks, most);
  if (!received) throw tooLarge();
  try {
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    await rename(received.path, target);
  } catch (error) {
    await rm(received.path, { force: true });
    if (['ENOTDIR', 'EEXIST', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? ''))
      throw new Refused('fileRefused', `${name}与另一个文件或文件夹同名`);
    throw error;
  }
  return received.size;
}

async function totalOf(dir: string): Promise<{ files: number; bytes: number }> {
  const found = await listImportFiles(dir);
  return { files: found.length, bytes: found.reduce((sum, { bytes }) => sum + bytes, 0) };
}

/** The files that have come whole, by their path. */
export async function listImportFiles(dir: string): Promise<{ path: string; bytes: number }[]> {
  const found: { path: string; bytes: number }[] = [];
  for await (const entry of await opendir(dir, { recursive: true })) {
    if (!entry.isFile()) continue;
    const path = relative(dir, join(entry.parentPath, entry.name));
    found.push({ path, bytes: (await stat(join(dir, path))).size });
  }
  return found;
}
