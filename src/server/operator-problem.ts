import { isStoreAway } from './errors.ts';
import { phrase, type Sentence } from './phrase.mjs';

/**
 * Something that an operator has to mend, in whole sentences of both languages (CM1): what happened, why, what to do.
 * Printed without a stack. Logs, which programs and developers read, have the English one as its message.
 */
export class OperatorProblem extends Error {
  readonly sentence: Sentence;

  constructor(sentence: Sentence, options?: ErrorOptions) {
    super(sentence.en, options);
    this.sentence = sentence;
  }
}

/** Message of an error in both languages: its own words stand for both where it has no others. */
export function sentenceOf(error: unknown): Sentence {
  const { sentence } = (error ?? {}) as { sentence?: Sentence };
  const words = error instanceof Error ? error.message : String(error);
  return sentence ?? { zh: words, en: words };
}

/** Message of an error in the language of this process. */
export const problemWords = (error: unknown): string => phrase(sentenceOf(error));

/** Reasons of the system, by its code, as the end of a sentence. */
const REASONS: Readonly<Record<string, Sentence>> = {
  ENOTDIR: { zh: '路径中有一段不是文件夹', en: 'a part of its path is no folder' },
  EISDIR: { zh: '这是文件夹，不是文件', en: 'it is a folder and no file' },
  EACCES: { zh: '没有权限', en: 'this user has no right to it' },
  EPERM: { zh: '没有权限', en: 'this user has no right to it' },
  EROFS: { zh: '文件系统只读', en: 'its file system is read-only' },
  EEXIST: { zh: '已经有这个文件', en: 'it is there already' },
  ENOSPC: { zh: '磁盘已满', en: 'the disk is full' },
  EDQUOT: { zh: '磁盘配额已用完', en: 'the quota of the disk is used up' },
  EMFILE: { zh: '打开的文件太多', en: 'too many files are open' },
  ENAMETOOLONG: { zh: '文件名太长', en: 'its name is too long' },
  EIO: { zh: '磁盘读写出错', en: 'the disk cannot be read or written' },
};

/** Reason of an error of the system as the end of a sentence; its own words where it has no others. */
export const systemReason = (error: unknown): Sentence =>
  REASONS[(error as NodeJS.ErrnoException | null)?.code ?? ''] ?? sentenceOf(error);

/** CM1: an error of the system, or of a database that is away, in whole sentences; null: it is neither. */
export function systemProblem(error: unknown): Sentence | null {
  const { code = '', path, message = '', sentence } = (error ?? {}) as NodeJS.ErrnoException & { sentence?: Sentence };
  if (sentence !== undefined) return null;
  if (isStoreAway(error))
    return {
      zh: `数据库不能使用（${message}）。请等它恢复后再试。`,
      en: `The database is away (${message}). Try again when it is back.`,
    };
  if (!/^E[A-Z0-9]+$/.test(code)) return null;
  if (code === 'ENOENT' && path !== undefined)
    return {
      zh: `没有文件 ${path}，或没有它所在的文件夹。`,
      en: `There is no file ${path}, or no folder that it lies in.`,
    };
  const why = systemReason(error);
  return path === undefined
    ? { zh: `系统没有完成这一步：${why.zh}。`, en: `The system did not do this: ${why.en}.` }
    : { zh: `文件 ${path} 不能使用：${why.zh}。`, en: `The file ${path} cannot be used: ${why.en}.` };
}
