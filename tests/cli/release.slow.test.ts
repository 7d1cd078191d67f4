import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { inherited, temporaryFolder } from '../world/stores.ts';

/** The release in a repository of its own, with an `npm` that notes what it is called with and writes hashes. */
const root = join(import.meta.dirname, '../..');
const folder = temporaryFolder();
afterAll(folder.remove);
const at = (...path: string[]) => join(folder.path, ...path);
const home = at('checkout');
const FILES = ['CHANGELOG.md', 'package.json', 'package-lock.json'];
const CHANGELOG = '# Changelog\n\n## Unreleased\n\n### For operators\n\n- A thing.\n\n## 1.2.3 – 2026-01-01\n';
const NPM = `#!/bin/sh
echo "$* $(grep -c Unreleased CHANGELOG.md)" >>"$NPM_LOG"
case "$*" in *"$NPM_FAILS"*) echo "no luck with $NPM_FAILS"; exit 1 ;; esac
case "$*" in *pack*) mkdir -p dist/pack && for cpu; do :; done
  echo "abc  site-1.3.0-linux-$cpu.tar.gz" >"dist/pack/site-1.3.0-linux-$cpu.tar.gz.sha256" ;; esac
`;
const git = (...words: string[]) => execFileSync('git', words, { cwd: home, encoding: 'utf8' });

beforeEach(() => {
  rmSync(home, { recursive: true, force: true });
  rmSync(at('log'), { force: true });
  for (const path of ['src/tools/release', 'src/rules'])
    cpSync(join(root, path), join(home, path), { recursive: true });
  const { imports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { imports: object };
  const manifest = { name: 'site', version: '1.2.3', type: 'module', imports };
  writeFileSync(join(home, 'CHANGELOG.md'), CHANGELOG);
  writeFileSync(join(home, 'package.json'), JSON.stringify(manifest, null, 2));
  writeFileSync(
    join(home, 'package-lock.json'),
    '{\n  "version": "1.2.3",\n  "packages": { "": { "version": "1.2.3" } }\n}\n',
  );
  writeFileSync(join(home, '.gitignore'), 'dist\n');
  git('init', '--quiet');
  git('add', '--all');
  git('-c', 'user.name=a', '-c', 'user.email=a@b.example', 'commit', '--quiet', '--message=a');
  mkdirSync(at('bin'), { recursive: true });
  writeFileSync(at('bin/npm'), NPM);
  chmodSync(at('bin/npm'), 0o755);
});

function release(version: string, fails = 'nothing of it') {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['src/tools/release/main.ts', version], {
    cwd: home,
    encoding: 'utf8',
    env: { ...inherited(), PATH: `${at('bin')}:${process.env.PATH}`, NPM_LOG: at('log'), NPM_FAILS: fails },
  });
  const called = existsSync(at('log')) ? readFileSync(at('log'), 'utf8').trim().split('\n') : [];
  return { status, stdout, stderr, called };
}
const texts = (): string[] => FILES.map((file) => readFileSync(join(home, file), 'utf8'));

test('[UP11] a release gives the version, checks, packs for each processor, and says the hashes', () => {
  const { status, stdout, stderr, called } = release('1.3.0');
  expect([status, stderr]).toEqual([0, '']);
  // nothing is unreleased any more when it is checked and packed
  expect(called).toEqual([
    'run --silent check 0',
    'run --silent pack -- --cpu x64 0',
    'run --silent pack -- --cpu arm64 0',
  ]);
  for (const cpu of ['x64', 'arm64']) expect(stdout).toContain(`abc  site-1.3.0-linux-${cpu}.tar.gz`);
  expect(
    git('status', '--porcelain')
      .trim()
      .split('\n')
      .map((line) => line.trim()),
  ).toEqual(FILES.toSorted().map((file) => `M ${file}`));
  expect(texts()[0]).toMatch(/^## 1\.3\.0 – \d{4}-\d\d-\d\d$/m);
  expect(JSON.parse(texts()[1]!)).toMatchObject({ version: '1.3.0' });
});

test.each(['check', 'arm64'])('[UP11] where %s fails, its output is shown and all files are as they were', (fails) => {
  const before = texts();
  const { status, stderr, called } = release('1.3.0', fails);
  expect([status, called.at(-1)]).toEqual([1, expect.stringContaining(fails)]);
  expect(stderr).toContain(`no luck with ${fails}`);
  expect(stderr).not.toContain('    at ');
  expect(texts()).toEqual(before);
  expect(git('status', '--porcelain')).toBe('');
});

test('[UP11] files that differ from the commit, and a version that is none, are refused before anything is run', () => {
  expect(release('1.2.3')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('does not come after'),
    called: [],
  });
  writeFileSync(join(home, 'more.txt'), '');
  expect(release('1.3.0')).toMatchObject({ status: 1, stderr: expect.stringContaining('more.txt'), called: [] });
  expect(texts()[0]).toBe(CHANGELOG);
});
