import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { openPromise, type Entry } from 'yauzl';
import { BackupProblem, Hashing, MANIFEST, MANIFEST_HASH, progressOf, type Manifest } from './format.ts';
import { sha256 as sha256Of } from '../sha256.ts';

/** OL6: of a backup: stored files of many years */
const MOST_ENTRIES = 1_000_000;
/** bytes of what a backup says of itself; a stored file has a line of some 140 */
const MOST_TEXT = 160 * 1024 * 1024;

export interface Backup {
  manifest: Manifest;
  /** The bytes of an entry. @throws BackupProblem at the end, where they are not those that were written */
  read: (name: string, into: Writable) => Promise<void>;
  close: () => void;
}

/**
 * Opens a backup and reads what it says of itself.
 * @throws BackupProblem for what is no whole backup, or one of another form
 */
export async function openBackup(path: string): Promise<Backup> {
  const broken = (why: string) => new BackupProblem(`${path} is no whole backup: ${why}. Take another one.`);
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false }).catch((error: Error) => {
    throw broken(error.message);
  });
  zip.on('error', () => {});
  try {
    if (zip.entryCount > MOST_ENTRIES) throw broken(`it has ${zip.entryCount} entries, and may have ${MOST_ENTRIES}`);
    const entries = new Map<string, Entry>();
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
    const streamOf = async (name: string): Promise<Readable> => {
      const entry = entries.get(name);
      if (!entry) throw broken(`${name} is missing`);
      return zip.openReadStreamPromise(entry);
    };
    const text = async (name: string): Promise<string> => {
      const size = entries.get(name)?.uncompressedSize ?? 0;
      if (size > MOST_TEXT) throw broken(`${name} has ${size} bytes, and may have ${MOST_TEXT}`);
      return (await buffer(await streamOf(name))).toString();
    };
    const written = await text(MANIFEST);
    if (sha256Of(written) !== (await text(MANIFEST_HASH))) throw broken(`${MANIFEST} was changed`);
    const manifest = JSON.parse(written) as Manifest;
    if (manifest.format !== 1)
      throw new BackupProblem(`${path} was written by a newer version of this program. Restore it with that version.`);
    return {
      manifest,
      read: async (name, into) => {
        const passed = new Hashing();
        await pipeline(await streamOf(name), passed, into);
        if (passed.sha256 !== manifest.entries[name]) throw broken(`${name} was changed`);
      },
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error instanceof BackupProblem ? error : broken((error as Error).message);
  }
}

/** Reads every byte of a backup. @throws BackupProblem naming what is not as it was written */
export async function verifyBackup(path: string, say: (line: string) => void): Promise<Manifest> {
  const backup = await openBackup(path);
  try {
    const names = Object.keys(backup.manifest.entries);
    const done = progressOf(say, names.length, 'verified');
    for (const [at, name] of names.entries()) {
      await backup.read(name, nowhere()).catch((error: Error) => {
        throw error instanceof BackupProblem
          ? error
          : new BackupProblem(`${path} is no whole backup: ${name}: ${error.message}. Take another one.`);
      });
      done(at + 1);
    }
    return backup.manifest;
  } finally {
    backup.close();
  }
}

const nowhere = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() });
