import { listEn, listZh, type Findings } from '#authored/findings.ts';
import { readDocx } from './docx-text.ts';
import { unseenInWorkbook } from './xlsx-unseen.ts';
import { askThread } from '../background/thread.ts';
import { openPackage, PackageRefused } from './zip-package.ts';

/** milliseconds; real files take under one second */
const TIME_LIMIT = 5_000;
const MEMORY = { old: 160, code: 16 };
const DOCUMENT = { blocks: 20_000, characters: 500_000 };

/** Unseen parts of a file, in both languages; '' for nothing. */
export interface UnseenWords {
  en: string;
  zh: string;
}

const NOTHING: UnseenWords = { en: '', zh: '' };
const NOT_READ: UnseenWords = {
  en: 'it is too large to be looked at for what its preview and search leave out',
  zh: '文件太大，没有检查其中是否有隐藏的内容或批注；请自行确认后再公开',
};

const wordsOf = (unseen: Findings): UnseenWords =>
  unseen.size === 0
    ? NOTHING
    : {
        en: `preview and search leave out what a download still holds: ${listEn(unseen, 'taken')}`,
        zh: `文件中有${listZh(unseen, 'taken')}，预览和搜索中不出现，下载的人仍能看到；不应公开的，请在 Word 中删去后重新上传`,
      };

/** Endings of files whose unseen parts are reported. */
export type TellingKind = 'docx' | 'xlsx';

export const isTelling = (extension: string): extension is TellingKind => extension === 'docx' || extension === 'xlsx';

/**
 * AC3: parts of an office file that its reader does not see, and that are in a download. Never throws for the
 * content of a file.
 */
export async function unseenInFile(path: string, kind: TellingKind): Promise<UnseenWords> {
  const archive = await openPackage(path).catch(() => null);
  if (!archive) return NOTHING;
  try {
    return kind === 'xlsx' ? await unseenInWorkbook(archive) : wordsOf((await readDocx(archive, DOCUMENT)).unseen);
  } catch (error) {
    if (error instanceof PackageRefused) return error.isTooLarge ? NOT_READ : NOTHING;
    throw error;
  } finally {
    archive.close();
  }
}

/**
 * Finds the same without holding up others, in a thread of its own, in Chinese; a file that takes too long counts as
 * unknown.
 */
export async function unseenText(path: string, kind: TellingKind, timeLimit = TIME_LIMIT): Promise<string> {
  const program = new URL('./unseen-text-worker.ts', import.meta.url);
  return askThread<string>(program, { data: { path, kind }, memory: MEMORY, within: timeLimit, isBare: true }).catch(
    () => NOT_READ.zh,
  );
}
