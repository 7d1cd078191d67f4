import { OperatorProblem } from '../operator-problem.ts';
import type { Sentence } from '../phrase.mjs';

/**
 * The store cannot be opened, and a person has to do something about it. The message is whole sentences: what
 * happened, why, what to do; the start prints it without a stack. It never holds a password.
 */
export class StoreProblem extends OperatorProblem {
  override readonly name = 'StoreProblem';
  /** PostgreSQL could not be reached or is starting; it may answer later by itself */
  readonly isAway: boolean;

  constructor(sentence: Sentence, { isAway = false, cause }: { isAway?: boolean; cause?: unknown } = {}) {
    super(sentence, { cause });
    this.isAway = isAway;
  }
}

/**
 * A message of PostgreSQL about a part of itself that is gone or cannot be read (its classes 58 and XX), with advice;
 * any other error as it is.
 */
export function damageProblem(error: unknown): unknown {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: string };
  if (typeof code !== 'string' || !/^(58...|XX00[12])$/.test(code)) return error;
  return new StoreProblem({
    zh: `数据库已损坏：${message}。请用同一份备份恢复整个 DATA_DIR，或 DATABASE_URL 所指的 PostgreSQL；丢失的部分没有用新的代替。`,
    en: `The database is damaged: ${message}. Restore the whole DATA_DIR, or the PostgreSQL that DATABASE_URL names, from one backup; nothing was made new in place of what is lost.`,
  });
}
