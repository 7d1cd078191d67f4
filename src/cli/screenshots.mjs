import { join } from 'node:path';
import { become, command } from './become.mjs';
import { ensureBuilt } from './build.mjs';
import { getChromium } from './chromium.mjs';
import { ensureInstalled } from './install.mjs';
import { root } from './step.mjs';

/** npm run screenshots: every kind of page at three widths, as pictures in a folder with an index. */
await command(async () => {
  const node = await ensureInstalled();
  const chromium = await getChromium();
  if (!process.argv.includes('--url')) await ensureBuilt(node);
  become(node, [join(root, 'src/cli/screenshots/main.ts'), ...process.argv.slice(2)], {
    ...process.env,
    CHROMIUM: chromium,
  });
});
