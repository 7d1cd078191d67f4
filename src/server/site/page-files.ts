import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { jsonFault } from '#page/json-fault.ts';
import { DoubledNameError, parseJson } from '#page/parse-json.ts';
import type { Problem } from '#page/problems.ts';
import { deepFreeze } from '../store/documents/deep-freeze.ts';
import { sha256 } from '../db/sha256.ts';

/** One document of a name: several, strongest first, where editions and a file share it. */
export interface Candidate {
  name: string;
  /** named in problems */
  file: string;
  /** undefined: the file is no JSON */
  document: unknown;
  /** hash of the document's content, where it is known: equal documents have equal ones */
  hash?: string;
  /** text of a file */
  text?: string;
}

interface Files {
  pages: Candidate[];
  registers: Candidate[];
  /** every file of the folder is among them */
  whole: boolean;
}

/** The folder registers/ holds registers, every other one pages. */
const filesOf = (candidates: Candidate[], whole: boolean): Files => ({
  pages: [],
  registers: [],
  ...Object.groupBy(candidates, ({ file }) => (file.startsWith('registers/') ? 'registers' : 'pages')),
  whole,
});

/** Former contents of files, by file. */
export const documentFiles = (documents: ReadonlyMap<string, unknown>): Files =>
  filesOf(
    [...documents].map(([file, document]) => ({ name: nameOf(file), file, document })),
    true,
  );

/** All documents below page-schemas/; a file that did not change is not read again (PB4). */
export function readFolder(dir: string, problems: Problem[]): Files {
  const files = jsonFiles(dir, problems);
  return filesOf(
    (files ?? []).map((file) => {
      const { candidate, problem } = readOnce(dir, file);
      if (problem) problems.push(problem);
      return candidate;
    }),
    files !== null,
  );
}

/** @returns null when the folder or one in it cannot be read */
function jsonFiles(dir: string, problems: Problem[]): string[] | null {
  try {
    const folders = readdirSync(dir, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    return folders
      .flatMap(({ name }) => readdirSync(join(dir, name)).map((file) => `${name}/${file}`))
      .filter((file) => file.endsWith('.json'))
      .sort();
  } catch (error) {
    problems.push({
      file: '',
      pointer: '',
      code: 'unreadable-file',
      message: `The folder of page schemas cannot be read: ${(error as Error).message}.`,
    });
    return null;
  }
}

interface Read {
  candidate: Candidate;
  problem: Problem | null;
}

/** Contents of files, by path, each with a stamp by which an unchanged file is recognised. */
const known = new Map<string, Read & { stamp: string }>();

/** milliseconds within which a file may change twice without another time */
const SAME_MOMENT = 1_000n;

function readOnce(dir: string, file: string): Read {
  const path = join(dir, file);
  const before = known.get(path);
  const stamp = stampOf(path);
  if (before && stamp !== null && before.stamp === stamp) return before;
  const read = readDocument(path, file);
  if (stamp === null) known.delete(path);
  else known.set(path, { ...read, stamp });
  return read;
}

/** @returns null where the file cannot be read, or changed just now: it may change again within the same moment */
function stampOf(path: string): string | null {
  try {
    const { ino, size, mtimeNs, ctimeNs, ctimeMs } = statSync(path, { bigint: true });
    return BigInt(Date.now()) - ctimeMs < SAME_MOMENT ? null : [ino, size, mtimeNs, ctimeNs].join(' ');
  } catch {
    return null;
  }
}

function readDocument(path: string, file: string): Read {
  let text = '';
  const name = nameOf(file);
  try {
    text = readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
    const candidate = { name, file, document: deepFreeze(parseJson(text)), text, hash: sha256(text) };
    return { candidate, problem: null };
  } catch (error) {
    const unreadable = { file, pointer: '', code: 'unreadable-file' as const };
    const problem: Problem =
      error instanceof DoubledNameError
        ? { ...unreadable, pointer: error.pointer, code: 'doubled-name', message: `${error.message}.` }
        : { ...unreadable, message: jsonFault(text) ?? `${(error as Error).message}.` };
    return { candidate: { name, file, document: undefined, text }, problem };
  }
}

const nameOf = (file: string): string => file.replace(/^.*\//, '').replace(/\.json$/, '');
