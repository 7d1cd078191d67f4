import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StoreProblem } from '../../db/store-problem.ts';
import type { Db } from '../../db/tables.ts';
import { materialsDirOf } from '../../people/customers/materials.ts';

/** Files that the database knows and that are not there whole, by where they should lie. */
interface LostFiles {
  what: string;
  dir: string;
  /** how many should be there */
  known: number;
  lost: { filepath: string; why: string }[];
}

/**
 * Every file that the database knows lies in the files folder with its length, every material of an application beside
 * it: a folder that lost a part is refused at start, because a site that serves the rest would look whole (trust.md,
 * damaged data). Reads no bytes; the scrub does (files/scrub.ts).
 * @param withoutFiles START_WITHOUT_FILES: what is lost is told instead
 * @throws StoreProblem with all that are lost and how to restore them
 */
export async function assertFilesPresent(
  db: Db,
  dir: string,
  { withoutFiles, say }: { withoutFiles: boolean; say: (line: string) => void },
): Promise<void> {
  const files = await db.selectFrom('file').select(['filepath', 'size']).orderBy('filepath').execute();
  const materials = await db
    .selectFrom('pro_material')
    .select(['filepath', 'size'])
    .distinct()
    .orderBy('filepath')
    .execute();
  const all = [
    await findLost('stored files', files, dir),
    await findLost('files that customers sent', materials, materialsDirOf(dir)),
  ].filter(({ lost }) => lost.length > 0);
  if (all.length === 0) return;
  const found = all.map(inWords).join('\n');
  if (!withoutFiles)
    throw new StoreProblem(
      `${found}\nRestore them from the backup that belongs to this database; nothing has been changed. To serve the site without them meanwhile, start with START_WITHOUT_FILES=on.`,
    );
  say(`${found}\nSTART_WITHOUT_FILES=on: the site is served without them, and their addresses answer 404.`);
}

async function findLost(
  what: string,
  files: readonly { filepath: string; size: number }[],
  dir: string,
): Promise<LostFiles> {
  const lost: LostFiles['lost'] = [];
  for (const { filepath, size } of files) {
    const there = await stat(join(dir, filepath)).catch(() => null);
    if (!there?.isFile()) lost.push({ filepath, why: 'missing' });
    else if (there.size !== size) lost.push({ filepath, why: `${there.size} bytes instead of ${size}` });
  }
  return { what, dir, known: files.length, lost };
}

const inWords = ({ what, dir, known, lost }: LostFiles): string =>
  [
    `${lost.length} of ${known} ${what} in ${dir} ${lost.length === 1 ? 'is' : 'are'} missing or damaged:`,
    ...lost.map(({ filepath, why }) => `  ${filepath}: ${why}`),
  ].join('\n');
