/** Base of stored files; wire/paths.ts states the same address for the server. */
export const FILE_BASE = '/static-file/';
/** Base of our own viewer of office files (FO2). */
export const PREVIEW_BASE = '/preview/';

const FILEPATH = '(\\d{4})/(0[1-9]|1[0-2])/([0-9a-f]{64})\\.([a-z0-9]{1,8})';
const WHOLE = new RegExp(`^${FILEPATH}$`);

/**
 * A filepath is yyyy/mm/{SHA-256 of the content, 64 hex digits}.{ext}. The whole hash stands in the name, so a
 * publication whose rows are proved by the log proves the bytes of its files too (PB3).
 */
export interface FilepathParts {
  sha256: string;
  /** lower case, no dot */
  extension: string;
}

/** The parts of a filepath; null for anything else, however encoded. */
export function parseFilepath(filepath: string): FilepathParts | null {
  const match = WHOLE.exec(filepath);
  return match && { sha256: match[3]!, extension: match[4]! };
}

/** All filepaths named as /static-file/{filepath} in a text, each once, in order. */
export function filepathsIn(text: string): string[] {
  const found = text.matchAll(new RegExp(`${FILE_BASE}(${FILEPATH})`, 'g'));
  return [...new Set(Array.from(found, (match) => match[1]!))];
}
