import { join } from 'node:path';
import { asksForHelp, become, command } from '#cli/become.mjs';
import { ensureBuilt } from '#cli/build.mjs';
import { ensureInstalled } from '#cli/install.mjs';
import { root } from '#cli/step.mjs';

/** npm run bench: measures the built product and compares it with its limits (docs/bench.md). */
await command(async () => {
  const node = await ensureInstalled();
  if (!asksForHelp) await ensureBuilt(node);
  become(node, [join(root, 'tests/bench/main.ts'), ...process.argv.slice(2)], {
    ...process.env,
    NODE_ENV: 'production',
  });
});
