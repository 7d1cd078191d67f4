import { join } from 'node:path';
import { asksForHelp, become, command } from '#cli/become.mjs';
import { ensureBuilt } from '#cli/build.mjs';
import { getChromium } from '#cli/chromium.mjs';
import { ensureInstalled } from '#cli/install.mjs';
import { root } from '#cli/step.mjs';

/** npm run screenshots: pictures of every kind of page at three widths, in a folder with an index. */
await command(async () => {
  const node = await ensureInstalled();
  const chromium = asksForHelp ? '' : await getChromium();
  if (!asksForHelp && !process.argv.includes('--url')) await ensureBuilt(node);
  become(node, [join(root, 'src/tools/screenshots/main.ts'), ...process.argv.slice(2)], {
    ...process.env,
    CHROMIUM: chromium,
  });
});
