import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureInstalled } from '#cli/install.mjs';
import { command } from '#cli/become.mjs';
import { root } from '#cli/step.mjs';
import { faults } from './faults.mjs';

/**
 * node src/tools/planted-faults/main.mjs [RULE…]: plants one fault after another in a copy of the last commit and runs
 * the tests that must find it. Exits with 1 if a fault was not found.
 */
await command(async () => {
  const node = await ensureInstalled();
  const wanted = process.argv.slice(2);
  const chosen = faults.filter(({ rule }) => wanted.length === 0 || wanted.includes(rule));
  const copy = mkdtempSync(join(tmpdir(), 'planted-faults-'));
  try {
    execFileSync('git', ['clone', '-q', root, copy]);
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    cpSync(join(root, 'dist'), join(copy, 'dist'), { recursive: true });
    const lost = chosen.filter((fault) => !isFound(node, copy, fault));
    console.log(`${chosen.length - lost.length} of ${chosen.length} faults found`);
    process.exitCode = lost.length === 0 ? 0 : 1;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
});

function isFound(node, copy, { rule, what, file, find, put, tests }) {
  const path = join(copy, file);
  const good = readFileSync(path, 'utf8');
  if (good.split(find).length !== 2) throw new Error(`${rule}: ${file} does not hold once: ${find}`);
  writeFileSync(
    path,
    good.replace(find, () => put),
  );
  try {
    const args = [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--config',
      'tests/vitest.config.ts',
      '--bail',
      '1',
      ...tests,
    ];
    const { status, stdout, stderr } = spawnSync(node, args, { cwd: copy, encoding: 'utf8' });
    // a non-zero exit without failed tests means that the runner could not start: the fault is not found
    const isLost = status === 0 || !`${stdout}${stderr}`.includes('Failed Tests');
    console.log(`${isLost ? 'NOT FOUND' : 'found'}  ${rule}: ${what}`);
    return !isLost;
  } finally {
    writeFileSync(path, good);
  }
}
