import { closeSync, openSync, readSync } from 'node:fs';
import { setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { foldSearch, piecesOf } from '../store/search/search-pieces.ts';
import { decideEncoding, decodeText } from './text-encoding.ts';
import { bareEnvironment } from '../background/bare-environment.ts';
import { linesOf, readDocx } from './docx-text.ts';
import { readPdf } from './pdf-text.ts';
import { numbersInFile, whyNotSearched } from './numbers-in-file.ts';
import type { NumbersOutcome, Question, TextKind, TextOutcome } from './text-reader.ts';
import { searchedText } from './seen-text.ts';
import { readSheets } from './xlsx-sheets.ts';
import { openPackage } from './zip-package.ts';

/**
 * Process of its own that reads text out of files. A thread would not do: an unpacked pdf lies outside of the heap
 * that a thread's limits are of, and stays with the server's process after it.
 */
const CHARACTERS = 100_000;
const SHEETS = { sheets: 20, rows: 5_000, columns: 50, merges: 0, text: 500 };
/** bytes of a text file */
const HEAD = 1024 * 1024;

const readers: Record<TextKind, (path: string) => Promise<string>> = {
  pdf: async (path) => (await readPdf(path, CHARACTERS)).text,
  docx: async (path) => {
    const archive = await openPackage(path);
    try {
      return linesOf((await readDocx(archive, { blocks: 20_000, characters: CHARACTERS })).blocks).join('\n');
    } finally {
      archive.close();
    }
  },
  xlsx: async (path) => {
    const archive = await openPackage(path);
    try {
      const { sheets } = await readSheets(archive, SHEETS);
      const lines = sheets.flatMap(({ name, rows }) => [
        name,
        ...rows.flatMap((row) => row.flatMap((cell) => (cell ? searchedText(cell.runs) : '') || [])),
      ]);
      return lines.join('\n');
    } finally {
      archive.close();
    }
  },
  text: async (path) => {
    const bytes = headOf(path);
    return [...decodeText(bytes, decideEncoding(bytes))].join('');
  },
};

/** The beginning of a file, up to the end of a line. */
function headOf(path: string): Buffer {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(HEAD);
    const read = readSync(file, bytes);
    return read < HEAD ? bytes.subarray(0, read) : bytes.subarray(0, bytes.lastIndexOf('\n') + 1);
  } finally {
    closeSync(file);
  }
}

/**
 * Text in a form that can be stored and read; some programs write signs of radicals for the characters they look
 * like.
 */
const readable = (text: string): string =>
  text
    .replace(/[\u2e80-\u2fdf]/g, (radical) => radical.normalize('NFKC'))
    .replace(/[\0-\x08\x0b-\x1f\x7f\ufffe\uffff]/g, ' ')
    .toWellFormed()
    .replace(/[^\S\n]+/g, ' ')
    .replace(/\s*\n\s*/g, '\n')
    .trim()
    .slice(0, CHARACTERS)
    .toWellFormed();

async function textOf(path: string, kind: TextKind): Promise<TextOutcome> {
  const text = readable(await readers[kind](path));
  const body = text.split('\n').map(foldSearch).join('\n');
  return { text, body, pieces: piecesOf(body) };
}

process.on('message', ({ path, kind, wanted }: Question) => {
  const answer = (outcome: TextOutcome | NumbersOutcome) => process.send?.(outcome);
  if (wanted === 'numbers')
    void numbersInFile(path, kind)
      .catch(async (error: unknown) => ({ numbers: [], notSearched: await whyNotSearched(error, path) }))
      .then(answer);
  else
    textOf(path, kind).then(answer, (error: unknown) =>
      answer({ problem: (error instanceof Error ? error.message : String(error)).slice(0, 200) }),
    );
});
setPriority(10);
process.on('disconnect', () => process.exit());
new Worker(new URL('./memory-watch.ts', import.meta.url), {
  execArgv: [],
  env: bareEnvironment(),
  stdout: true,
  stderr: true,
}).unref();
