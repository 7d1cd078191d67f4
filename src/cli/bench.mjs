import { join } from 'node:path';
import { become, command } from './become.mjs';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { root } from './step.mjs';

/** npm run bench: the built product measured against its limits (docs/bench.md). */
await command(async () => {
  const node = await ensureInstalled();
  await ensureBuilt(node);
  become(node, [join(root, 'tests/bench/main.ts'), ...process.argv.slice(2)], {
    ...process.env,
    NODE_ENV: 'production',
  });
});
