import { spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { findSocketFolder } from '#server/db/embedded.ts';
import { openDatabase } from '#server/db/connect.ts';
import { isAlive, ownerName, processKind, readOwner } from '#server/db/postmaster.ts';
import { startProgram, startStoreProcess, temporaryFolder, until } from '#tests/world/stores.ts';

// each makes or copies whole database folders, which a busy disk delays
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

const temporary = temporaryFolder();
afterAll(temporary.remove);

/** A whole, stopped DATA_DIR, made once and copied. */
const pristine = join(temporary.path, 'pristine');
beforeAll(async () => (await startStoreProcess({ DATA_DIR: pristine })).end());

let made = 0;
function copiedDataDir(): string {
  const path = join(temporary.path, String(++made));
  cpSync(pristine, path, { recursive: true });
  return path;
}

function pathOf(program: string): string | undefined {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((part) => join(part, program))
    .find((path) => existsSync(path));
}

/** A PATH on which everything but the named program is found. */
function pathWithout(program: string): string {
  const folder = join(temporary.path, `without-${program}`);
  if (existsSync(folder)) return folder;
  mkdirSync(folder);
  for (const name of ['unshare', 'setpriv', 'true'].filter((one) => one !== program)) {
    const found = pathOf(name);
    if (found) symlinkSync(found, join(folder, name));
  }
  return folder;
}

describe('the embedded PostgreSQL', () => {
  it('listens on a socket that only its owner reaches, never on TCP, and is durable', async () => {
    const dataDir = copiedDataDir();
    const database = await openDatabase({ dataDir, databaseUrl: null });
    try {
      const { rows } = await database.pool.query<{ name: string; setting: string }>(
        `select name, setting from pg_settings where name in ('listen_addresses', 'fsync', 'synchronous_commit', 'full_page_writes', 'TimeZone', 'server_encoding') order by name`,
      );
      expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
        fsync: 'on',
        full_page_writes: 'on',
        listen_addresses: '',
        server_encoding: 'UTF8',
        synchronous_commit: 'on',
        TimeZone: 'UTC',
      });
      expect(statSync(join(dataDir, 'postgres')).mode & 0o777).toBe(0o700);
      const sorted = await database.pool
        .query(`select array_agg(x order by x) as sorted, lower('ÄΩ') as lower, similarity_available from unnest(array['b', 'B', '中', 'a']) x,
        (select count(*) > 0 as similarity_available from pg_available_extensions where name = 'pg_trgm') t group by 2, 3`);
      expect(sorted.rows[0]).toEqual({ sorted: ['B', 'a', 'b', '中'], lower: 'äω', similarity_available: true });
    } finally {
      await database.close();
    }
    expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
  });

  it.runIf(process.platform === 'linux' && pathOf('setpriv'))(
    'ends when its server is killed, and keeps what was committed',
    async () => {
      const dataDir = copiedDataDir();
      const server = await startStoreProcess({ DATA_DIR: dataDir });
      expect(isAlive(server.postmaster)).toBe(true);
      await server.kill();
      // two seconds on an idle machine
      await until('PostgreSQL ended', () => !isAlive(server.postmaster), 5000);
      const again = await startStoreProcess({ DATA_DIR: dataDir });
      expect(again).toMatchObject({ open: true, instance: server.instance, migrated: [] });
      await again.end();
    },
  );

  it('left behind by a killed server where the system does not end it is taken over', async () => {
    const dataDir = copiedDataDir();
    const server = await startStoreProcess({ DATA_DIR: dataDir, PATH: pathWithout('setpriv') });
    await server.kill();
    expect(isAlive(server.postmaster)).toBe(true);
    const next = await startStoreProcess({ DATA_DIR: dataDir });
    expect(next).toMatchObject({
      open: true,
      instance: server.instance,
      said: [`stopping the PostgreSQL (process ${server.postmaster}) that a killed server left behind`],
    });
    expect(isAlive(server.postmaster)).toBe(false);
    await next.end();
  });

  it('starts although postmaster.pid names a living program that is no PostgreSQL', async () => {
    const dataDir = copiedDataDir();
    const program = spawn('sleep', ['60'], { stdio: 'ignore' });
    try {
      writePidFile(dataDir, program.pid!);
      const server = await startStoreProcess({ DATA_DIR: dataDir });
      expect(server).toMatchObject({
        open: true,
        said: [expect.stringContaining(`process ${program.pid} is another program`)],
      });
      expect(isAlive(program.pid!)).toBe(true);
      await server.end();
    } finally {
      program.kill();
    }
  });

  it('tells the PostgreSQL of its folder from that of another and from other programs', async () => {
    const [here, there] = [copiedDataDir(), copiedDataDir()];
    const server = await startStoreProcess({ DATA_DIR: here });
    expect(processKind(server.postmaster, join(here, 'postgres'))).toBe('this-postgres');
    expect(processKind(process.pid, join(here, 'postgres'))).toBe('other-program');
    if (process.platform === 'linux')
      expect(processKind(server.postmaster, join(there, 'postgres'))).toBe('other-postgres');
    await server.end();
    expect(processKind(server.postmaster, join(here, 'postgres'))).toBe('none');
  });

  it('whose making is killed in the middle leaves nothing that looks whole', async () => {
    const dataDir = join(temporary.path, String(++made));
    const child = startProgram(join(import.meta.dirname, '../world/store-process.ts'), { DATA_DIR: dataDir });
    await until('initdb is at work', () => existsSync(join(dataDir, `postgres.new-${child.pid}`, 'base')));
    child.kill('SIGKILL');
    await until('the process ended', () => !isAlive(child.pid!));
    expect(readdirSync(dataDir)).toEqual([`postgres.new-${child.pid}`]);
    const next = await startStoreProcess({ DATA_DIR: dataDir });
    expect(next.open).toBe(true);
    expect(readdirSync(dataDir).sort()).toEqual(['files', 'postgres', 'postgres.log']);
    await next.end();
  });

  it('of a folder whose path is too long for a socket gets one in a locked temporary folder', async () => {
    const dataDir = join(temporary.path, '数据'.repeat(15), 'x'.repeat(20));
    mkdirSync(join(dataDir, '..'), { recursive: true });
    cpSync(pristine, dataDir, { recursive: true });
    const socketFolder = findSocketFolder(join(dataDir, 'postgres'));
    expect(Buffer.byteLength(socketFolder)).toBeLessThan(90);
    expect(statSync(socketFolder).mode & 0o777).toBe(0o700);
    const server = await startStoreProcess({ DATA_DIR: dataDir });
    expect(server.open).toBe(true);
    expect(await startStoreProcess({ DATA_DIR: dataDir })).toMatchObject({
      refused: expect.stringContaining(`site ${server.child.pid} on`),
    });
    await server.end();
    expect(existsSync(socketFolder)).toBe(false);
  });

  it('that ends by itself is reported, with its log, and started again until it runs', async () => {
    const dataDir = copiedDataDir();
    const output: string[] = [];
    const database = await openDatabase({ dataDir, databaseUrl: null }, { say: (line) => output.push(line) });
    const kill = () =>
      process.kill(Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL');
    const works = () =>
      database.pool.query('select 1').then(
        () => true,
        () => false,
      );
    for (const time of [1, 2]) {
      kill();
      await until(
        `it is told for time ${time}`,
        () =>
          output.filter((line) =>
            /^The embedded PostgreSQL ended by itself \(SIGKILL\); its log .*postgres\.log may tell why\./.test(line),
          ).length === time,
      );
      // a folder that a start refuses is tried again
      if (time === 2) writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '17\n');
      if (time === 2)
        await until('the refusal is told', () => output.some((line) => line.includes('was written by PostgreSQL 17')));
      writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '18\n');
      await until('it works again', works, 10_000);
      // queries are answered a moment before the start that is waited for has ended
      await until(
        `that it runs again is told for time ${time}`,
        () => output.filter((line) => line.startsWith('The embedded PostgreSQL runs again')).length === time,
      );
    }
    expect(output.at(-1)).toMatch(/^The embedded PostgreSQL runs again/);
    await database.close();
    expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
  });

  it('that refuses to start is told with its own words', async () => {
    const dataDir = copiedDataDir();
    writeFileSync(join(dataDir, 'postgres', 'postgresql.conf'), 'no_such_setting = 1\n');
    await expect(openDatabase({ dataDir, databaseUrl: null })).rejects.toThrow(
      /^The embedded PostgreSQL did not start: .*no_such_setting/,
    );
  });

  it('of another major version is refused', async () => {
    const dataDir = copiedDataDir();
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '17\n');
    await expect(openDatabase({ dataDir, databaseUrl: null })).rejects.toThrow(
      /was written by PostgreSQL 17, but this program brings PostgreSQL 18/,
    );
  });

  it.runIf(process.platform === 'linux' && process.getuid?.() === 0)(
    'as root without user namespaces says what to set',
    async () => {
      const refused = (await startStoreProcess({ DATA_DIR: copiedDataDir(), PATH: pathWithout('unshare') })).refused;
      expect(refused).toMatch(
        /^PostgreSQL does not run as root, .*Start the server as an ordinary user, or allow user namespaces .*DATABASE_URL/,
      );
    },
  );
});

describe('the name that a server writes into its PostgreSQL', () => {
  it('tells a living server from one whose number was given to a later program, and from another host', () => {
    expect(Buffer.byteLength(ownerName())).toBeLessThanOrEqual(63);
    expect(readOwner(ownerName())).toMatchObject({ state: 'alive', pid: process.pid });
    if (process.platform === 'linux')
      expect(readOwner(ownerName().replace(/\/\d+\/(?=[^/]*$)/, '/1/'))).toMatchObject({ state: 'gone' });
    expect(readOwner(`site/${process.pid}/1/elsewhere.example`)).toMatchObject({
      state: 'elsewhere',
      host: 'elsewhere.example',
    });
    expect(readOwner('main')).toBeNull();
  });
});

function writePidFile(dataDir: string, pid: number): void {
  const folder = join(dataDir, 'postgres');
  writeFileSync(
    join(folder, 'postmaster.pid'),
    `${pid}\n${folder}\n1700000000\n5432\n${folder}\n\n  1234567    999999\nready   \n`,
  );
}
