import { join } from 'node:path';
import { asksForHelp, become, command } from '#cli/become.mjs';
import { ensureBuilt } from '#cli/build.mjs';
import { ensureInstalled } from '#cli/install.mjs';
import { root } from '#cli/step.mjs';

/** npm run firefox: journeys of visitors and editors in Firefox, by WebDriver BiDi. */
await command(async () => {
  const node = await ensureInstalled();
  if (!asksForHelp && !process.argv.includes('--url')) await ensureBuilt(node);
  become(node, [join(root, 'src/tools/firefox/main.ts'), ...process.argv.slice(2)]);
});
