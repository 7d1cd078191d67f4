import { command } from './become.mjs';
import { ensureBuilt } from './build.mjs';
import { runChecks } from './checks.mjs';
import { countCosts } from './costs.mjs';
import { getChromium, getHeadlessShell } from './chromium.mjs';
import { ensureInstalled } from './install.mjs';
import { StepFailed } from './step.mjs';
import { noTests, runPlaywright, runVitest, testEnvironment } from './suites.mjs';
import { chooseTests, HELP, WrongChoice } from './test-choice.mjs';

/**
 * npm test: runs each promise's tests, from a bare clone; with arguments it runs a part, with --slow the further tries (test-choice.mjs). A part that cannot run
 * counts as failed, with the reason. The last lines are the time of each part and the total.
 */
const total = noTests();
const times = [];
/** Processor seconds of a whole run; null where a part runs. */
let costs = null;

function add({ passed, failed, skipped = [], failures = [] }) {
  total.passed += passed;
  total.failed += failed;
  total.skipped.push(...skipped);
  total.failures.push(...failures);
}

/** Returns the result of `act`, or null when it failed; the failure is then counted and printed. */
async function attempt(part, act) {
  try {
    return await timed(part, act);
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error;
    console.log(error.message);
    add({ passed: 0, failed: 1, failures: [error.message] });
    return null;
  }
}

async function timed(part, act) {
  const began = Date.now();
  try {
    return await act();
  } finally {
    times.push(`${part} ${((Date.now() - began) / 1000).toFixed(0)} s`);
    costs?.count(part);
  }
}

const run = async (part, tests) => add(await timed(part, tests));

await command(async () => {
  const choice = choose(process.argv.slice(2));
  if (choice.whole) costs = countCosts(choice.whole);
  const node = await attempt('install', ensureInstalled);
  if (node !== null) await runChosen(node, choice);
  for (const title of new Set(total.skipped)) console.log(`skipped: ${title}`);
  if (total.skipped.length > 0) console.log(`${total.skipped.length} skipped in all`);
  for (const failure of total.failures) console.log(`failed: ${failure}`);
  for (const line of costs?.end() ?? []) console.log(line);
  console.log(`time: ${times.join(', ')}`);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
});

function choose(args) {
  try {
    const choice = chooseTests(args);
    if (choice !== null) return choice;
    console.log(HELP);
    process.exit(0);
  } catch (error) {
    if (!(error instanceof WrongChoice)) throw error;
    console.error(`${error.message}\n\n${HELP}`);
    process.exit(2);
  }
}

async function runChosen(node, { whole, build, checks, house, vitest, journeys, external }) {
  const chromium = build ? await attempt('browser', getChromium) : null;
  const built = build && (await attempt('build', () => ensureBuilt(node))) !== null;
  if (checks) await run('checks', () => runChecks(node, { house }));
  const env = testEnvironment(
    chromium === null ? {} : { CHROMIUM: chromium, HEADLESS_SHELL: getHeadlessShell(chromium) },
  );
  Object.assign(env, costs?.env);
  // tests with further tries take all of them (tests/world/proof.ts)
  const tried = whole === 'slow' ? { ...env, TEST_FURTHER: '1' } : env;
  if (vitest) await run('units and server', () => runVitest(node, vitest, tried));
  const { TEST_DATABASE_URL } = process.env;
  if (external && TEST_DATABASE_URL) {
    const second = { ...env, TEST_DATABASE_URL };
    await run('server on TEST_DATABASE_URL', () => runVitest(node, ['--project', 'server'], second));
  }
  if (chromium === null || !built) return;
  for (const chosen of journeys) await run('journeys', () => runPlaywright(node, chosen, env));
}
