import { resolve } from 'node:path';
import { become, command } from './become.mjs';
import { ensureInstalled } from './install.mjs';

/**
 * node src/cli/run.mjs program.ts arguments…: runs a TypeScript program under Node 24; installs the packages first if
 * needed.
 */
await command(async () => {
  const [program, ...args] = process.argv.slice(2);
  if (program === undefined)
    throw new Error('Name a program: node src/cli/run.mjs src/cli/explain.ts /publicChannel/…');
  become(await ensureInstalled({ dev: !/^src[\\/]cli[\\/]/.test(program) }), [resolve(program), ...args]);
});
