import { command } from './become.mjs';
import { runChecks } from './checks.mjs';
import { ensureInstalled } from './install.mjs';

/**
 * npm run check: format, lint, types, page schemas, house rules. npm run check -- pages: only pages and registers, in
 * seconds.
 */
await command(async () => {
  const [only, ...more] = process.argv.slice(2);
  if ((only !== undefined && only !== 'pages') || more.length > 0) {
    console.error('npm run check checks everything; npm run check -- pages only page-schemas/.');
    process.exit(2);
  }
  const { failed } = await runChecks(await ensureInstalled(), { only });
  process.exit(failed === 0 ? 0 : 1);
});
