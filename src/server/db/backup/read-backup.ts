import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { openPromise, type Entry } from 'yauzl';
import { BackupProblem, Hashing, MANIFEST, MANIFEST_HASH, progressOf, type Manifest } from './format.ts';
import { sha256 as sha256Of } from '../sha256.ts';
import { sentenceOf, systemProblem } from '../../operator-problem.ts';
import type { Phrased, Sentence } from '../../phrase.mjs';

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
  const broken = (why: Sentence) => brokenBackup(path, why);
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false }).catch((error: Error) => {
    const problem = systemProblem(error);
    throw problem ? new BackupProblem(problem, { cause: error }) : broken(sentenceOf(error));
  });
  zip.on('error', () => {});
  try {
    if (zip.entryCount > MOST_ENTRIES)
      throw broken({
        zh: `它有 ${zip.entryCount} 项，最多可有 ${MOST_ENTRIES} 项`,
        en: `it has ${zip.entryCount} entries, and may have ${MOST_ENTRIES}`,
      });
    const entries = new Map<string, Entry>();
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
    const streamOf = async (name: string): Promise<Readable> => {
      const entry = entries.get(name);
      if (!entry) throw broken({ zh: `缺少 ${name}`, en: `${name} is missing` });
      return zip.openReadStreamPromise(entry);
    };
    const text = async (name: string): Promise<string> => {
      const size = entries.get(name)?.uncompressedSize ?? 0;
      if (size > MOST_TEXT)
        throw broken({
          zh: `${name} 有 ${size} 字节，最多可有 ${MOST_TEXT} 字节`,
          en: `${name} has ${size} bytes, and may have ${MOST_TEXT}`,
        });
      return (await buffer(await streamOf(name))).toString();
    };
    const written = await text(MANIFEST);
    if (sha256Of(written) !== (await text(MANIFEST_HASH))) throw broken(changed(MANIFEST));
    const manifest = JSON.parse(written) as Manifest;
    if (manifest.format !== 1)
      throw new BackupProblem({
        zh: `备份 ${path} 由更新的版本写成。请用那个版本恢复。`,
        en: `The backup ${path} was written by a newer version of this program. Restore it with that version.`,
      });
    return {
      manifest,
      read: async (name, into) => {
        const passed = new Hashing();
        await pipeline(await streamOf(name), passed, into);
        if (passed.sha256 !== manifest.entries[name]) throw broken(changed(name));
      },
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error instanceof BackupProblem ? error : broken(sentenceOf(error));
  }
}

const brokenBackup = (path: string, why: Sentence): BackupProblem =>
  new BackupProblem({
    zh: `备份 ${path} 不完整：${why.zh}。请换一份。`,
    en: `The backup ${path} is not whole: ${why.en}. Take another one.`,
  });

const changed = (name: string): Sentence => ({ zh: `${name} 已被改动`, en: `${name} was changed` });

/** Reads every byte of a backup. @throws BackupProblem naming what is not as it was written */
export async function verifyBackup(path: string, say: (line: Phrased) => void): Promise<Manifest> {
  const backup = await openBackup(path);
  try {
    const names = Object.keys(backup.manifest.entries);
    const done = progressOf(say, names.length, { zh: '已核对', en: 'verified' });
    for (const [at, name] of names.entries()) {
      await backup.read(name, nowhere()).catch((error: Error) => {
        throw error instanceof BackupProblem
          ? error
          : brokenBackup(path, { zh: `${name}：${error.message}`, en: `${name}: ${error.message}` });
      });
      done(at + 1);
    }
    return backup.manifest;
  } finally {
    backup.close();
  }
}

const nowhere = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() });
