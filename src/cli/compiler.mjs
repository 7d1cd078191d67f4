/**
 * Options of TypeScript: one checker, because several learn the same types each. It collects no garbage as long as it
 * takes no more memory than this. Together they halve its processor time.
 */
export const compilerOptions = ['--noEmit', '--checkers', '1'];
export const compilerMemory = { GOGC: 'off', GOMEMLIMIT: '1500MiB' };
