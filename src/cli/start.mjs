import { join } from 'node:path';
import { become, command } from './become.mjs';
import { ensureBuilt, isBuilt } from './build.mjs';
import { ensureInstalled, developmentWarning } from './install.mjs';
import { serverMemory, serverOptions } from './server-process.mjs';
import { root } from './step.mjs';

const USAGE = `npm start     installs, builds and runs the site, with demonstration data where nothing is published yet
npm run dev   the same without a build, with changes shown as they are saved

Both take no options. Settings are environment variables: docs/settings.md.`;

/** npm start, and npm run dev (--dev): leads from a bare clone to a listening server. */
await command(async () => {
  const words = process.argv.slice(2).filter((word) => word !== '--dev');
  if (words.length > 0) {
    console.log(USAGE);
    process.exit(words.every((word) => word === '--help' || word === '-h') ? 0 : 2);
  }
  const development = process.argv.includes('--dev');
  const production = process.env.SITE_ENV?.trim().toLowerCase() === 'production' && !development;
  const node = await ensureInstalled({ dev: !production || !isBuilt() });
  if (!development) await ensureBuilt(node);
  const warning = production ? developmentWarning() : null;
  if (warning !== null) console.error(warning);
  const env = { NODE_ENV: development ? 'development' : 'production', ...serverMemory, ...process.env };
  become(node, [join(root, 'src/server/main.ts'), ...process.argv.slice(2)], env, serverOptions);
});
