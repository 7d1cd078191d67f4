import { stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Db } from '../../db/tables.ts';
import { openStoredBytes } from '../../files/stored-bytes.ts';
import { mediaTypeOf } from '../../files/media-type.ts';
import type { LogProblem } from './verify-log.ts';

/**
 * PD5: hashes every stored file that anything published names or named. Its hash is part of its name, and the name part
 * of the proof by the log. So bytes cannot be exchanged together with their description. Size and type in the table are
 * those of the bytes and of the ending.
 * @param dir DATA_DIR/files
 * @param removed files whose bytes went by an approved edition (RE7)
 * @returns a problem a file, with the first publication that named it; a file that never came is none (FO5)
 */
export async function verifyFiles(
  db: Db,
  dir: string,
  removed: ReadonlyMap<string, number> = new Map(),
): Promise<{ files: number; problems: LogProblem[] }> {
  const named = await db
    .selectFrom('file_use')
    .leftJoin('file', 'file.filepath', 'file_use.filepath')
    .select((of) => [
      'file_use.filepath',
      'file.sha256',
      'file.size',
      'file.media_type',
      of.fn.min('opened_in').as('no'),
    ])
    .groupBy(['file_use.filepath', 'file.sha256', 'file.size', 'file.media_type'])
    .orderBy('file_use.filepath')
    .execute();
  const bytes = openStoredBytes(dir);
  const problems: LogProblem[] = [];
  for (const { filepath, sha256, size, media_type, no } of named) {
    const damage = await bytes.check(filepath);
    if (removed.has(filepath)) {
      if (damage === null)
        problems.push({ no, code: 'removal-differs', message: `file ${filepath} was removed, and is there` });
      continue;
    }
    const isKnown = sha256 !== null && damage === null;
    if (isKnown && !filepath.includes(sha256))
      problems.push({ no, code: 'file-changed', message: `file ${filepath} has the hash of another in the table` });
    if (isKnown && size !== (await stat(join(dir, filepath))).size)
      problems.push({ no, code: 'file-changed', message: `file ${filepath} has another size in the table: ${size}` });
    if (isKnown && media_type !== mediaTypeOf(extname(filepath).slice(1)))
      problems.push({
        no,
        code: 'file-changed',
        message: `file ${filepath} has another type in the table: ${media_type}`,
      });
    if (damage === 'changed')
      problems.push({
        no,
        code: 'file-changed',
        message: `file ${filepath} does not hold the bytes that were published`,
      });
    else if (damage === 'missing' && sha256 !== null)
      problems.push({ no, code: 'file-missing', message: `file ${filepath} is missing` });
    else if (damage === null && sha256 === null)
      problems.push({ no, code: 'file-missing', message: `file ${filepath} is stored, but missing in the table` });
  }
  return { files: named.length, problems };
}
