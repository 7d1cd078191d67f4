import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const folder = fileURLToPath(new URL('../../docs/operation', import.meta.url));
const promtool = (...words: string[]) => spawnSync('promtool', words, { cwd: folder, encoding: 'utf8' });
const isThere = promtool('--version').status === 0;

test.skipIf(!isThere)(
  '[OP5] promtool takes the alerts, and each is raised by its fault alone (skipped without promtool, of the package prometheus)',
  { timeout: 120_000 },
  () => {
    const [checked, tried] = [promtool('check', 'rules', 'alerts.yml'), promtool('test', 'rules', 'alerts.test.yml')];
    expect([checked.status, tried.status], `${checked.stderr}${tried.stdout}${tried.stderr}`).toEqual([0, 0]);
  },
);
