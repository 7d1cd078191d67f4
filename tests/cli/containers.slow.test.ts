import { execFileSync, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client } from 'pg';
import { parse } from 'yaml';
import { startEmbedded } from '#server/db/embedded.ts';
import { freePort, LISTENS } from '#tools/demonstration.ts';
import { startChild } from '../world/children.ts';
import { askThrough, nginx, startNginx } from '../world/nginx.ts';
import { inherited, until } from '../world/stores.ts';

const root = join(import.meta.dirname, '../..');
// the paths of PostgreSQL's sockets are short, and a container's user passes through this folder
const folder = mkdtempSync(join(tmpdir(), 'swtest-containers-'));
const at = (...path: string[]) => join(folder, ...path);
const isLinux = process.platform === 'linux';
/** The unpacked file. */
let home = '';
let packed = '';

beforeAll(() => {
  if (!isLinux) return;
  chmodSync(folder, 0o755);
  execFileSync(process.execPath, ['src/tools/pack.mjs', '--to', at('pack')], { cwd: root, env: inherited() });
  packed = readdirSync(at('pack')).find((one) => one.endsWith('.tar.gz'))!;
  execFileSync('tar', ['-xzf', at('pack', packed), '-C', folder]);
  home = at(packed.replace(/\.tar\.gz$/, ''));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const shared = (name: string) => readFileSync(join(home, 'share', name), 'utf8');

/** A start of the site; answers when it listens. */
async function startSite(command: readonly string[], env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const [program = '', ...rest] = command;
  const child = startChild(program, rest, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout!, child.stderr!])
    stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  await until('the site listens', () => {
    if (child.exitCode !== null) throw new Error(output);
    return LISTENS.test(output);
  });
  return child;
}

async function stop(child: ChildProcess): Promise<unknown> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  return (await ended)[0];
}

const PASSWORDS: Record<string, string> = {
  SITE_URL: 'https://www.broker.example',
  SITE_PASSWORD: 'site1',
  OWNER_PASSWORD: 'owner1',
};
const hasParts = isLinux && nginx !== undefined;
if (!hasParts) console.log('skipped: the parts of compose.yaml, because they need Linux and nginx');

test.skipIf(!hasParts)(
  '[UP12] the parts of compose.yaml work together, and no request fails while a node is stopped and started',
  { timeout: 600_000 },
  async () => {
    const { services } = parse(shared('compose.yaml'), { merge: true }) as {
      services: Record<string, { environment: Record<string, string> }>;
    };

    mkdirSync(at('database'));
    const embedded = await startEmbedded({ dataDir: at('database'), durable: false });
    const client = new Client({ host: embedded.socketFolder, user: embedded.user, database: 'postgres' });
    await client.connect();
    const { rows } = await client.query<{ port: string }>('show port');
    const roles = shared('roles.sql')
      .replaceAll(/^(--|\\getenv).*\n/gm, '')
      .replace(":'owner_password'", `'${PASSWORDS.OWNER_PASSWORD}'`)
      .replace(":'site_password'", `'${PASSWORDS.SITE_PASSWORD}'`);
    // a database is not created within a transaction, as several statements of one query are
    for (const statement of roles.split(';').filter((one) => one.trim() !== '')) await client.query(statement);
    await client.end();

    mkdirSync(at('files'));
    const socket = `?host=${encodeURIComponent(embedded.socketFolder)}&port=${rows[0]!.port}`;
    const settingsOf = (node: string, port: number): NodeJS.ProcessEnv => {
      const given = Object.entries(services[node]!.environment).map(([name, value]) => [
        name,
        value
          .replace(/\$\{(\w+)[^}]*\}/g, (_, variable: string) => PASSWORDS[variable] ?? '')
          .replace(/@database:5432\/site$/, `@127.0.0.1/site${socket}`)
          .replace('172.30.46.2', '127.0.0.1'),
      ]);
      const ofImage = { SITE_ENV: 'production', HOST: '127.0.0.1', PORT: String(port), DATA_DIR: at('files') };
      return { PATH: process.env.PATH, ...ofImage, ...(Object.fromEntries(given) as Record<string, string>) };
    };
    const startNode = (node: string, port: number) => startSite([join(home, 'bin/start')], settingsOf(node, port));
    const ports = [await freePort(), await freePort()] as const;
    const nodes = await Promise.all([startNode('node-1', ports[0]), startNode('node-2', ports[1])]);
    const port = await freePort();
    const proxy = await startNginx(
      at('nginx'),
      port,
      shared('nginx.conf')
        .replace('172.30.46.11:8080', `127.0.0.1:${ports[0]}`)
        .replace('172.30.46.12:8080', `127.0.0.1:${ports[1]}`)
        .replace('/dev/stdout', at('nginx/site.log'))
        .replace('/dev/stderr', at('nginx/site-error.log')),
    );

    const statuses: number[] = [];
    const over = new AbortController();
    const visits = (async () => {
      // an odd number: nginx gives every second request to the same node
      while (!over.signal.aborted)
        for (const path of ['/healthz', '/console/', '/console/']) statuses.push((await askThrough(port, path)).status);
    })();
    expect(await stop(nodes[0]!)).toBe(0);
    const again = await startNode('node-1', ports[0]);
    // nginx leaves a node alone for two seconds after a failure
    await until('the first node gets requests again', async () =>
      /kind="console",status="2xx"\} [1-9]/.test(await (await fetch(`http://127.0.0.1:${ports[0]}/metrics`)).text()),
    );
    expect(await stop(nodes[1]!)).toBe(0);
    over.abort();
    await visits;
    expect(statuses.length).toBeGreaterThan(20);
    expect([...new Set(statuses)]).toEqual([200]);
    expect(await stop(again)).toBe(0);
    await proxy.stop();
    await embedded.stop();
  },
);

/** Programs that build an image without a registry, and run it. */
const lacking = ['buildah', 'debootstrap', 'unshare'].filter((name) => spawnSync(name, ['--help']).error);
const isAllowed = process.getuid?.() === 0 && spawnSync('unshare', ['--mount', '--pid', '--fork', 'true']).status === 0;
const whyNoImage = !isLinux
  ? 'it is for Linux'
  : lacking.length > 0
    ? `there is no ${lacking.join(', ')}`
    : !isAllowed && 'mounting is not allowed here';
if (whyNoImage) console.log(`skipped: the image, because ${whyNoImage}`);

describe.skipIf(whyNoImage)('the image', () => {
  interface Config {
    User: string;
    Env: string[];
    Entrypoint: string[];
    WorkingDir: string;
    ExposedPorts: object;
    Volumes: object;
    StopSignal: string;
    Healthcheck: { Test: string[] };
  }
  const buildah = (...args: string[]) =>
    execFileSync('buildah', ['--root', at('images'), '--runroot', at('run'), '--storage-driver', 'vfs', ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      // its lock is a file of the user's otherwise
      env: { PATH: process.env.PATH, HOME: folder, XDG_RUNTIME_DIR: folder, TMPDIR: folder },
    }).trim();

  test(
    '[UP9] built on a base of Debian packages, it starts as its own user on a read-only root, and is healthy',
    { timeout: 1_200_000 },
    async () => {
      // a base as any registry has one
      const release = /^VERSION_CODENAME=(\w+)/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? 'stable';
      execFileSync('debootstrap', ['--variant=minbase', release, at('base')], { stdio: ['ignore', 'pipe', 'pipe'] });
      const base = buildah('from', 'scratch');
      buildah('add', '--quiet', base, at('base'), '/');
      buildah('commit', '--quiet', '--rm', base, 'base');
      rmSync(at('base'), { recursive: true });

      mkdirSync(at('build'));
      copyFileSync(join(home, 'share/Containerfile'), at('build/Containerfile'));
      copyFileSync(at('pack', packed), at('build', packed));
      buildah(
        ...'build --quiet --isolation chroot --format docker --pull-never'.split(' '),
        ...'--build-arg BASE=localhost/base --tag site'.split(' '),
        at('build'),
      );
      const { Docker } = JSON.parse(buildah('inspect', '--type', 'image', 'site')) as { Docker: { config: Config } };
      const { config } = Docker;
      expect(config).toMatchObject({ User: '10001:10001', ExposedPorts: { '8080/tcp': {} }, StopSignal: 'SIGTERM' });
      expect(Object.keys(config.Volumes)).toEqual(['/data']);

      const container = buildah('from', '--pull-never', 'site');
      const mounted = buildah('mount', container);
      mkdirSync(at('data'), { mode: 0o700 });
      chownSync(at('data'), 10_001, 10_001);
      const port = await freePort();
      const env = [...config.Env, `PORT=${port}`, 'HOST=127.0.0.1', 'SITE_URL=https://www.broker.example'];
      /** A program of the image, as `podman run --read-only --tmpfs /tmp -v data:/data` starts it. */
      const within = (...command: string[]): string[] => [
        'unshare',
        '--mount',
        'sh',
        '-euc',
        `mount --bind "$1" "$1"; mount -o remount,ro,bind "$1"; mount -t tmpfs tmpfs "$1/tmp"; mount --bind "$2" "$1/data"
       mount -t proc proc "$1/proc"; mount --bind /dev "$1/dev"; at=$1; user=$3; shift 3
       exec chroot --userspec="$user" "$at" /usr/bin/env -i -C /data "$@"`,
        'sh',
        mounted,
        at('data'),
        config.User,
        ...env,
        ...command,
      ];
      const site = await startSite(within(...config.Entrypoint), process.env);
      expect((await askThrough(port, '/healthz')).status).toBe(200);
      expect((await askThrough(port, '/console/')).status).toBe(200);
      const [kind, ...probe] = config.Healthcheck.Test;
      expect(kind).toBe('CMD');
      const run = (...command: string[]) => {
        const [program = '', ...rest] = within(...command);
        return spawnSync(program, rest, { encoding: 'utf8' });
      };
      expect(run(...probe).status).toBe(0);
      expect(run('touch', '/opt/more').stderr).toContain('Read-only file system');
      expect(run('id', '--user').stdout.trim()).toBe('10001');
      expect(await stop(site)).toBe(0);
      expect(run(...probe).status).toBe(1);
      buildah('rm', '--all');
      buildah('rmi', '--all', '--force');
    },
  );
});
