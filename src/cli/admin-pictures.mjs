import { join } from 'node:path';
import { become, command } from './become.mjs';
import { ensureBuilt } from './build.mjs';
import { getChromium } from './chromium.mjs';
import { ensureInstalled } from './install.mjs';
import { root } from './step.mjs';

/** npm run admin-pictures: the pictures of docs/admin, taken of the console with demonstration data. */
await command(async () => {
  const node = await ensureInstalled();
  const chromium = await getChromium();
  await ensureBuilt(node);
  become(node, [join(root, 'src/cli/admin-pictures/main.ts')], {
    ...process.env,
    CHROMIUM: chromium,
    DEMO_TODAY: '2026-11-20',
  });
});
