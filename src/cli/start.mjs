import { join } from 'node:path';
import { become, command } from './become.mjs';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { serverMemory, serverOptions } from './server-process.mjs';
import { root } from './step.mjs';

/** npm start, and npm run dev (--dev): leads from a bare clone to a listening server. */
await command(async () => {
  const development = process.argv.includes('--dev');
  const node = await ensureInstalled();
  if (!development) await ensureBuilt(node);
  const env = { NODE_ENV: development ? 'development' : 'production', ...serverMemory, ...process.env };
  become(node, [join(root, 'src/server/main.ts'), ...process.argv.slice(2)], env, serverOptions);
});
