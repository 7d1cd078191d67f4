import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import { OperatorProblem } from '../../operator-problem.ts';
import { phrase, type Phrased, type Sentence } from '../../phrase.mjs';

/**
 * The folder `server/db/backup` writes a whole store to one file and reads it back (BK1–BK4). The file is a zip archive that
 * other programs can open: a table each as text of COPY, the stored files, and a list of what it holds, by hash.
 */
export interface Manifest {
  /** number of this form of file */
  format: 1;
  /** ISO, by the database's clock: the moment that the backup shows */
  at: string;
  /** version of the PostgreSQL that wrote it */
  postgres: string;
  /** mark of the store (db/instance.ts) */
  instance: string;
  /** the newest publication, null where there is none */
  head: { no: number; hash: string } | null;
  migrations: { no: number; name: string; checksum: string }[];
  tables: { name: string; columns: string[]; rows: number }[];
  /** last number of each sequence, by name, null for none */
  sequences: Record<string, string | null>;
  /** stored files that were not there, or held other bytes, when the backup was made */
  damaged: string[];
  /** SHA-256 in hex of every other entry, by its name */
  entries: Record<string, string>;
}

export const MANIFEST = 'manifest.json';
/** SHA-256 of the manifest, in hex */
export const MANIFEST_HASH = 'manifest.sha256';
export const tableEntry = (table: string): string => `tables/${table}.copy`;

/** Folders of stored files below DATA_DIR, by the table that names what is in them. */
export const FILE_FOLDERS = { file: 'files', pro_material: 'materials' } as const;

/** A file cannot be read as a backup, or the store cannot be written from it. The message is whole sentences. */
export class BackupProblem extends OperatorProblem {
  override readonly name = 'BackupProblem';
}

/** Passes bytes on, counts and hashes them. */
export class Hashing extends Transform {
  readonly #hash = createHash('sha256');
  bytes = 0;
  /** in hex, when all has passed */
  sha256 = '';

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: (error: null, chunk: Buffer) => void): void {
    this.#hash.update(chunk);
    this.bytes += chunk.length;
    done(null, chunk);
  }

  override _flush(done: () => void): void {
    this.sha256 = this.#hash.digest('hex');
    done();
  }
}

/** Says how far something is, at most every five seconds. */
export function progressOf(say: (line: Phrased) => void, total: number, what: Sentence): (done: number) => void {
  let last = performance.now();
  return (done) => {
    if (performance.now() - last < 5_000) return;
    last = performance.now();
    say(phrase({ zh: `${what.zh}：${done}/${total}`, en: `${what.en}: ${done} of ${total}` }));
  };
}
