import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

// plain JavaScript without types: its path is put together so that it is not looked for any
const { compilerOptions, compilerMemory } = (await import(
  new URL('../../src/cli/compiler.mjs', import.meta.url).href
)) as { compilerOptions: string[]; compilerMemory: Record<string, string> };

/**
 * Errors of TypeScript in the sources, without tests, in a copy of the product; '' where it finds none. The copy remembers
 * what was checked: after a change the next check looks at what that concerns.
 */
export async function compileCopy(copy: string): Promise<string> {
  const config = JSON.parse(readFileSync('tsconfig.json', 'utf8')) as object;
  writeFileSync(join(copy, 'tsconfig.json'), JSON.stringify({ ...config, include: ['src'] }));
  const compiler = resolve('node_modules/typescript/bin/tsc');
  const remembers = ['--incremental', '--tsBuildInfoFile', join(copy, 'types.tsbuildinfo')];
  const args = [compiler, ...compilerOptions, ...remembers, '-p', copy];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    cwd: copy,
    env: { ...process.env, ...compilerMemory },
    maxBuffer: 64 * 1024 * 1024,
  }).catch((error: { stdout: string }) => error);
  return stdout;
}
