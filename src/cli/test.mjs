import { command } from './become.mjs';
import { ensureBuilt } from './build.mjs';
import { runChecks } from './checks.mjs';
import { getChromium } from './chromium.mjs';
import { ensureInstalled } from './install.mjs';
import { StepFailed } from './step.mjs';
import { hasJourneys, noTests, runPlaywright, runVitest, testEnvironment } from './suites.mjs';

/**
 * npm test: everything, from a bare clone. A part that cannot run counts as failed, with the sentence that says why;
 * the last line is the sum.
 */
const total = noTests();

function add({ passed, failed, skipped = [], failures = [], repeated = [] }) {
  total.passed += passed;
  total.failed += failed;
  total.skipped.push(...skipped);
  total.failures.push(...failures);
  total.repeated.push(...repeated);
}

/** What `act` answers, or null when it failed for a reason that is told. */
async function attempt(act) {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error;
    console.log(error.message);
    add({ passed: 0, failed: 1, failures: [error.message] });
    return null;
  }
}

await command(async () => {
  const node = await attempt(ensureInstalled);
  if (node !== null) await runAll(node);
  for (const title of new Set(total.skipped)) console.log(`skipped: ${title}`);
  if (total.skipped.length > 0) console.log(`${total.skipped.length} skipped in all`);
  for (const test of total.repeated) console.log(`passed only when repeated: ${test}`);
  for (const failure of total.failures) console.log(`failed: ${failure}`);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
});

async function runAll(node) {
  const chromium = await attempt(getChromium);
  const built = await attempt(async () => {
    await ensureBuilt(node);
    return true;
  });
  add(await runChecks(node, { house: false }));
  const env = testEnvironment(chromium === null ? {} : { CHROMIUM: chromium });
  add(await runVitest(node, [], env));
  const { TEST_DATABASE_URL } = process.env;
  if (TEST_DATABASE_URL) add(await runVitest(node, ['--project', 'server'], { ...env, TEST_DATABASE_URL }));
  if (chromium !== null && built && hasJourneys()) add(await runPlaywright(node, env));
}
