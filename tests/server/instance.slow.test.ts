import { cpSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openStore } from '#server/store/open-store.ts';
import { loadEnv } from '#server/env.ts';
import { wireKey } from '#server/db/instance.ts';
import { createTestDatabase, type TestDatabase } from '#tests/world/database.ts';
import { startStoreProcess, temporaryFolder } from '#tests/world/stores.ts';

// each makes or copies whole database folders, which a busy disk delays
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

const temporary = temporaryFolder();
const pristine = join(temporary.path, 'pristine');
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await (await startStoreProcess({ DATA_DIR: pristine })).end();
});
afterAll(async () => {
  await database.drop();
  temporary.remove();
});

let made = 0;
const newDataDir = (): string => join(temporary.path, String(++made));
function copiedDataDir(): string {
  const path = newDataDir();
  cpSync(pristine, path, { recursive: true });
  return path;
}

/** Answer of the start to this DATA_DIR: 'open' or why it is refused. */
async function startOf(env: Record<string, string>): Promise<string> {
  try {
    await (await openStore(loadEnv(env))).close();
    return 'open';
  } catch (error) {
    return (error as Error).message;
  }
}

describe('one server a DATA_DIR', () => {
  it('a second one is refused with words that name the first by process, host and port', async () => {
    const dataDir = copiedDataDir();
    const first = await startStoreProcess({ DATA_DIR: dataDir, PORT: '18123' });
    const holder = `site ${first.child.pid} on ${hostname().slice(0, 32)} port 18123`;
    expect(await startOf({ DATA_DIR: dataDir })).toBe(
      `Another server already uses ${dataDir}/postgres: ${holder}. Stop it first, or give this one a DATA_DIR of its own.`,
    );
    await first.end();
    expect(await startOf({ DATA_DIR: dataDir })).toBe('open');
  });

  it('of two that start together on an empty one, one serves and the other is refused', async () => {
    const dataDir = newDataDir();
    const servers = await Promise.all([
      startStoreProcess({ DATA_DIR: dataDir }),
      startStoreProcess({ DATA_DIR: dataDir }),
    ]);
    const [winner] = servers.filter(({ open }) => open);
    const [loser] = servers.filter(({ open }) => !open);
    expect(loser?.refused).toMatch(new RegExp(`^Another server already uses .*: site ${winner?.child.pid} on `));
    await winner?.end();
  });

  it('several share one files folder and one PostgreSQL named by DATABASE_URL', async () => {
    const env = { DATA_DIR: newDataDir(), DATABASE_URL: database.url };
    const [one, two] = await Promise.all([startStoreProcess(env), startStoreProcess(env)]);
    expect([one.open, two.open]).toEqual([true, true]);
    expect(one.instance).toBe(two.instance);
    await Promise.all([one.end(), two.end()]);
    // a new folder beside that database is a loss, and so is a new database beside that folder
    expect(await startOf({ ...env, DATA_DIR: newDataDir() })).toMatch(
      /^The database is there, but its stored files .* are gone\./,
    );
    const other = await createTestDatabase();
    expect(await startOf({ ...env, DATABASE_URL: other.url })).toMatch(
      /holds stored files, but the database is new and knows none of them\./,
    );
    await other.drop();
  });
});

describe('a DATA_DIR that lost a part is refused, never made new', () => {
  it.each([
    [
      'the stored files',
      ['files'],
      /^The database is there, but its stored files .*files are gone\. Restore database and files from one backup/,
    ],
    [
      'the mark of the files',
      ['files/.instance'],
      /files has lost its mark \.instance, and with it perhaps more\. Restore/,
    ],
    [
      'the database',
      ['postgres'],
      /files holds stored files, but their database .*postgres is gone\. Restore the whole folder from one backup/,
    ],
    [
      'PG_VERSION and an empty folder',
      ['postgres/PG_VERSION', 'postgres/pg_notify'],
      /postgres has lost PG_VERSION, pg_notify\. Restore/,
    ],
    ['global', ['postgres/global'], /postgres has lost global, global\/pg_control\. Restore/],
  ])('%s', async (_, lost, sentence) => {
    const dataDir = copiedDataDir();
    for (const part of lost) rmSync(join(dataDir, part), { recursive: true });
    expect(await startOf({ DATA_DIR: dataDir })).toMatch(sentence);
    // and the refusal changed nothing
    expect(await startOf({ DATA_DIR: dataDir })).toMatch(sentence);
  });

  it('files of another database', async () => {
    const dataDir = copiedDataDir();
    writeFileSync(join(dataDir, 'files', '.instance'), '11111111-1111-4111-8111-111111111111\n');
    expect(await startOf({ DATA_DIR: dataDir })).toMatch(/files belongs to another database \(its mark is 11111111-/);
  });

  it('but a first start that was killed between its two marks goes on', async () => {
    const dataDir = copiedDataDir();
    renameSync(join(dataDir, 'files', '.instance'), join(dataDir, 'files', '.instance.new'));
    expect(await startOf({ DATA_DIR: dataDir })).toBe('open');
    expect(await startOf({ DATA_DIR: dataDir })).toBe('open');
  });

  it('but an empty files folder beside no database is a new store', async () => {
    const dataDir = newDataDir();
    mkdirSync(join(dataDir, 'files'), { recursive: true });
    expect(await startOf({ DATA_DIR: dataDir })).toBe('open');
  });
});

describe('[WR5] the key of the wire', () => {
  it('is made once, by whichever server is first, and kept', async () => {
    const keys = await Promise.all([1, 2, 3].map(() => wireKey(database, { wireKey: null })));
    expect(new Set(keys).size).toBe(1);
    expect(Buffer.from(keys[0] ?? '', 'base64').length).toBe(64);
  });

  it('is WIRE_KEY where that is set', async () => {
    const key = Buffer.alloc(64, 1).toString('base64');
    expect(await wireKey(database, { wireKey: key })).toBe(key);
  });
});
