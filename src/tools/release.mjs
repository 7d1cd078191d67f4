import { join } from 'node:path';
import { become, command } from '#cli/become.mjs';
import { ensureInstalled } from '#cli/install.mjs';
import { root } from '#cli/step.mjs';

/** npm run release: a version with its day in the changelog, checked and packed. */
await command(async () =>
  become(await ensureInstalled(), [join(root, 'src/tools/release/main.ts'), ...process.argv.slice(2)]),
);
