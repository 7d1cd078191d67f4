import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unpackZip } from '../../server/unpack.ts';

/** larger than those of uploads, because the disk is the operator's own */
const LIMITS = { files: 200_000, bytes: 50 * 1024 ** 3, file: 1024 ** 3 };
/** files that this command writes into a folder; none is taken from an archive */
const OWN = /^\.import-articles\./;
/** file in the folder that names the archive unpacked there */
const MARK = '.import-articles.zip.json';

/**
 * MI7, MI10: unpacks a zip archive beside itself, into a folder whose path is returned. The same archive is unpacked
 * once; what a former run has remembered of the folder stays.
 * @throws CannotImport as unpackZip does
 */
export async function unpackedFolder(path: string): Promise<string> {
  const { size, mtimeMs } = await stat(path);
  const mark = JSON.stringify({ size, mtimeMs });
  const folder = `${path}.unpacked`;
  if ((await readFile(join(folder, MARK), 'utf8').catch(() => '')) === mark) return folder;
  const growing = `${path}.unpacking`;
  try {
    await rm(growing, { recursive: true, force: true });
    await mkdir(growing);
    await unpackZip(path, growing, { limits: LIMITS });
    await removeOwn(growing);
    for (const own of (await readdir(folder).catch(() => [])).filter((name) => OWN.test(name)))
      await cp(join(folder, own), join(growing, own));
    await writeFile(join(growing, MARK), mark);
    await rm(folder, { recursive: true, force: true });
    await rename(growing, folder);
    return folder;
  } catch (error) {
    await rm(growing, { recursive: true, force: true });
    throw error;
  }
}

async function removeOwn(folder: string): Promise<void> {
  for (const name of (await readdir(folder)).filter((one) => OWN.test(one))) await rm(join(folder, name));
}
