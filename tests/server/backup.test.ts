import { type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { freePort } from '#tools/demonstration.ts';
import { openBesideServer } from '#cli/stored-site.ts';
import { readLastBackup } from '#server/db/backup/last-backup.ts';
import { openBackup, verifyBackup } from '#server/db/backup/read-backup.ts';
import { restoreBackup } from '#server/db/backup/restore.ts';
import { writeBackup } from '#server/db/backup/write-backup.ts';
import { BackupProblem } from '#server/db/backup/format.ts';
import { openDatabase, type Database } from '#server/db/connect.ts';
import { checkInstanceMark } from '#server/db/instance.ts';
import { migrate } from '#server/db/migrate.ts';
import { loadEnv } from '#server/env.ts';
import { storeFile } from '#server/files/store.ts';
import { openStore } from '#server/store/open-store.ts';
import { publish } from '#server/store/publication/publish.ts';
import { verifyFiles } from '#server/store/publication/verify-files.ts';
import { verifyLog } from '#server/store/publication/verify-log.ts';
import { runCommand } from '../world/command.ts';
import { createTestDatabase, type TestDatabase } from '../world/database.ts';
import { proved, tries } from '../world/proof.ts';
import { article, smallWorld } from '../world/site.ts';
import { inherited, startProgram, temporaryFolder, until } from '../world/stores.ts';
import { startChild } from '../world/children.ts';

vi.setConfig({ testTimeout: tries(120_000, 1_800_000) });

const NEWS = '00010002000100020001';
const cli = (name: string) => join(import.meta.dirname, `../../src/cli/${name}.ts`);
const say = () => {};

const folder = temporaryFolder();
let made = 0;
function newFolder(): string {
  const path = join(folder.path, String(++made));
  mkdirSync(path);
  return path;
}

let source: TestDatabase;
const sourceDir = newFolder();
/** the backup of a quiet store */
const backup = join(folder.path, 'quiet.zip');
beforeAll(async () => {
  source = await createTestDatabase();
  await checkInstanceMark(source, sourceDir);
  await publish(source, { title: '建站', writtenBy: '甲', approvedBy: '乙', changes: smallWorld() });
  await publishWithFile(source, sourceDir, 'first');
  await writeBackup({ database: source, dataDir: sourceDir, path: backup, say });
});
afterAll(async () => {
  await source.drop();
  folder.remove();
});

async function publishWithFile(database: Database, dataDir: string, name: string): Promise<void> {
  const store = { db: database.db, dir: join(dataDir, 'files') };
  const { filepath } = await storeFile(store, {
    bytes: Buffer.concat([Buffer.from(`%PDF-${name}`), randomBytes(16_000)]),
    extension: 'pdf',
  });
  await publish(database, {
    title: `附件 ${name}`,
    writtenBy: '甲',
    approvedBy: '乙',
    changes: [article(NEWS, `公告 ${name}`, { attachments: [{ filename: '附件.pdf', filepath }] })],
  });
}

/** Problems of a store, and its content. */
async function stateOf({ db }: Pick<Database, 'db'>, dataDir: string) {
  const head = await db.selectFrom('publication').select(['no', 'hash']).orderBy('no', 'desc').executeTakeFirst();
  const { problems, files } = await verifyFiles(db, join(dataDir, 'files'));
  return { head, files, problems: [...(await verifyLog(db)), ...problems] };
}

const restoreInto = (path: string, dataDir: string, database?: Pick<TestDatabase, 'url' | 'ownerUrl'>) =>
  restoreBackup({
    path,
    address: { dataDir, databaseUrl: database?.url ?? null, ownerDatabaseUrl: database?.ownerUrl ?? null },
    say,
    verify: async () => {},
  });

test('[BK1] [BK2] a backup made while people publish is the store of one moment, in either engine', async () => {
  const path = join(folder.path, 'busy.zip');
  const enough = new AbortController();
  let published = 0;
  const publishing = (async () => {
    for (; !enough.signal.aborted; published += 1) await publishWithFile(source, sourceDir, `busy ${published}`);
  })();
  await until('people publish', () => published > 1);
  const times = tries(1, 60);
  for (let time = 1; time <= times; time += 1) {
    rmSync(path, { force: true });
    await writeBackup({ database: source, dataDir: sourceDir, path, say });
  }
  enough.abort();
  await publishing;
  const { manifest, close } = await openBackup(path);
  close();
  expect(manifest.damaged).toEqual([]);
  const expected = { head: manifest.head, files: manifest.head!.no - 1, problems: [] };

  const embeddedDir = newFolder();
  await restoreInto(path, embeddedDir);
  const embedded = await openDatabase({ dataDir: embeddedDir, databaseUrl: null });
  expect(await stateOf(embedded, embeddedDir)).toEqual(expected);
  // numbers that the database gives go on
  await publishWithFile(embedded, embeddedDir, 'after');
  expect(await stateOf(embedded, embeddedDir)).toMatchObject({ head: { no: manifest.head!.no + 1 }, problems: [] });
  await embedded.close();
  await (await openStore(loadEnv({ DATA_DIR: embeddedDir }))).close();

  const empty = await createTestDatabase({ empty: true });
  const otherDir = newFolder();
  try {
    await restoreInto(path, otherDir, empty);
    expect(await stateOf(empty, otherDir)).toEqual(expected);
    const { rows } = await empty.pool.query(`select tgname from pg_trigger where tgenabled = 'D' and not tgisinternal`);
    expect(rows).toEqual([]);
  } finally {
    await empty.drop();
  }
  proved({
    fault: 'backups while people publish, restored into both engines',
    tries: times,
    outcome: `publication ${manifest.head!.no}, log and ${expected.files} files verified`,
  });
});

test('[BK2] the drill: kill, delete, restore, verify, serve', async () => {
  const dataDir = newFolder();
  const port = await freePort();
  const start = async (): Promise<ChildProcess> => {
    const child = startProgram(join(import.meta.dirname, '../../src/server/main.ts'), {
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO: 'off',
    });
    const ready = () =>
      fetch(`http://127.0.0.1:${port}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
    await until('the server is ready', ready, 60_000);
    return child;
  };
  const page = async () => (await fetch(`http://127.0.0.1:${port}/swhysc/news/company`)).text();
  const command = async (name: string, ...args: string[]) => {
    const { code, out, err } = await runCommand(cli(name), args, { DATA_DIR: dataDir });
    return { code, said: out + err };
  };
  let server = await start();
  const database = await openBesideServer({ dataDir, databaseUrl: null });
  await publish(database, { title: '建站', writtenBy: '甲', approvedBy: '乙', changes: smallWorld() });
  await publishWithFile(database, dataDir, 'drill');
  await database.close();
  await until('it is public', async () => (await page()).includes('公告 drill'), 10_000);
  // the record is sealed a while after it grew
  await until('heads are kept', () => existsSync(join(dataDir, 'heads.jsonl')));
  const path = join(folder.path, 'drill.zip');
  expect(await command('backup', path)).toEqual({ code: 0, said: expect.stringContaining('verified') });
  // a running server finds the moment, for its metrics (OP1)
  expect((await readLastBackup(dataDir))?.toISOString()).toBe((await verifyBackup(path, say)).at);
  const before = (await page()).replace(/"renderedAt":\d+/, '').replaceAll(/<time[^>]*>[^<]*<\/time>/g, '');

  const ended = once(server, 'exit');
  server.kill('SIGKILL');
  await ended;
  // its PostgreSQL ends a moment after it, and writes until then
  await until('everything is deleted', () => {
    rmSync(dataDir, { recursive: true, force: true });
    return !existsSync(dataDir);
  });
  expect(await command('restore', path)).toEqual({ code: 0, said: expect.stringContaining('Restored') });
  // RC3: a backup does not vouch for itself, and the heads that did are lost with the folder that held them
  const lost = await command('verify-log');
  expect([lost.code, lost.said.match(/^[a-z-]+(?=:)/gm)]).toEqual([1, ['heads-missing']]);
  server = await start();
  expect((await page()).replace(/"renderedAt":\d+/, '').replaceAll(/<time[^>]*>[^<]*<\/time>/g, '')).toBe(before);
  await until('heads are kept again', () => existsSync(join(dataDir, 'heads.jsonl')));
  expect(await command('verify-log')).toEqual({ code: 0, said: expect.stringContaining('as they were published') });
  const stopped = once(server, 'exit');
  server.kill('SIGTERM');
  await stopped;
});

describe('[BK3] nothing is written over', () => {
  test('a backup is never written to a file that is there', async () => {
    await expect(writeBackup({ database: source, dataDir: sourceDir, path: backup, say })).rejects.toThrow(
      'is there already',
    );
  });

  test('a restore is never made over files, an embedded PostgreSQL, or tables', async () => {
    const dataDir = newFolder();
    for (const there of ['files/2026', 'materials/2026', 'postgres/base']) {
      mkdirSync(join(dataDir, there), { recursive: true });
      await expect(restoreInto(backup, dataDir)).rejects.toThrow('nothing is restored over it');
      rmSync(join(dataDir, there.split('/')[0]!), { recursive: true });
    }
    await expect(restoreInto(backup, dataDir, source)).rejects.toThrow('holds tables already');
    expect(existsSync(join(dataDir, 'files'))).toBe(false);
    expect(await verifyLog(source.db)).toEqual([]);
  });
});

describe('[BK4] what is not whole', () => {
  test('a file with a changed byte or a lost end is refused before anything is written, or holds the same', async () => {
    const good = readFileSync(backup);
    const path = join(folder.path, 'bad.zip');
    const manifest = await verifyBackup(backup, say);
    const bytes = tries(16, 2_000);
    let refused = 0;
    for (let at = 0; at < bytes; at += 1) {
      const bad = Buffer.from(good);
      const place = Math.floor(((at + 0.5) * good.length) / bytes);
      bad[place]! ^= 1 << (at % 8);
      writeFileSync(path, bad);
      const read = await verifyBackup(path, say).catch((error: unknown) => error);
      if (read instanceof BackupProblem) refused += 1;
      // a bit of what the archive says beside its bytes, such as a time
      else expect(read, `byte ${place}`).toEqual(manifest);
    }
    expect(refused).toBeGreaterThan(bytes * 0.7);
    writeFileSync(path, good.subarray(0, good.length - 10));
    const dataDir = newFolder();
    await expect(restoreInto(path, dataDir)).rejects.toThrow(BackupProblem);
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
    proved({
      fault: 'a changed byte of a backup',
      tries: bytes,
      outcome: `${refused} refused, the others held the same`,
    });
  });

  test('a backup that was killed has no file of its name, or a whole one', async () => {
    const killed = tries(1, 60);
    for (let at = 0; at < killed; at += 1) {
      const path = join(folder.path, `killed-${at}.zip`);
      const child = startChild(process.execPath, [cli('backup'), path], {
        env: { ...inherited(), DATA_DIR: sourceDir, DATABASE_URL: source.url },
      });
      await until('it writes, or has written', () => existsSync(`${path}.part`) || child.exitCode !== null, 30_000);
      await sleep((at * 37) % 150);
      const ended = child.exitCode === null ? once(child, 'exit') : null;
      child.kill('SIGKILL');
      await ended;
      if (existsSync(path)) await verifyBackup(path, say);
    }
    proved({ fault: 'kill -9 of a backup', tries: killed, outcome: 'no file of its name, or a whole one' });
  });

  test('no server starts on a restore that was broken off, and the next restore begins anew', async () => {
    const dataDir = newFolder();
    const killed = tries(1, 30);
    for (let at = 0; at < killed; at += 1) {
      const child = startChild(process.execPath, [cli('restore'), backup], {
        env: { ...inherited(), DATA_DIR: dataDir },
      });
      await until('it writes', () => existsSync(join(dataDir, '.restoring')) || child.exitCode !== null, 30_000);
      await sleep((at * 311) % 1_500);
      const ended = child.exitCode === null ? once(child, 'exit') : null;
      child.kill('SIGKILL');
      await ended;
      if (!existsSync(join(dataDir, '.restoring'))) break;
      await expect(openStore(loadEnv({ DATA_DIR: dataDir }))).rejects.toThrow('was broken off');
    }
    if (existsSync(join(dataDir, '.restoring'))) await restoreInto(backup, dataDir);
    const store = await openStore(loadEnv({ DATA_DIR: dataDir }));
    expect(await stateOf(store.database, dataDir)).toMatchObject({ problems: [], head: { no: 2 } });
    await store.close();
    proved({ fault: 'kill -9 of a restore', tries: killed, outcome: 'no server starts on it; the next one is whole' });
  });
});

test('[BK4] a backup of an older version is brought forward by the start, one of a newer version is refused', async () => {
  const older = await createTestDatabase({ empty: true });
  const olderDir = newFolder();
  const path = join(folder.path, 'older.zip');
  const dataDir = newFolder();
  try {
    await migrate(older, { upTo: 23 });
    await checkInstanceMark(older, olderDir);
    await writeBackup({ database: older, dataDir: olderDir, path, say });
    await restoreInto(path, dataDir);
    const store = await openStore(loadEnv({ DATA_DIR: dataDir }));
    expect(store.migrated[0]).toMatch(/^0024-/);
    await store.close();
    await migrate(older);
    await older.owner.query(`insert into migration (no, name, checksum) values (9999, '9999-later', 'x')`);
    copyFileSync(path, `${path}.old`);
    rmSync(path);
    await writeBackup({ database: older, dataDir: olderDir, path, say });
    await expect(restoreInto(path, newFolder())).rejects.toThrow('written by a newer version');
  } finally {
    await older.drop();
  }
});
