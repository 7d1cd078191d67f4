import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll } from 'vitest';
import type { Database } from '#server/db/connect.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

/** The day of the demonstrations that tests fill. */
export const TODAY = '2025-06-20';

/** A program that fills the store of DATABASE_URL, as the start of a server does. */
export const FILL_PROGRAM = fileURLToPath(new URL('../server/demo-fill-in-child.ts', import.meta.url));

/** Makes empty stores for a test file, which end with it, and what a small fill of them takes. */
export function emptyStores() {
  let folder: string;
  const opened: TestDatabase[] = [];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'demo-fill-'));
  });
  afterAll(async () => {
    for (const database of opened) await database.drop();
    await rm(folder, { recursive: true, force: true });
  });
  return async () => {
    const database = await createTestDatabase();
    opened.push(database);
    return {
      database,
      filesDir: join(folder, database.name),
      size: 'small' as const,
      today: TODAY,
      progress: () => {},
    };
  };
}

export const publications = ({ db }: Pick<Database, 'db'>) =>
  db.selectFrom('publication').selectAll().orderBy('no').execute();

/** Everything public, without numbers that a lost transaction leaves gaps in. */
export async function shown({ db }: Pick<Database, 'db'>) {
  const articles = await db
    .selectFrom('article')
    .select(['channel_id', 'title', 'content', 'content_time', 'public_from', 'attachments', 'image'])
    .execute();
  const rows = await db
    .selectFrom('register_row')
    .select(['register', 'key', 'data', 'sort_no', 'public_from', 'public_to'])
    .execute();
  const files = await db.selectFrom('file').select(['filepath', 'stored_at']).execute();
  return [...articles, ...rows, ...files].map((row) => JSON.stringify(row)).sort();
}
