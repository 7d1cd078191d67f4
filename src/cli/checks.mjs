import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { collect, root } from './step.mjs';

/**
 * The checks that need neither database nor browser: each prints one line, and its output where it fails.
 * @param {string} node
 * @param {{ house?: boolean, only?: string }} [options] house: the tests about the repository too (`npm test` runs them with
 *   the rest); only 'pages': nothing but the documents of page-schemas/
 * @returns {Promise<{ passed: number, failed: number, failures: string[] }>} failures: the names of the checks that failed
 */
export async function runChecks(node, { house = true, only } = {}) {
  const installed = (path) => join(root, 'node_modules', path);
  const checks = [
    ['lint', [installed('oxlint/bin/oxlint'), '--deny-warnings', 'src', 'tests', 'vite.config.ts']],
    ['types', [installed('typescript/bin/tsc'), '--project', '.', '--noEmit']],
    ['page schemas', ['src/cli/check-pages.ts'], 'src/cli/check-pages.ts'],
    [
      'walls and house rules',
      [
        installed('vitest/vitest.mjs'),
        'run',
        '--config',
        'tests/vitest.config.ts',
        '--project',
        'unit',
        '--passWithNoTests',
        'tests/house/',
      ],
      'tests/house',
    ],
  ];
  const count = { passed: 0, failed: 0, failures: [] };
  for (const [title, args, needs] of checks) {
    if (only === 'pages' && title !== 'page schemas') continue;
    if ((needs === 'tests/house' && !house) || (needs && !existsSync(join(root, needs)))) continue;
    const began = Date.now();
    const { code, output } = await collect(node, args);
    console.log(`${title}: ${code === 0 ? 'ok' : 'failed'} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
    if (code !== 0 || only) console.log(output.trim());
    count[code === 0 ? 'passed' : 'failed'] += 1;
    if (code !== 0) count.failures.push(title);
  }
  return count;
}
