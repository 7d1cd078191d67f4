import { join } from 'node:path';
import { become, command } from './become.mjs';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { root } from './step.mjs';

/** npm run crawl: every page of the demonstration, or of the site that --url names, checked by HTTP. */
await command(async () => {
  const node = await ensureInstalled();
  if (!process.argv.includes('--url')) await ensureBuilt(node);
  become(node, [join(root, 'src/cli/crawl/main.ts'), ...process.argv.slice(2)]);
});
