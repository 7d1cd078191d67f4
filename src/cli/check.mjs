import { command } from './become.mjs';
import { runChecks } from './checks.mjs';
import { ensureInstalled } from './install.mjs';

/** npm run check: lint, types, page schemas, walls. */
await command(async () => {
  const { failed } = await runChecks(await ensureInstalled());
  process.exit(failed === 0 ? 0 : 1);
});
