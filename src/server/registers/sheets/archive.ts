import type { Readable } from 'node:stream';
import { fromBuffer, type Entry, type ZipFile } from 'yauzl';
import { inMegabytes, SheetRefused } from './refusals.ts';
import type { SheetLimits } from './sheet.ts';

/** A workbook's zip archive, opened under limits. Names of parts are compared without case, as the standard says. */
export interface Archive {
  has(part: string): boolean;
  /** unpacks one part; a second reading of it costs nothing of the limit */
  stream(part: string): Promise<Readable>;
}

/** @throws SheetRefused for what is no zip archive or has too many entries; nothing has been unpacked by then */
export async function openArchive(
  bytes: Buffer,
  limits: Pick<SheetLimits, 'entries' | 'unpackedSize'>,
): Promise<Archive> {
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true }, (error, opened) => (error ? reject(damaged()) : resolve(opened)));
  });
  if (zip.entryCount > limits.entries)
    throw new SheetRefused('too-many-entries', { count: zip.entryCount, limit: limits.entries });
  return archiveOf(zip, await readEntries(zip), limits.unpackedSize);
}

const damaged = () => new SheetRefused('damaged-workbook', { where: '压缩结构不完整' });

function readEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  return new Promise((resolve, reject) => {
    const entries = new Map<string, Entry>();
    // also raised for names that lead out of the archive
    zip.on('error', () => reject(damaged()));
    zip.on('end', () => resolve(entries));
    zip.on('entry', (entry: Entry) => {
      const name = entry.fileName.toLowerCase();
      // the first of two equal names counts, as in office programs
      if (!entries.has(name)) entries.set(name, entry);
      zip.readEntry();
    });
    zip.readEntry();
  });
}

function archiveOf(zip: ZipFile, entries: Map<string, Entry>, limit: number): Archive {
  let left = limit;
  const counted = new Set<Entry>();
  return {
    has: (part) => entries.has(part.toLowerCase()),
    stream: (part) =>
      new Promise<Readable>((resolve, reject) => {
        const entry = entries.get(part.toLowerCase());
        if (!entry) return reject(new SheetRefused('damaged-workbook', { where: `缺少 ${part}` }));
        if (entry.isEncrypted()) return reject(new SheetRefused('encrypted-workbook'));
        if (!counted.has(entry)) left -= entry.uncompressedSize;
        counted.add(entry);
        // the archive states the size, and yauzl ends the stream with an error at the first byte beyond it
        if (left < 0) return reject(new SheetRefused('unpacks-too-large', { limit: inMegabytes(limit) }));
        zip.openReadStream(entry, (error, opened) => (error ? reject(damaged()) : resolve(opened)));
      }),
  };
}
