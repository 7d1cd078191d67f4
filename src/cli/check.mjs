import { join } from 'node:path';
import { become, command } from './become.mjs';
import { ensureBuilt } from './build.mjs';
import { runChecks } from './checks.mjs';
import { findChromium } from './chromium.mjs';
import { ensureInstalled } from './install.mjs';
import { root } from './step.mjs';
import { EXIT } from '#server/exit-codes.mjs';

const USAGE = `npm run check            format, lint, types, page schemas and house rules
npm run check -- pages   only page-schemas/, in seconds
npm run check -- site    what a running site says, before an upgrade and after it; --help tells more`;

/**
 * Runs `npm run check`: format, lint, types, page schemas, house rules. With `pages` it checks only pages and
 * registers, in seconds. With `site` it compares the pages of a running site before and after an upgrade.
 */
await command(
  async () => {
    const [only, ...more] = process.argv.slice(2);
    if (only === 'site') {
      const chromium = findChromium();
      // pictures are the one part that a lean copy lacks
      const isDemonstration = more.includes('--demonstration');
      const node = await ensureInstalled({
        dev: isDemonstration || more.some((word) => word.startsWith('--pictures')),
      });
      if (isDemonstration) await ensureBuilt(node);
      return become(node, [join(root, 'src/tools/compare-site/main.ts'), ...more], {
        ...process.env,
        ...(chromium && { CHROMIUM: chromium }),
      });
    }
    if (only === '--help' || only === '-h') {
      console.log(USAGE);
      process.exit(EXIT.done);
    }
    if ((only !== undefined && only !== 'pages') || more.length > 0) {
      console.error(USAGE);
      process.exit(EXIT.notBegun);
    }
    const { failed } = await runChecks(await ensureInstalled(), { only });
    process.exit(failed === 0 ? EXIT.done : EXIT.problems);
  },
  { isOperators: process.argv[2] === 'site' },
);
