import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { jsonFault } from '#page/json-fault.ts';
import type { Problem } from '#page/problems.ts';

/** One document of a name: several, strongest first, where editions and a file share it. */
export interface Candidate {
  name: string;
  /** named in problems */
  file: string;
  /** undefined: the file is no JSON */
  document: unknown;
  /** of a file */
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

/** What files said at another time, by file. */
export const documentFiles = (documents: ReadonlyMap<string, unknown>): Files =>
  filesOf(
    [...documents].map(([file, document]) => ({ name: nameOf(file), file, document })),
    true,
  );

/** All documents below page-schemas/. */
export function readFolder(dir: string, problems: Problem[]): Files {
  const files = jsonFiles(dir, problems);
  return filesOf(
    (files ?? []).map((file) => readDocument(dir, file, problems)),
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

function readDocument(dir: string, file: string, problems: Problem[]): Candidate {
  let text = '';
  try {
    text = readFileSync(join(dir, file), 'utf8').replace(/^\uFEFF/, '');
    return { name: nameOf(file), file, document: JSON.parse(text) as unknown, text };
  } catch (error) {
    problems.push({
      file,
      pointer: '',
      code: 'unreadable-file',
      message: jsonFault(text) ?? `${(error as Error).message}.`,
    });
    return { name: nameOf(file), file, document: undefined, text };
  }
}

const nameOf = (file: string): string => file.replace(/^.*\//, '').replace(/\.json$/, '');
