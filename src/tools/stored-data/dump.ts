/**
 * A store in the form that tests keep: the rows of all tables, and the stored files. The tables are not included,
 * because the migrations create them and never change once they have landed.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type pg from 'pg';
import { openDatabase, type Database } from '#server/db/connect.ts';
import { filesFolder } from '#server/db/data-folder.ts';

export interface StoredDump {
  /** cells in PostgreSQL's text form, without generated columns */
  tables: Record<string, { columns: string[]; rows: (string | null)[][] }>;
  /** last number of each sequence, by name; null: none yet */
  sequences: Record<string, string | null>;
  /** content in base64, by path below DATA_DIR/files */
  files: Record<string, string>;
}

/** Reads the store of a DATA_DIR whose server has ended. */
export async function dumpStore(dataDir: string): Promise<StoredDump> {
  const database = await openDatabase({ dataDir, databaseUrl: null, ownerDatabaseUrl: null });
  try {
    return { ...(await dumpTables(database)), files: dumpFiles(filesFolder(dataDir)) };
  } finally {
    await database.close();
  }
}

export const packDump = (dump: StoredDump): Buffer => gzipSync(JSON.stringify(dump), { level: 9 });
export const unpackDump = (bytes: Uint8Array): StoredDump =>
  JSON.parse(gunzipSync(bytes).toString('utf8')) as StoredDump;

async function dumpTables({ connect }: Database): Promise<Omit<StoredDump, 'files'>> {
  const client = await connect('stored data');
  try {
    // times as text must mean the same wherever they are read
    await client.query(`set time zone 'UTC'; set datestyle = 'ISO'`);
    const { rows: columns } = await client.query<{ table: string; columns: string[] }>(
      `select table_name as table, json_agg(column_name order by ordinal_position) as columns
         from information_schema.columns join information_schema.tables using (table_schema, table_name)
        where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER'
        group by table_name order by table_name`,
    );
    const tables: StoredDump['tables'] = {};
    for (const { table, columns: names } of columns)
      tables[table] = { columns: names, rows: await cellsOf(client, table, names) };
    const { rows: sequences } = await client.query<{ name: string; last: string | null }>(
      `select sequencename as name, last_value::text as last from pg_sequences where schemaname = 'public' order by 1`,
    );
    return { tables, sequences: Object.fromEntries(sequences.map(({ name, last }) => [name, last])) };
  } finally {
    await client.end();
  }
}

async function cellsOf(client: pg.Client, table: string, columns: string[]): Promise<(string | null)[][]> {
  const cells = columns.map((name) => `${client.escapeIdentifier(name)}::text`).join(', ');
  const { rows } = await client.query<(string | null)[]>({
    text: `select ${cells} from ${client.escapeIdentifier(table)}`,
    rowMode: 'array',
  });
  return rows;
}

function dumpFiles(folder: string): StoredDump['files'] {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = found.map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1)).sort();
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(folder, path)).toString('base64')]));
}
