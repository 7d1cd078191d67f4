import type { Readable } from 'node:stream';
import { open as openZip, type Entry, type ZipFile } from 'yauzl';

/** A zip archive (docx, xlsx) opened for reading under caps. */
export interface Package {
  has(name: string): boolean;
  /** entry names that start so */
  names(prefix: string): string[];
  /** inflates one entry as a stream; its bytes count against the caps as they come */
  stream(name: string): Promise<Readable>;
  /** a small entry, whole */
  readText(name: string): Promise<string>;
  close(): void;
}

/** The archive is broken or larger than any honest one. The message is shown to visitors. */
export class PackageRefused extends Error {
  override readonly name = 'PackageRefused';
}

/** entries of the archive; a workbook with 200 sheets has some 500 */
const MAX_ENTRIES = 2_000;
/** bytes inflated from one archive in all */
const MAX_INFLATED = 64 * 1024 * 1024;
const MAX_TEXT = 1024 * 1024;

/** @throws PackageRefused for what is no zip archive, or one beyond the caps; nothing has been inflated by then */
export async function openPackage(path: string): Promise<Package> {
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    openZip(path, { lazyEntries: true, autoClose: false }, (error, opened) =>
      error ? reject(refused()) : resolve(opened),
    );
  });
  try {
    if (zip.entryCount > MAX_ENTRIES) throw new PackageRefused('文件内部结构过于复杂，无法预览');
    return packageOf(zip, await readEntries(zip));
  } catch (error) {
    zip.close();
    throw error;
  }
}

const refused = () => new PackageRefused('文件已损坏或格式不受支持，无法预览');

function readEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  return new Promise((resolve, reject) => {
    const entries = new Map<string, Entry>();
    zip.on('error', () => reject(refused()));
    zip.on('end', () => resolve(entries));
    zip.on('entry', (entry: Entry) => {
      // the first of two equal names counts, as in office programs
      if (!entries.has(entry.fileName)) entries.set(entry.fileName, entry);
      zip.readEntry();
    });
    zip.readEntry();
  });
}

function packageOf(zip: ZipFile, entries: Map<string, Entry>): Package {
  let left = MAX_INFLATED;
  const stream = (name: string) =>
    new Promise<Readable>((resolve, reject) => {
      const entry = entries.get(name);
      if (!entry || entry.isEncrypted()) return reject(refused());
      if (entry.uncompressedSize > left) return reject(new PackageRefused('文件过大，无法预览，请下载查看'));
      // the archive states the size and yauzl ends the stream with an error at the first byte beyond it
      left -= entry.uncompressedSize;
      zip.openReadStream(entry, (error, opened) => (error ? reject(refused()) : resolve(opened)));
    });
  const readText = async (name: string) => {
    if ((entries.get(name)?.uncompressedSize ?? 0) > MAX_TEXT) throw refused();
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of await stream(name)) chunks.push(chunk as Buffer);
    } catch (error) {
      throw error instanceof PackageRefused ? error : refused();
    }
    return Buffer.concat(chunks).toString('utf8');
  };
  return {
    has: (name) => entries.has(name),
    names: (prefix) => [...entries.keys()].filter((name) => name.startsWith(prefix)),
    stream,
    readText,
    close: () => zip.close(),
  };
}
