import { join } from 'node:path';
import { become, command } from '#cli/become.mjs';
import { ensureBuilt } from '#cli/build.mjs';
import { getChromium } from '#cli/chromium.mjs';
import { ensureInstalled } from '#cli/install.mjs';
import { root } from '#cli/step.mjs';

/** npm run admin-pictures: takes the pictures of docs/admin in the console with demonstration data. */
await command(async () => {
  if (process.argv.length > 2) {
    console.log('npm run admin-pictures takes the pictures of docs/admin again, in Chromium. It has no options.');
    process.exit(process.argv[2] === '--help' ? 0 : 2);
  }
  const node = await ensureInstalled();
  const chromium = await getChromium();
  await ensureBuilt(node);
  become(node, [join(root, 'src/tools/admin-pictures/main.ts')], {
    ...process.env,
    CHROMIUM: chromium,
    DEMO_TODAY: '2026-11-20',
  });
});
