import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

test('npm run proof names each promise once, and files of tests that there are', async () => {
  // a command's module has no types
  const { rows } = (await import(join(root, 'src/tools/proof/rows.mjs'))) as {
    rows: { name: string; tests?: string[]; journeys?: string[] }[];
  };
  const names = rows.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  const files = rows.flatMap(({ tests = [], journeys = [] }) => [...tests, ...journeys]);
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});
