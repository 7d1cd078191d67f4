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
  '[UP4] a start removes no package, and a lean copy runs without those that build and check (skipped without cp -al)',
  { timeout: 120_000 },
  () => {
    for (const name of ['package.json', 'package-lock.json', '.npmrc', 'src', 'page-schemas'])
      cpSync(join(root, name), join(folder.path, name), { recursive: true });
    // files of tools there come and go while tests run
    const packages = readdirSync(join(root, 'node_modules')).filter((name) => !/^\.(?!bin$|package-lock)/.test(name));
    mkdirSync(join(folder.path, 'node_modules'));
    execFileSync('cp', [
      '-al',
      ...packages.map((name) => join(root, 'node_modules', name)),
      join(folder.path, 'node_modules'),
    ]);
    const there = (name: string) => existsSync(join(folder.path, 'node_modules', name));
    const building = ['vite', 'vitest', 'typescript'];
    // nothing is fetched: what is there is enough
    const offline = { npm_config_registry: 'http://127.0.0.1:9', DATA_DIR: join(folder.path, 'data') };
    const run = (args: string[], env: Record<string, string> = {}, program = process.execPath) =>
      spawnSync(program, args, { cwd: folder.path, encoding: 'utf8', env: { ...inherited(), ...offline, ...env } });
    const lock = readFileSync(join(folder.path, 'package-lock.json'), 'utf8');
    for (const part of ['client', 'console', 'ssr']) mkdirSync(join(folder.path, 'dist', part), { recursive: true });
    const stamped = run([
      '--input-type=module',
      '-e',
      `import { sourcesHash } from './src/cli/build.mjs'; import { writeStamp } from './src/cli/built-files.mjs'; writeStamp('dist', sourcesHash());`,
    ]);
    expect([stamped.status, stamped.stderr]).toEqual([0, '']);
    // the server itself is refused, behind all that a start does before it
    const start = () => run(['src/cli/start.mjs'], { SITE_ENV: 'production', DEMO: 'on' });
    const refusal = 'DEMO="on": with SITE_ENV=production there is no demonstration';
    const full = start();
    expect(full.stderr).toMatch(
      /^The folder node_modules holds \d+ packages that only build and check\..*make-a-lean-copy\.md/,
    );
    expect(full.stderr).toContain(refusal);
    expect(building.filter(there)).toEqual(building);

    const pruned = run(['prune', '--omit=dev', '--include=optional'], {}, 'npm');
    expect([pruned.status, building.filter(there)]).toEqual([0, []]);
    const lean = start();
    expect(lean.stderr).toContain(refusal);
    expect(lean.stderr).not.toContain('node_modules holds');
    // commands neither need nor install them
    const command = run(['src/cli/run.mjs', 'src/cli/verify-log.ts']);
    expect([command.status, command.stderr]).toEqual([2, expect.stringContaining('There is no store')]);
    const check = run(['src/cli/check.mjs', 'site', '--save', 'saved.json', '--url', 'http://127.0.0.1:9']);
    expect([check.status, check.stderr]).toEqual([2, expect.stringContaining('No site with pages answers')]);
    expect([there('vite'), there('fastify')]).toEqual([false, true]);
    expect(readFileSync(join(folder.path, 'package-lock.json'), 'utf8')).toBe(lock);
    expect(existsSync(join(root, 'node_modules/vite'))).toBe(true);
  },
);
