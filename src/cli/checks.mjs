import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { compilerMemory, compilerOptions } from './compiler.mjs';
import { tellLastCosts } from './costs.mjs';
import { collect, root } from './step.mjs';

const TYPES_CACHE = 'node_modules/.cache/types.tsbuildinfo';

/**
 * Runs the checks that need neither database nor browser in parallel. Each prints one line, and when it fails one line
 * for each problem: file, line, what is wrong, what would be right.
 * @param {string} node
 * @param {{ house?: boolean, only?: string }} [options] house: include the tests about the repository (`npm test` runs
 *   them with the other tests); only 'pages': check nothing but the documents of page-schemas/
 * @returns {Promise<{ passed: number, failed: number, failures: string[] }>} failures: the names of the checks that
 *   failed
 */
export async function runChecks(node, { house = true, only } = {}) {
  const installed = (path) => join(root, 'node_modules', path);
  const lint = ['--format=unix', '--deny-warnings', 'src', 'tests', 'vite.config.ts'];
  // incremental: results for unchanged files are cached between runs
  const types = ['--project', '.', ...compilerOptions, '--incremental', '--tsBuildInfoFile', TYPES_CACHE];
  const vitest = [installed('vitest/vitest.mjs'), 'run', '--config', 'tests/vitest.config.ts', '--project', 'unit'];
  const lines = ['--reporter=tests/house/reporter.ts', '--passWithNoTests'];
  const checks = [
    ['format (npm run format mends it)', [installed('oxfmt/bin/oxfmt'), '--check', '.']],
    ['lint', [installed('oxlint/bin/oxlint'), ...lint]],
    [
      'unused files, exports and packages',
      [installed('knip/bin/knip.js'), '--no-progress', '--treat-config-hints-as-errors'],
    ],
    ['types', [installed('typescript/bin/tsc'), ...types]],
    ['page schemas', ['src/cli/check-pages.ts'], 'src/cli/check-pages.ts'],
    ['walls and house rules', [...vitest, ...lines, 'tests/house/'], 'tests/house'],
  ].filter(([title, , needs]) => {
    if (only === 'pages') return title === 'page schemas';
    return (house || needs !== 'tests/house') && (!needs || existsSync(join(root, needs)));
  });
  const count = { passed: 0, failed: 0, failures: [] };
  const outcomes = checks.map(async ([title, args]) => {
    const began = Date.now();
    const { code, output } = await collect(node, args, { ...process.env, ...compilerMemory });
    return { title, code, output, seconds: ((Date.now() - began) / 1000).toFixed(1) };
  });
  const audited = only ? null : auditPackages();
  for (const outcome of outcomes) {
    const { title, code, output, seconds } = await outcome;
    console.log(`${title}: ${code === 0 ? 'ok' : 'failed'} (${seconds} s)`);
    if (code !== 0 || only) console.log(output.trim());
    count[code === 0 ? 'passed' : 'failed'] += 1;
    if (code !== 0) count.failures.push(title);
  }
  // `npm test` itself prints them where the tests ran as a whole
  if (house && !only) for (const line of tellLastCosts()) console.log(line);
  const findings = await audited;
  if (findings) {
    console.log(findings);
    count.failed += 1;
    count.failures.push('known weaknesses of packages');
  }
  return count;
}

/**
 * Asks the registry for known weaknesses of the packages that a site runs with. One that answers no audits is told in one
 * line, and fails nothing.
 * @returns {Promise<string | null>} what was found
 */
async function auditPackages() {
  const command = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const { output } = await collect(command, [
    'audit',
    '--omit=dev',
    '--audit-level=high',
    '--json',
    '--fetch-timeout=10000',
    '--fetch-retries=0',
  ]);
  const report = jsonIn(output);
  const found = report?.metadata?.vulnerabilities;
  if (!found) {
    console.log('known weaknesses of packages: not looked for, because the registry answers no audits here');
    return null;
  }
  const serious = Object.values(report.vulnerabilities).filter(({ severity }) =>
    ['high', 'critical'].includes(severity),
  );
  if (serious.length > 0)
    return `known weaknesses of packages: failed\n${serious.map(({ name, severity, range }) => `${name} ${range}: ${severity}; npm audit tells which version mends it`).join('\n')}`;
  console.log('known weaknesses of packages: none');
  return null;
}

/** The JSON object in the output of a program, or null. */
function jsonIn(output) {
  try {
    return JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1));
  } catch {
    return null;
  }
}
