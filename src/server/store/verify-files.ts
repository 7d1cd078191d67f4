import type { Db } from '../db/tables.ts';
import { openStoredBytes } from '../files/stored-bytes.ts';
import type { LogProblem } from './verify-log.ts';

/**
 * PD5: hashes every stored file that anything published names or named. Its hash is part of its name, and the name part
 * of what the log proves, so bytes cannot be exchanged together with what is written of them.
 * @param dir DATA_DIR/files
 * @returns a problem a file, with the first publication that named it; a file that never came is none (FO5)
 */
export async function verifyFiles(db: Db, dir: string): Promise<{ files: number; problems: LogProblem[] }> {
  const named = await db
    .selectFrom('file_use')
    .leftJoin('file', 'file.filepath', 'file_use.filepath')
    .select((of) => ['file_use.filepath', 'file.sha256', of.fn.min('opened_in').as('no')])
    .groupBy(['file_use.filepath', 'file.sha256'])
    .orderBy('file_use.filepath')
    .execute();
  const bytes = openStoredBytes(dir);
  const problems: LogProblem[] = [];
  for (const { filepath, sha256, no } of named) {
    const damage = await bytes.check(filepath);
    if (damage === 'changed')
      problems.push({
        no,
        code: 'file-changed',
        message: `file ${filepath} does not hold the bytes that were published`,
      });
    else if (damage === 'missing' && sha256 !== null)
      problems.push({ no, code: 'file-missing', message: `file ${filepath} is missing` });
  }
  return { files: named.length, problems };
}
