import { createHash } from 'node:crypto';
import { createReadStream, lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { phrase } from '#server/phrase.mjs';

/** Name of the list of contents at the top of an unpacked file. */
export const CONTENTS = 'contents.json';

/** Folder of a site that was started without a DATA_DIR in the unpacked folder. */
const DATA = 'data';

/** List of what `npm run pack` put into one file (UP6). Paths are relative to the unpacked folder, without the list itself. */
export interface Contents {
  name: string;
  version: string;
  /** the system that it runs on, such as linux-x64 */
  system: string;
  /** size in bytes and SHA-256 in hex of each file by its path */
  files: Record<string, { size: number; sha256: string }>;
  /** target of each symbolic link by its path */
  links: Record<string, string>;
}

/**
 * Reads the list of contents of an unpacked folder.
 * @returns null: there is none, or it is not whole
 */
export function readContents(home: string): Contents | null {
  try {
    return JSON.parse(readFileSync(join(home, CONTENTS), 'utf8')) as Contents;
  } catch {
    return null;
  }
}

/** Sentences about what is missing or of another length (UP8). No file is read, so it takes a moment. */
export function findMissing(home: string, { files, links }: Contents): string[] {
  return [...Object.keys(files), ...Object.keys(links)].flatMap((path) => {
    const found = lstatSync(join(home, path), { throwIfNoEntry: false });
    if (!found) return [missing(path)];
    const isSame = path in files ? found.isFile() && found.size === files[path]!.size : found.isSymbolicLink();
    return isSame ? [] : [changed(path)];
  });
}

/** Sentences about each file that is missing, changed or additional (UP8). All files are read. */
export async function compareInstall(home: string, contents: Contents): Promise<string[]> {
  const { files, links } = contents;
  const sentences = findMissing(home, contents);
  const known = new Set(sentences);
  for (const [path, { sha256 }] of Object.entries(files)) {
    if (known.has(missing(path)) || known.has(changed(path))) continue;
    if ((await sha256Of(join(home, path))) !== sha256) sentences.push(changed(path));
  }
  for (const [path, target] of Object.entries(links)) {
    if (known.has(missing(path)) || known.has(changed(path))) continue;
    if (readlinkSync(join(home, path)) !== target) sentences.push(changed(path));
  }
  for (const path of filesBelow(home, ''))
    if (!(path in files) && !(path in links) && path !== CONTENTS)
      sentences.push(
        phrase({ zh: `文件 ${path} 不属于这个版本。`, en: `The file ${path} is no part of this version.` }),
      );
  return sentences.sort();
}

const missing = (path: string): string => phrase({ zh: `缺少文件 ${path}。`, en: `The file ${path} is missing.` });
const changed = (path: string): string =>
  phrase({ zh: `文件 ${path} 与打包时不同。`, en: `The file ${path} is not as it was packed.` });

/** SHA-256 of a file in hex. */
export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

function filesBelow(home: string, folder: string): string[] {
  return readdirSync(join(home, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (path === DATA) return [];
    return entry.isDirectory() ? filesBelow(home, path) : [path];
  });
}
