import { expect, test } from 'vitest';

// read by the Node that a machine has, so plain JavaScript without types
const { tellFiles } = (await import(new URL('../../src/cli/costs.mjs', import.meta.url).href)) as {
  tellFiles: (now: Record<string, number>, then: Record<string, number>) => string[];
};

test('the ten dearest test files are told, the dearest first', () => {
  const costs = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`tests/${at}.test.ts`, at + 1]));
  const [line, ...grown] = tellFiles(costs, costs);
  expect(line).toMatch(/: tests\/11\.test\.ts 12, tests\/10\.test\.ts 11, .*, tests\/2\.test\.ts 3$/);
  expect(grown).toEqual([]);
});

test('a file whose share of all has grown is told, on a machine of any speed', () => {
  const earlier = { 'tests/a.test.ts': 60, 'tests/b.test.ts': 30, 'tests/c.test.ts': 10 };
  const slower = { 'tests/a.test.ts': 120, 'tests/b.test.ts': 60, 'tests/c.test.ts': 20 };
  expect(tellFiles(slower, earlier)).toHaveLength(1);
  expect(tellFiles({ ...slower, 'tests/c.test.ts': 60, 'tests/new.test.ts': 4 }, earlier).slice(1)).toEqual([
    'tests/c.test.ts takes 24.6 % of all tests, 10.0 % of those in tests/costs.json',
    'tests/new.test.ts takes 1.6 % of all tests, 0.0 % of those in tests/costs.json',
  ]);
});
