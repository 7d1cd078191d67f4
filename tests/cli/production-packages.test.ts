import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { inherited, temporaryFolder } from '../world/stores.ts';

const root = join(import.meta.dirname, '../..');
const folder = temporaryFolder();
afterAll(folder.remove);

const isLinux = process.platform === 'linux';
if (!isLinux) console.log('skipped: the packages of a site of production, because cp makes no links here');

test.skipIf(!isLinux)(
  '[UP4] a site of production runs without the packages that build and check (skipped without cp -al)',
  { timeout: 120_000 },
  () => {
    for (const name of ['package.json', 'package-lock.json', '.npmrc', 'src', 'page-schemas'])
      cpSync(join(root, name), join(folder.path, name), { recursive: true });
    // what tools keep there comes and goes while tests run
    const packages = readdirSync(join(root, 'node_modules')).filter((name) => !/^\.(?!bin$|package-lock)/.test(name));
    mkdirSync(join(folder.path, 'node_modules'));
    execFileSync('cp', [
      '-al',
      ...packages.map((name) => join(root, 'node_modules', name)),
      join(folder.path, 'node_modules'),
    ]);
    const there = (name: string) => existsSync(join(folder.path, 'node_modules', name));
    const run = (...args: string[]) =>
      spawnSync(process.execPath, args, {
        cwd: folder.path,
        encoding: 'utf8',
        // nothing is fetched: what is there is enough
        env: { ...inherited(), npm_config_registry: 'http://127.0.0.1:9', DATA_DIR: join(folder.path, 'data') },
      });
    const lock = readFileSync(join(folder.path, 'package-lock.json'), 'utf8');
    const pruned = run('-e', `import('./src/cli/install.mjs').then((module) => module.pruneDevelopment())`);
    expect([pruned.status, pruned.stderr]).toEqual([0, '']);
    expect(['vite', 'vitest', 'typescript'].filter(there)).toEqual([]);
    // a command of operators neither needs nor installs them
    const command = run('src/cli/run.mjs', 'src/cli/verify-log.ts');
    expect([command.status, command.stderr]).toEqual([2, expect.stringContaining('There is no store')]);
    expect([there('vite'), there('fastify')]).toEqual([false, true]);
    expect(readFileSync(join(folder.path, 'package-lock.json'), 'utf8')).toBe(lock);
    expect(existsSync(join(root, 'node_modules/vite'))).toBe(true);
  },
);
