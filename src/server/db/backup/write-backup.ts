import { createReadStream, createWriteStream, existsSync, linkSync, rmSync } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { ZipFile } from 'yazl';
import type { Database } from '../connect.ts';
import { LOCKS } from '../locks.ts';
import {
  BackupProblem,
  FILE_FOLDERS,
  Hashing,
  MANIFEST,
  MANIFEST_HASH,
  progressOf,
  tableEntry,
  type Manifest,
} from './format.ts';
import { verifyBackup } from './read-backup.ts';
import { sha256 as sha256Of } from '../sha256.ts';
import { phrase, type Phrased } from '../../phrase.mjs';

interface Given {
  database: Database;
  dataDir: string;
  /** the file to write; there must be none */
  path: string;
  say: (line: Phrased) => void;
}

/**
 * BK1: writes the whole store to a file, as of one moment, while people publish. Files that cleaning would remove stay
 * meanwhile. The file has its name only when it was written and read again.
 * @throws BackupProblem
 */
export async function writeBackup({ database, dataDir, path, say }: Given): Promise<Manifest> {
  if (existsSync(path))
    throw new BackupProblem({
      zh: `文件 ${path} 已经存在。请换一个文件名，或先移走它。`,
      en: `The file ${path} is there already. Name another one, or move it away.`,
    });
  const folder = dirname(path);
  if (!existsSync(folder))
    throw new BackupProblem({
      zh: `没有文件夹 ${folder}。请先建好它，或换一个。`,
      en: `There is no folder ${folder}. Make it, or name another one.`,
    });
  const part = `${path}.part`;
  const holding = await database.connect('site backup holding files');
  const client = await database.connectAsOwner('site backup');
  try {
    await holding.query('set idle_session_timeout = 0');
    // the bytes of a file go a day after its row; its row does not go while this lock is held
    await holding.query('select pg_advisory_lock($1)', [LOCKS.cleaning]);
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
    await client.query(`set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres'`);
    await client.query('begin isolation level repeatable read read only');
    const manifest = await writeArchive(client, dataDir, part, say);
    await client.query('commit');
    say(phrase({ zh: '正在重新读取并核对', en: 'reading it again' }));
    await verifyBackup(part, say);
    linkSync(part, path);
    return manifest;
  } finally {
    rmSync(part, { force: true });
    await client.end().catch(() => {});
    await holding.end().catch(() => {});
  }
}

async function writeArchive(
  client: pg.Client,
  dataDir: string,
  path: string,
  say: (line: Phrased) => void,
): Promise<Manifest> {
  const manifest = await readFacts(client);
  const files = await listFiles(client, dataDir);
  manifest.damaged.push(...files.filter(({ size }) => size === null).map(({ entry }) => entry));
  const there = files.filter(({ size }) => size !== null);
  const zip = new ZipFile();
  let fail: (error: unknown) => void = () => {};
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });

  /** An entry whose bytes are read when its turn comes. */
  function add(name: string, compress: boolean, read: () => Readable, after: (passed: Hashing) => void): void {
    zip.addReadStreamLazy(name, { compress, forceZip64Format: true }, (handOver) => {
      const passed = new Hashing();
      pipeline(read(), passed).catch((error: unknown) => {
        fail(error);
        passed.destroy(error as Error);
      });
      passed.on('end', () => {
        manifest.entries[name] = passed.sha256;
        after(passed);
      });
      handOver(null, passed);
    });
  }

  const tablesDone = progressOf(say, manifest.tables.length, { zh: '表', en: 'tables' });
  for (const [at, table] of manifest.tables.entries()) {
    const columns = table.columns.map((name) => client.escapeIdentifier(name)).join(', ');
    let stream: Readable & { rowCount?: number };
    const read = () =>
      (stream = client.query(copyTo(`copy ${client.escapeIdentifier(table.name)} (${columns}) to stdout`)));
    add(tableEntry(table.name), true, read, () => {
      table.rows = stream.rowCount ?? 0;
      tablesDone(at + 1);
    });
  }
  const filesDone = progressOf(say, there.length, { zh: '文件', en: 'files' });
  for (const [at, { entry, sha256 }] of there.entries())
    add(
      entry,
      false,
      () => createReadStream(join(dataDir, entry)),
      (passed) => {
        if (passed.sha256 !== sha256) manifest.damaged.push(entry);
        filesDone(at + 1);
      },
    );
  let written = '';
  zip.addReadStreamLazy(MANIFEST, { compress: true }, (handOver) => {
    written = JSON.stringify(manifest, null, 1);
    handOver(null, Readable.from([Buffer.from(written)]));
  });
  zip.addReadStreamLazy(MANIFEST_HASH, { compress: false }, (handOver) => {
    handOver(null, Readable.from([sha256Of(written)], { objectMode: false }));
  });
  zip.end();
  await Promise.race([pipeline(zip.outputStream as Readable, createWriteStream(path, { mode: 0o600 })), failed]);
  const file = await open(path, 'r+');
  await file.sync().finally(() => file.close());
  return manifest;
}

/** Reads the facts about the store that the backup states first; rows and hashes are filled in as they pass. */
async function readFacts(client: pg.Client): Promise<Manifest> {
  const one = async <Row extends pg.QueryResultRow>(query: string): Promise<Row[]> =>
    (await client.query<Row>(query)).rows;
  const [now] = await one<{ at: Date; version: string }>(
    `select now() as at, current_setting('server_version') as version`,
  );
  const [stored] = await one<{ value: string }>(`select value from kept where name = 'instance'`);
  if (!stored)
    throw new BackupProblem({
      zh: '数据库还没有实例标记：请先启动一次服务，再备份。',
      en: 'The database has no instance mark yet: start the server once before its backup.',
    });
  const [head] = await one<{ no: number; hash: string }>(
    'select no::int, hash from publication order by publication.no desc limit 1',
  );
  const tables = await one<{ name: string; columns: string[] }>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
       from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'migration'
        and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      group by c.relname order by c.relname`,
  );
  const sequences = await one<{ name: string; last: string | null }>(
    `select sequencename as name, last_value::text as last from pg_sequences where schemaname = 'public' order by 1`,
  );
  return {
    format: 1,
    at: now!.at.toISOString(),
    postgres: now!.version,
    instance: stored.value,
    head: head ?? null,
    migrations: await one('select no, name, checksum from migration order by migration.no'),
    tables: tables.map((table) => ({ ...table, rows: 0 })),
    sequences: Object.fromEntries(sequences.map(({ name, last }) => [name, last])),
    damaged: [],
    entries: {},
  };
}

interface ListedFile {
  /** name in the archive, and path below DATA_DIR */
  entry: string;
  sha256: string;
  /** bytes; null: it is not there */
  size: number | null;
}

async function listFiles(client: pg.Client, dataDir: string): Promise<ListedFile[]> {
  const found: ListedFile[] = [];
  for (const [table, folder] of Object.entries(FILE_FOLDERS)) {
    const { rows } = await client.query<{ filepath: string; sha256: string }>(
      `select distinct filepath, sha256 from ${client.escapeIdentifier(table)} order by filepath`,
    );
    for (const { filepath, sha256 } of rows) {
      const entry = `${folder}/${filepath}`;
      const size = await stat(join(dataDir, entry)).then(
        (file) => file.size,
        () => null,
      );
      found.push({ entry, sha256, size });
    }
  }
  return found;
}
