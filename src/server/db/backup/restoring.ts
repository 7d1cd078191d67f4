import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { StoreProblem } from '../store-problem.ts';

/** The file in DATA_DIR that is there while a restore writes into it. */
export const RESTORING = '.restoring';

export const isRestoring = (dataDir: string): boolean => existsSync(join(dataDir, RESTORING));

/** @throws StoreProblem where a restore was broken off: half a store is never served */
export function assertNotRestoring(dataDir: string): void {
  if (!isRestoring(dataDir)) return;
  throw new StoreProblem({
    zh: `向 DATA_DIR ${dataDir} 的恢复中断了，或还在进行。请再运行一次（npm run restore -- 文件）：它会重新开始。`,
    en: `A restore into ${dataDir} was broken off, or is under way. Run it again (npm run restore -- FILE): it begins anew.`,
  });
}
