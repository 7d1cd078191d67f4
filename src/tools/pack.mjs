import { join } from 'node:path';
import { asksForHelp, become, command } from '#cli/become.mjs';
import { ensureBuilt } from '#cli/build.mjs';
import { ensureInstalled } from '#cli/install.mjs';
import { root } from '#cli/step.mjs';

/** npm run pack: one file with everything that this version needs to run. */
await command(async () => {
  const node = await ensureInstalled();
  if (!asksForHelp) await ensureBuilt(node);
  become(node, [join(root, 'src/tools/pack/main.ts'), ...process.argv.slice(2)]);
});
