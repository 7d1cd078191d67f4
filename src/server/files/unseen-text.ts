import { listEn, listZh, type Findings } from '#authored/findings.ts';
import { readDocx } from './docx-text.ts';
import { unseenInWorkbook } from './xlsx-unseen.ts';
import { threadAnswer } from './thread-answer.ts';
import { openPackage, PackageRefused } from './zip-package.ts';

/** milliseconds; real files take under one second */
const TIME_LIMIT = 5_000;
const MEMORY = { maxOldGenerationSizeMb: 160, maxYoungGenerationSizeMb: 32, codeRangeSizeMb: 16, stackSizeMb: 4 };
const DOCUMENT = { blocks: 20_000, characters: 500_000 };

/** What of a file is not seen, in both languages; '' for nothing. */
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

/** Endings of files of which it is told what nobody sees in them. */
export type TellingKind = 'docx' | 'xlsx';

export const isTelling = (extension: string): extension is TellingKind => extension === 'docx' || extension === 'xlsx';

/**
 * AC3: what an office file holds that whoever looks at it does not see, and whoever downloads it finds. Never throws for
 * what it is.
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

/** The same without holding up others, in a thread of its own, in Chinese; that it is not known of what takes too long. */
export async function unseenText(path: string, kind: TellingKind, timeLimit = TIME_LIMIT): Promise<string> {
  return threadAnswer(new URL('./unseen-text-worker.ts', import.meta.url), {
    data: { path, kind },
    resourceLimits: MEMORY,
    timeLimit,
    otherwise: NOT_READ.zh,
  });
}
