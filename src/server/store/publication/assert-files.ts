import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StoreProblem } from '../../db/store-problem.ts';
import type { Db } from '../../db/tables.ts';
import { materialsDirOf } from '../../people/customers/materials.ts';
import { phrase, type Phrased, type Sentence } from '../../phrase.mjs';

/** Files that the database knows and that are not there whole, by where they should lie. */
interface LostFiles {
  what: Sentence;
  dir: string;
  /** number of files that should be there */
  known: number;
  lost: { filepath: string; why: Sentence }[];
}

/**
 * Every file that the database knows lies in the files folder with its length, every material of an application beside
 * it. A folder that lost a part is refused at start, because a site that serves the rest would look whole (trust.md,
 * damaged data). Reads no bytes; the scrub does (files/scrub.ts).
 * @param withoutFiles START_WITHOUT_FILES: what is lost is told instead
 * @throws StoreProblem with all that are lost and how to restore them
 */
export async function assertFilesPresent(
  db: Db,
  dir: string,
  { withoutFiles, say }: { withoutFiles: boolean; say: (line: Phrased) => void },
): Promise<void> {
  const files = await db.selectFrom('file').select(['filepath', 'size']).orderBy('filepath').execute();
  const materials = await db
    .selectFrom('pro_material')
    .select(['filepath', 'size'])
    .distinct()
    .orderBy('filepath')
    .execute();
  const all = [
    await findLost({ zh: '个文件', en: 'stored files' }, files, dir),
    await findLost({ zh: '个客户提交的文件', en: 'files that customers sent' }, materials, materialsDirOf(dir)),
  ].filter(({ lost }) => lost.length > 0);
  if (all.length === 0) return;
  const found = { zh: all.map(inChinese).join('\n'), en: all.map(inEnglish).join('\n') };
  if (!withoutFiles)
    throw new StoreProblem({
      zh: `${found.zh}\n请用与这个数据库一起的备份恢复它们；什么也没有改变。若要先不带这些文件提供网站，请用 START_WITHOUT_FILES=on 启动。`,
      en: `${found.en}\nRestore them from the backup that belongs to this database; nothing has been changed. To serve the site without them meanwhile, start with START_WITHOUT_FILES=on.`,
    });
  say(
    phrase({
      zh: `${found.zh}\nSTART_WITHOUT_FILES=on：网站不带这些文件提供，它们的地址回答 404。`,
      en: `${found.en}\nSTART_WITHOUT_FILES=on: the site is served without them, and their addresses answer 404.`,
    }),
  );
}

async function findLost(
  what: Sentence,
  files: readonly { filepath: string; size: number }[],
  dir: string,
): Promise<LostFiles> {
  const lost: LostFiles['lost'] = [];
  for (const { filepath, size } of files) {
    const there = await stat(join(dir, filepath)).catch(() => null);
    if (!there?.isFile()) lost.push({ filepath, why: { zh: '缺失', en: 'missing' } });
    else if (there.size !== size)
      lost.push({
        filepath,
        why: { zh: `应有 ${size} 字节，现有 ${there.size}`, en: `${there.size} bytes instead of ${size}` },
      });
  }
  return { what, dir, known: files.length, lost };
}

const inEnglish = ({ what, dir, known, lost }: LostFiles): string =>
  [
    `${lost.length} of ${known} ${what.en} in ${dir} ${lost.length === 1 ? 'is' : 'are'} missing or damaged:`,
    ...lost.map(({ filepath, why }) => `  ${filepath}: ${why.en}`),
  ].join('\n');

const inChinese = ({ what, dir, known, lost }: LostFiles): string =>
  [
    `文件夹 ${dir} 应有 ${known} ${what.zh}，其中 ${lost.length} 个缺失或损坏：`,
    ...lost.map(({ filepath, why }) => `  ${filepath}：${why.zh}`),
  ].join('\n');
