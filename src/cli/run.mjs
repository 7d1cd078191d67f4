import { resolve } from 'node:path';
import { become, command } from './become.mjs';
import { ensureInstalled } from './install.mjs';
import { serverMemory, serverOptions } from './server-process.mjs';

/**
 * node src/cli/run.mjs program.ts arguments…: runs a TypeScript program under Node 24; installs the packages first if
 * needed. Programs run beside the server on its machine, and take no more memory than they need, either.
 */
const [program, ...args] = process.argv.slice(2);
const isOperators = /^src[\\/](cli|features[\\/][a-z-]+[\\/]cli)[\\/]/.test(program ?? '');

await command(
  async () => {
    if (program === undefined)
      throw new Error('Name a program: node src/cli/run.mjs src/cli/explain.ts /publicChannel/…');
    const node = await ensureInstalled({ dev: !isOperators });
    become(node, [resolve(program), ...args], { ...serverMemory, ...process.env }, serverOptions);
  },
  { isOperators },
);
