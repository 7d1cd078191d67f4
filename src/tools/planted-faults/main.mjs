import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { command } from '#cli/become.mjs';
import { getChromium, getHeadlessShell } from '#cli/chromium.mjs';
import { ensureInstalled } from '#cli/install.mjs';
import { root } from '#cli/step.mjs';
import { messageOf, testEnvironment } from '#cli/suites.mjs';
import { faults } from './faults.mjs';

/**
 * npm run planted-faults [-- RULE…]: plants one fault after another, of these rules or all, in a copy of the last commit
 * and runs the tests that must find it. The copy is built for journeys alone. Exits with 1 if a fault was not found.
 */
const HELP = `npm run planted-faults             every fault
npm run planted-faults -- RULE…    the faults of these rules, such as PB3
npm run planted-faults -- --list   the faults and the tests that must find them`;

/** milliseconds after which tests that a fault holds up are ended: the fault is not found */
const PATIENCE = 600_000;

/** The runners, which end with the first test that fails. */
const VITEST =
  'node_modules/vitest/vitest.mjs run --config tests/vitest.config.ts --bail 1 --reporter=default --reporter=json'.split(
    ' ',
  );
const PLAYWRIGHT =
  'node_modules/@playwright/test/cli.js test --config tests/playwright.config.ts --max-failures 1 --project visitors --project console --reporter=list,json'.split(
    ' ',
  );

/** @typedef {import('./faults.mjs').Fault} Fault */

/**
 * The copy in which faults are planted.
 * @typedef {object} Copy
 * @property {string} folder
 * @property {string} node path of the Node that runs the tests
 * @property {NodeJS.ProcessEnv} env of the tests
 * @property {() => Promise<string | null>} build builds the copy as it is now; why it could not be built
 */

/**
 * Outcome of a planted fault.
 * @typedef {object} Outcome
 * @property {string[]} failed the tests that failed, each with its error; with none the fault is not found
 * @property {string} output what the runner printed
 */

await command(async () => {
  const wanted = process.argv.slice(2);
  if (wanted.includes('--help')) return console.log(HELP);
  if (wanted.includes('--list')) return faults.forEach((fault) => console.log(lineOf(fault)));
  const unknown = wanted.filter((rule) => !faults.some((fault) => fault.rule === rule));
  if (unknown.length > 0) {
    console.error(`No fault is planted for ${unknown.join(', ')}.\n\n${HELP}`);
    process.exit(2);
  }
  const began = Date.now();
  const chosen = faults.filter(({ rule }) => wanted.length === 0 || wanted.includes(rule));
  const copy = await makeCopy(chosen.some(isShown));
  let found = 0;
  for (const fault of chosen) if (await isFound(copy, fault)) found += 1;
  const minutes = ((Date.now() - began) / 60_000).toFixed(1);
  console.log(`${found} of ${chosen.length} faults found in ${minutes} minutes`);
  process.exitCode = found === chosen.length ? 0 : 1;
});

/** Whether a browser has to show the fault. @param {Fault} fault */
function isShown({ tests }) {
  return tests.some((file) => file.startsWith('tests/journeys/'));
}

/** @param {Fault} fault */
function lineOf({ rule, what, tests, title }) {
  return `${rule.padEnd(12)} ${what}: ${tests.join(', ')}${title === undefined ? '' : `, ${title}`}`;
}

/**
 * @param {boolean} inBrowser whether a browser is needed
 * @returns {Promise<Copy>} goes with this process
 */
async function makeCopy(inBrowser) {
  const node = await ensureInstalled();
  const folder = mkdtempSync(join(tmpdir(), 'planted-faults-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));
  execFileSync('git', ['clone', '-q', root, folder]);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const chromium = inBrowser ? await getChromium() : null;
  // the build of the copy is that of its own sources
  const { ensureBuilt } = await import(pathToFileURL(join(folder, 'src/cli/build.mjs')).href);
  return {
    folder,
    node,
    env: testEnvironment(chromium && { CHROMIUM: chromium, HEADLESS_SHELL: getHeadlessShell(chromium) }),
    build: () =>
      ensureBuilt(node).then(
        () => null,
        ({ message }) => message,
      ),
  };
}

/** @param {Copy} copy @param {Fault} fault */
async function isFound(copy, fault) {
  const began = Date.now();
  const { failed, output } = await plant(copy, fault);
  const seconds = ((Date.now() - began) / 1000).toFixed(0);
  console.log(`${failed.length > 0 ? 'found' : 'NOT FOUND'} ${fault.rule}: ${fault.what} (${seconds} s)`);
  console.log(failed.length > 0 ? `by ${failed[0]}` : stripVTControlCharacters(output).trim().slice(-2000));
  return failed.length > 0;
}

/**
 * Plants a fault, runs its tests and takes it back. What could not be planted, built or started, or ended without a failed
 * test, has found nothing.
 * @param {Copy} copy
 * @param {Fault} fault
 * @returns {Promise<Outcome>}
 */
async function plant(copy, fault) {
  const path = join(copy.folder, fault.file);
  const good = readFileSync(path, 'utf8');
  if (good.split(fault.find).length !== 2)
    return { failed: [], output: `${fault.file} of the last commit does not hold once: ${fault.find}` };
  writeFileSync(
    path,
    good.replace(fault.find, () => fault.put),
  );
  try {
    const broken = isShown(fault) ? await copy.build() : null;
    return broken === null ? runTests(copy, fault) : { failed: [], output: broken };
  } finally {
    writeFileSync(path, good);
  }
}

/** @param {Copy} copy @param {Fault} fault @returns {Outcome} */
function runTests({ folder, node, env }, fault) {
  const report = join(folder, 'planted-faults.json');
  rmSync(report, { force: true });
  const { args, readFailed } = isShown(fault) ? journeysOf(fault) : testsOf(fault, report);
  const { stdout, stderr, error } = spawnSync(node, args, {
    cwd: folder,
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    encoding: 'utf8',
    timeout: PATIENCE,
    maxBuffer: Infinity,
  });
  return {
    failed: existsSync(report) ? readFailed(JSON.parse(readFileSync(report, 'utf8'))) : [],
    output: `${stdout}${stderr}${error?.message ?? ''}`,
  };
}

/** A pattern that selects tests by a part of their title, in the form of the runners. @param {string} title */
function asPattern(title) {
  return title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** @param {Fault} fault @param {string} report */
function testsOf({ tests, title }, report) {
  const named = title === undefined ? [] : ['--testNamePattern', asPattern(title)];
  return {
    args: [...VITEST, `--outputFile.json=${report}`, ...named, ...tests],
    readFailed: ({ testResults }) =>
      testResults
        .flatMap(({ assertionResults }) => assertionResults)
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => messageOf(fullName, failureMessages[0])),
  };
}

/** @param {Fault} fault */
function journeysOf({ tests, title }) {
  const failedIn = ({ suites = [], specs = [] }) => [
    ...specs
      .filter(({ ok }) => !ok)
      .map((spec) => messageOf(spec.title, spec.tests[0]?.results.at(-1)?.error?.message)),
    ...suites.flatMap(failedIn),
  ];
  return { args: [...PLAYWRIGHT, '--grep', asPattern(title), ...tests], readFailed: failedIn };
}
