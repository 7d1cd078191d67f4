import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inherited } from '../world/stores.ts';

const program = join(import.meta.dirname, '../../src/cli/explain.ts');

test('without a store that is what explain says first, for no page may only mean that another store was meant', () => {
  const { stdout, status } = spawnSync(process.execPath, [program, '/no/such/page'], {
    env: { ...inherited(), DATA_DIR: join(import.meta.dirname, 'nowhere') },
    encoding: 'utf8',
  });
  const lines = stdout.split('\n');
  expect(lines[0]).toMatch(/^There is no store in .*nowhere: these are the demonstration's channels/);
  expect(lines[3]).toMatch(/no page: .*\(404\)$/);
  expect(status).toBe(1);
});
