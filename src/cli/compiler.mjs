/**
 * How TypeScript is run: by one checker, because several learn the same types each, and without collecting garbage as
 * long as it takes no more memory than this. Together they halve its processor time.
 */
export const compilerOptions = ['--noEmit', '--checkers', '1'];
export const compilerMemory = { GOGC: 'off', GOMEMLIMIT: '1500MiB' };
