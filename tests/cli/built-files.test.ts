import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../world/stores.ts';

interface BuiltFiles {
  writeStamp: (dist: string, sources: string) => void;
  removeStamp: (dist: string) => void;
  whyUnusable: (dist: string, sources: string) => string | null;
}
// plain JavaScript without types: its path is put together so that it is not looked for any
const { writeStamp, removeStamp, whyUnusable } = (await import(
  join(import.meta.dirname, '../../src/cli/built-files.mjs')
)) as BuiltFiles;

const folder = temporaryFolder();
afterAll(folder.remove);
const file = (name: string) => join(folder.path, name);

beforeEach(() => {
  for (const part of ['client/.vite', 'console', 'ssr']) mkdirSync(file(part), { recursive: true });
  for (const name of ['client/a.js', 'client/.vite/manifest.json', 'console/b.css', 'ssr/entry.js'])
    writeFileSync(file(name), `content of ${name}`);
  writeStamp(folder.path, 'of these sources');
});

test('[UP3] a build that is whole and of these sources is used', () => {
  expect(whyUnusable(folder.path, 'of these sources')).toBeNull();
  expect(whyUnusable(folder.path, 'of others')).toBe('older');
});

test('[UP3] a file that is missing, shortened or changed is named', () => {
  const path = file('client/.vite/manifest.json');
  const good = readFileSync(path);
  for (const bad of [good.subarray(1), Buffer.alloc(0), Buffer.from(good).fill('x', 3, 4)]) {
    writeFileSync(path, bad);
    expect(whyUnusable(folder.path, 'of these sources')).toBe(
      'The file dist/client/.vite/manifest.json is not as it was built',
    );
  }
  rmSync(path);
  expect(whyUnusable(folder.path, 'of these sources')).toBe('The file dist/client/.vite/manifest.json is missing');
});

test('[UP3] a build that was killed is none, whatever it left', () => {
  const stamp = readFileSync(file('built-from'), 'utf8');
  // a build of a version that did not list files
  for (const half of ['', stamp.slice(0, 20), '5f2c1e', '{"sources":"of these sources"}']) {
    writeFileSync(file('built-from'), half);
    expect(whyUnusable(folder.path, 'of these sources')).toBe('none');
  }
  removeStamp(folder.path);
  expect(whyUnusable(folder.path, 'of these sources')).toBe('none');
});
