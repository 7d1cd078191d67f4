import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { compileCache } from './server-process.mjs';
import { root } from './step.mjs';

/**
 * @typedef {{ passed: number, failed: number, skipped: string[], failures: string[] }} Count The `skipped` are names of
 * tests, with the reason if the test gives one. The `failures` are names, with the first line of the error.
 */

/** @returns {Count} */
export const noTests = () => ({ passed: 0, failed: 0, skipped: [], failures: [] });

/** Environment variables that tests set themselves: for example, a DATABASE_URL of the shell must never reach them. */
const OF_THE_SERVER = [
  'PORT',
  'HOST',
  'DATA_DIR',
  'DATABASE_URL',
  'DEMO',
  'DEMO_SIZE',
  'DEMO_TODAY',
  'SITE_URL',
  'SITE_ENV',
  'COOKIE_DOMAIN',
  'TRUSTED_PROXIES',
  'UPSTREAMS',
  'LOGIN_CONFIRM',
  'WIRE_KEY',
  'LOG_LEVEL',
  'NODE_ENV',
  'TEST_DATABASE_URL',
];

/**
 * Environment for the programs that tests start by the hundred: with the server's cache of compiled code, without the
 * variables above.
 * @returns {NodeJS.ProcessEnv}
 */
export function testEnvironment(added) {
  const env = { ...compileCache, ...process.env };
  for (const name of OF_THE_SERVER) delete env[name];
  return { ...env, ...added };
}

/**
 * @param {string} node
 * @param {string[]} args which tests
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Count>}
 */
export function runVitest(node, args, env) {
  return withReport(async (report) => {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const code = await show(
      node,
      ['node_modules/vitest/vitest.mjs', 'run', '--config', 'tests/vitest.config.ts', ...reporters, ...args],
      env,
    );
    return { code, read: readVitest };
  });
}

/**
 * @param {string} node
 * @param {string[]} chosen which journeys
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Count>}
 */
export function runPlaywright(node, chosen, env) {
  return withReport(async (report) => {
    const args = [
      'node_modules/@playwright/test/cli.js',
      'test',
      '--config',
      'tests/playwright.config.ts',
      '--reporter=list,json',
      ...chosen,
    ];
    const code = await show(node, args, { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report });
    return { code, read: readPlaywright };
  });
}

/**
 * Runs a test runner and reads its report. A runner that failed without a failed test (it could not start, or an error
 * occurred outside of a test) counts as one failure.
 */
async function withReport(run) {
  const folder = mkdtempSync(join(tmpdir(), 'swtest-report-'));
  try {
    const report = join(folder, 'report.json');
    const { code, read } = await run(report);
    const count = existsSync(report) ? read(JSON.parse(readFileSync(report, 'utf8'))) : noTests();
    return code !== 0 && count.failed === 0
      ? { ...count, failed: 1, failures: [`the runner ended with ${code}; see above`] }
      : count;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns {Count} */
function readVitest({ testResults }) {
  const count = noTests();
  for (const { name, message, status, assertionResults } of testResults) {
    // a file that cannot be loaded has no tests that could be counted as failed
    if (status === 'failed' && !assertionResults.some((test) => test.status === 'failed'))
      fail(count, relative(root, name), message);
    for (const test of assertionResults) {
      const [message] = test.failureMessages;
      const title = `${relative(root, name)}: ${test.fullName}`;
      if (test.status === 'passed') count.passed += 1;
      else if (test.status === 'failed') fail(count, title, message);
      else count.skipped.push(test.fullName);
    }
  }
  return count;
}

function fail(count, name, message) {
  count.failed += 1;
  count.failures.push(messageOf(name, message));
}

/** The name of a test with the first line of its error. */
export function messageOf(name, message = '') {
  const [line] = stripVTControlCharacters(message).trim().split('\n', 1);
  return line ? `${name}\n  ${line.slice(0, 300)}` : name;
}

/** @returns {Count} */
function readPlaywright({ suites, errors }) {
  const count = noTests();
  for (const { message } of errors) fail(count, 'outside any journey', message);
  const read = ({ suites: inner = [], specs = [] }) => {
    inner.forEach(read);
    for (const { file, title, tests } of specs) {
      for (const { status, annotations = [], results } of tests) {
        if (status === 'expected') count.passed += 1;
        else if (status === 'skipped')
          count.skipped.push([title, ...annotations.map(({ description }) => description)].filter(Boolean).join(': '));
        else fail(count, `${file}: ${title}`, results.at(-1)?.error?.message);
      }
    }
  };
  suites.forEach(read);
  return count;
}

/**
 * Runs a program in this terminal.
 * @returns {Promise<number>} the exit code
 */
function show(node, args, env) {
  return new Promise((resolve) => {
    const child = spawn(node, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] });
    child.on('error', () => resolve(1));
    child.on('close', (code) => resolve(code ?? 1));
  });
}
