import { execFileSync, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort, LISTENS } from '#tools/demonstration.ts';
import { startChild } from '../world/children.ts';
import { inherited, temporaryFolder, until } from '../world/stores.ts';

const root = join(import.meta.dirname, '../..');
const folder = temporaryFolder();
afterAll(() => {
  execFileSync('chmod', ['-R', 'u+w', folder.path]);
  folder.remove();
});

const isLinux = process.platform === 'linux';
if (!isLinux) console.log('skipped: the one file, because it is for Linux');
/** An ordinary user, where the tests run as root; else they run as one already. */
const isRoot = process.getuid?.() === 0;
const NOBODY = 65534;
const asUser = isRoot ? ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', '--'] : [];
const hasNamespaces = isRoot && spawnSync('unshare', ['--net', 'ip', 'link', 'set', 'lo', 'up']).status === 0;
if (isLinux && !hasNamespaces)
  console.log('skipped: a start without a network, because `unshare --net ip link set lo up` is not allowed here');
const offline = hasNamespaces ? ['unshare', '--net', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh'] : [];

describe.skipIf(!isLinux)('the one file', () => {
  const at = (...path: string[]) => join(folder.path, ...path);
  const data = at('data');
  let name = '';
  let port = 0;
  const env = () => ({
    PATH: process.env.PATH!,
    DATA_DIR: data,
    PORT: String(port),
    LANG: 'en',
    DEMO: 'on',
    DEMO_SIZE: 'small',
  });
  const home = () => at('site', name);

  beforeAll(async () => {
    for (const to of ['first', 'second'])
      execFileSync(process.execPath, ['src/tools/pack.mjs', '--to', at(to)], { cwd: root, env: inherited() });
    const file = readdirSync(at('first')).find((one) => one.endsWith('.tar.gz'))!;
    name = file.replace(/\.tar\.gz$/, '');
    for (const one of ['site', 'half', 'data']) mkdirSync(at(one));
    execFileSync('tar', ['-xzf', at('first', file), '-C', at('site')]);
    execFileSync('chmod', ['-R', 'a-w', home()]);
    chmodSync(folder.path, 0o755);
    if (isRoot) chownSync(data, NOBODY, NOBODY);
    chmodSync(data, 0o700);
    port = await freePort();
  });

  const run = (command: string, ...args: string[]) => {
    const [program = '', ...rest] = [...asUser, join(home(), 'bin/site'), command, ...args];
    const { status, stdout, stderr } = spawnSync(program, rest, { encoding: 'utf8', env: env(), cwd: '/' });
    return { code: status, out: stdout, err: stderr };
  };

  /** Starts it as that user, in a network of its own; answers when it listens, with its lines. */
  async function start(): Promise<{ child: ChildProcess; lines: string[] }> {
    const [program = '', ...rest] = [...offline, ...asUser, join(home(), 'bin/start')];
    const child = startChild(program, rest, { env: env(), cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] });
    const lines: string[] = [];
    for (const output of [child.stdout!, child.stderr!])
      createInterface({ input: output }).on('line', (line) => lines.push(line));
    await until(`a start: ${lines.join('\n')}`, () => {
      if (child.exitCode !== null) throw new Error(lines.join('\n'));
      return lines.some((line) => LISTENS.test(line));
    });
    console.log(lines.find((line) => LISTENS.test(line)));
    return { child, lines };
  }

  async function stop(child: ChildProcess): Promise<number | null> {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    return (await ended)[0] as number | null;
  }

  /** Words before a program that runs in the network of a server. */
  const beside = (child: ChildProcess): string[] =>
    hasNamespaces ? ['nsenter', `--net=/proc/${child.pid}/ns/net`] : [];

  /** Status and length of an answer, requested where the server listens. */
  function get(child: ChildProcess, path: string): [status: number, length: number] {
    const address = JSON.stringify(`http://127.0.0.1:${port}${path}`);
    const code = `const r = await fetch(${address}); console.log(JSON.stringify([r.status, (await r.text()).length]))`;
    const [program = '', ...rest] = [...beside(child), process.execPath, '--input-type=module', '-e', code];
    return JSON.parse(execFileSync(program, rest, { encoding: 'utf8' })) as [number, number];
  }

  test('[UP6] packed twice, it has the same bytes, and all parts have a licence', () => {
    const [first, second] = ['first', 'second'].map((one) => readFileSync(at(one, `${name}.tar.gz`)));
    expect(first!.equals(second!)).toBe(true);
    execFileSync('sha256sum', ['--check', '--quiet', `${name}.tar.gz.sha256`], { cwd: at('first') });
    console.log(`${name}.tar.gz: ${(first!.length / 1e6).toFixed(1)} MB`);
    const sbom = JSON.parse(readFileSync(join(home(), 'sbom.cdx.json'), 'utf8')) as {
      components: {
        name: string;
        licenses: { license?: { id?: string } }[];
        externalReferences?: { url: string }[];
        properties: { name: string; value: string }[];
      }[];
    };
    const lesser: string[] = [];
    for (const { name: part, licenses, externalReferences, properties } of sbom.components) {
      const file = properties.find((one) => one.name === 'disclosure-site:licence-text')!.value;
      const terms = readFileSync(join(home(), file), 'utf8');
      expect(terms.length).toBeGreaterThan(200);
      if (!licenses.some(({ license }) => license?.id?.startsWith('LGPL'))) continue;
      lesser.push(part);
      expect([part, /LESSER GENERAL PUBLIC LICENSE/.test(terms), externalReferences?.length]).toEqual([part, true, 1]);
    }
    expect(lesser).toEqual(expect.arrayContaining(['glib', 'librsvg', 'libvips', 'pango']));
    const names = sbom.components.map((one) => one.name);
    expect(names).toEqual(expect.arrayContaining(['node', 'postgresql', 'openssl', 'icu', 'fastify', 'antd']));
    expect(names).not.toContain('vitest');
  });

  test('[UP7] it starts read-only, as a user without rights and without network, answers, stops, and starts on its store', async () => {
    const { child, lines } = await start();
    for (const path of ['/swhysc/', '/console/', '/healthz']) expect([path, get(child, path)[0]]).toEqual([path, 200]);
    expect(get(child, '/swhysc/')[1]).toBeGreaterThan(10_000);
    expect(lines.filter((line) => /npm |warning/i.test(line))).toEqual([]);
    await until('older content', () => lines.some((line) => /older content, (\d+) of \1$/.test(line)));
    expect(run('verify-log')).toMatchObject({ code: 0, err: '' });
    const [program = '', ...rest] = [...beside(child), join(home(), 'bin/site'), 'health'];
    expect(spawnSync(program, rest, { env: env() }).status).toBe(0);
    expect(run('health').code).toBe(hasNamespaces ? 1 : 0);
    expect(run('backup', join(data, 'backup.zip'))).toMatchObject({ code: 0 });
    expect(run('create-admin', 'li.min', '李敏').out).toContain('/console/set-password#');
    expect(run('backup').err).toMatch(/^A word is missing\.\nUsage\n {2}bin\/site backup FILE/);
    expect(await stop(child)).toBe(0);
    const again = await start();
    expect(get(again.child, '/swhysc/')[0]).toBe(200);
    expect(await stop(again.child)).toBe(0);
    // nothing was written beside DATA_DIR
    expect(run('verify-install')).toEqual({
      code: 0,
      out: expect.stringContaining('are as they were packed'),
      err: '',
    });
  });

  test('[UP7] each command says how it is used', () => {
    const names = /more: (.*)/.exec(run('--help').out)![1]!.split(', ');
    expect(names).toEqual(expect.arrayContaining(['create-admin', 'backup', 'restore', 'verify-log', 'check-site']));
    for (const one of names)
      expect([one, run(one, '--help')]).toEqual([one, { code: 0, out: expect.stringContaining(one), err: '' }]);
  });

  test('[UP7] each package that is unpacked loads', () => {
    const { dependencies } = JSON.parse(readFileSync(join(home(), 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>;
    };
    const there = Object.keys(dependencies).filter((one) =>
      existsSync(join(home(), 'node_modules', one, 'package.json')),
    );
    expect(there.length).toBeGreaterThan(15);
    const code = `for (const name of ${JSON.stringify(there)}) await import(name);`;
    // from within the folder, so that its own packages are found
    const node = join(home(), `node_modules/node-linux-${process.arch}/bin/node`);
    const loaded = spawnSync(node, ['--input-type=module', '-e', code], { encoding: 'utf8', cwd: home() });
    expect([loaded.status, loaded.stderr]).toEqual([0, '']);
  });

  test('[UP8] verify-install names what is missing, changed or additional; a start names what it lacks', () => {
    execFileSync('chmod', ['-R', 'u+w', home()]);
    const moved = join(home(), 'node_modules/fastify');
    renameSync(moved, at('fastify'));
    writeFileSync(join(home(), 'src/more.ts'), '');
    const page = join(home(), 'public/favicon.svg');
    const before = readFileSync(page);
    writeFileSync(page, Buffer.alloc(before.length));
    const checked = run('verify-install');
    expect(checked.code).toBe(1);
    expect(checked.err).toContain('node_modules/fastify/package.json is missing.\n');
    expect(checked.err).toContain('public/favicon.svg is not as it was packed.\n');
    expect(checked.err).toContain('src/more.ts is no part of this version.\n');
    const lacking = run('start');
    expect(lacking).toMatchObject({ code: 2, out: '', err: expect.stringContaining('node_modules/fastify/') });
    expect(lacking.err).toContain('Unpack the file again, into an empty folder.');
    expect(lacking.err).not.toContain('    at ');
    renameSync(at('fastify'), moved);
    writeFileSync(page, before);
    rmSync(join(home(), 'src/more.ts'));
    expect(run('verify-install').code).toBe(0);
  });

  test.each([0.2, 0.6, 0.97])('[UP8] unpacked of %d of its bytes, it is refused in a sentence', (share) => {
    const part = at('half.tar.gz');
    copyFileSync(at('first', `${name}.tar.gz`), part);
    truncateSync(part, Math.round(readFileSync(part).length * share));
    rmSync(at('half'), { recursive: true });
    mkdirSync(at('half'));
    expect(spawnSync('tar', ['-xzf', part, '-C', at('half')]).status).not.toBe(0);
    const refused = spawnSync(at('half', name, 'bin/start'), [], { encoding: 'utf8', env: env(), cwd: '/' });
    expect([refused.status, refused.stdout]).toEqual([2, '']);
    expect(refused.stderr).toContain('Unpack the file again, into an empty folder.');
    expect(refused.stderr).not.toContain('    at ');
  });
});
