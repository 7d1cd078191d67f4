import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { command } from '#cli/become.mjs';
import { ensureBuilt } from '#cli/build.mjs';
import { getChromium, getHeadlessShell } from '#cli/chromium.mjs';
import { ensureInstalled } from '#cli/install.mjs';
import { root } from '#cli/step.mjs';
import { noTests, runPlaywright, runVitest, testEnvironment } from '#cli/suites.mjs';
import { rows } from './rows.mjs';

/**
 * npm run proof [-- [--again] ROW…]: shows each promise by the tests that try its faults, at full volume, and prints a
 * table of faults, tries and outcomes. What a row came to is kept beside the table, so that a run that was broken off
 * goes on where it was; --again begins anew. Exits with 1 when a row failed.
 */
const folder = join(root, 'test-results/proof');
/** verdicts of the bench that are no success */
const MISSED = ['over', 'under', 'failed'];
const HELP = `npm run proof                  every row; what this commit has shown already is not done again
npm run proof -- ROW…          these rows
npm run proof -- --again ROW…  these rows, also what was shown already; without ROW all of them
npm run proof -- --list        the rows and their promises`;

/**
 * Result of a row.
 * @typedef {object} Shown
 * @property {string} commit that was tried
 * @property {{ fault: string, tries: number, outcome: string }[]} proved
 * @property {number} passed tests
 * @property {string[]} failures
 * @property {string[]} skipped with their reasons
 * @property {number} seconds
 */

await command(async () => {
  const args = process.argv.slice(2);
  if (args.includes('--help')) return console.log(HELP);
  if (args.includes('--list')) return rows.forEach((row) => console.log(`${row.name.padEnd(16)} ${row.promise}`));
  const wanted = args.filter((arg) => arg !== '--again');
  const unknown = wanted.filter((name) => !rows.some((row) => row.name === name));
  if (unknown.length > 0) {
    console.error(`There is no row ${unknown.join(', ')}. The rows: ${rows.map(({ name }) => name).join(', ')}.`);
    process.exit(2);
  }
  const chosen = rows.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
  const node = await ensureInstalled();
  await ensureBuilt(node);
  const chromium = await getChromium();
  const env = testEnvironment({ CHROMIUM: chromium, HEADLESS_SHELL: getHeadlessShell(chromium) });
  mkdirSync(folder, { recursive: true });
  const commit = commitOf();
  if (commit === null) console.log('The working tree differs from its commit: nothing shown earlier is taken over.');
  for (const row of chosen)
    if (args.includes('--again') || commit === null || readShown(row)?.commit !== commit) {
      console.log(`\n=== ${row.name}: ${row.promise}`);
      writeFileSync(fileOf(row), JSON.stringify({ commit, ...(await show(node, row, env)) }, null, 2));
    }
  const table = chosen.flatMap((row) => linesOf(row, readShown(row))).join('\n');
  writeFileSync(join(folder, 'table.txt'), `${table}\n`);
  console.log(`\n${table}`);
  process.exitCode = chosen.every((row) => isWell(readShown(row))) ? 0 : 1;
});

/** The commit that is checked out, or null where files differ from it or there is no Git. */
function commitOf() {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  try {
    return git('status', '--porcelain') === '' ? git('rev-parse', 'HEAD') : null;
  } catch {
    return null;
  }
}

function fileOf({ name }) {
  return join(folder, `${name}.json`);
}

/** @returns {Shown | null} */
function readShown(row) {
  return existsSync(fileOf(row)) ? JSON.parse(readFileSync(fileOf(row), 'utf8')) : null;
}

function isWell(shown) {
  return shown !== null && shown.failures.length === 0 && shown.passed > 0;
}

/** @returns {Promise<Omit<Shown, 'commit'>>} */
async function show(node, row, env) {
  const file = join(folder, `${row.name}.jsonl`);
  rmSync(file, { force: true });
  const began = Date.now();
  const long = { ...env, PROOF_FILE: file };
  const counts = [noTests()];
  if (row.tests !== undefined) counts.push(await runVitest(node, row.tests, long));
  if (row.journeys !== undefined) counts.push(await runPlaywright(node, row.journeys, long));
  const measured = row.bench === undefined ? [] : runBench(node, row.bench, env);
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  rmSync(file, { force: true });
  return {
    proved: [...lines.map((line) => JSON.parse(line)), ...measured.map(provedOf)],
    passed: counts.reduce((sum, { passed }) => sum + passed, 0),
    failures: [
      ...counts.flatMap(({ failures }) => failures),
      ...measured
        .filter(({ verdict }) => MISSED.includes(verdict))
        .map(({ title }) => `not within its limit: ${title}`),
    ],
    skipped: counts.flatMap(({ skipped }) => skipped),
    seconds: Math.round((Date.now() - began) / 1000),
  };
}

/** Results of the bench for these parts, as docs/bench.md describes its rows. */
function runBench(node, parts, env) {
  const file = join(folder, 'bench.json');
  rmSync(file, { force: true });
  const bench = [join(root, 'tests/bench/main.ts'), '--only', parts.join(','), '--json', file];
  // the program ends with 1 when a row misses its limit, which the table shows
  spawnSync(node, bench, { cwd: root, stdio: 'inherit', env: { ...env, NODE_ENV: 'production' } });
  const { rows: measured, failed } = JSON.parse(readFileSync(file, 'utf8'));
  const broken = failed.map(({ group, reason }) => ({ title: `${group}: ${reason}`, verdict: 'failed' }));
  return [...measured, ...broken];
}

function provedOf({ title, value, limit, note, verdict }) {
  const bound = limit && (limit.most === undefined ? `at least ${limit.least}` : `at most ${limit.most}`);
  const figure = value === undefined ? verdict : Number(value.toPrecision(3));
  return { fault: title, tries: 1, outcome: [figure, bound && `(${bound})`, note].filter(Boolean).join(' ') };
}

/** @returns {string[]} */
function linesOf(row, shown) {
  const heading = `${row.name}: ${row.promise}`;
  if (shown === null) return [heading, '  not shown', ''];
  const { proved, passed, failures, skipped, seconds } = shown;
  return [
    heading,
    ...proved.map(({ fault, tries, outcome }) => `  ${fault.padEnd(72)} ${String(tries).padStart(7)}  ${outcome}`),
    ...skipped.map((line) => `  skipped: ${line}`),
    ...failures.map((line) => `  FAILED: ${line}`),
    `  ${passed} tests passed, ${failures.length} failed, in ${seconds} s`,
    '',
  ];
}
