import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Database } from '#server/db/connect.ts';
import { databaseFolder } from '#server/db/data-folder.ts';
import { assertMigrated } from '#server/db/migrate.ts';
import { StoreProblem } from '#server/db/store-problem.ts';
import { loadEnv, misspeltSettings, type Env } from '#server/env.ts';
import { loadPublicSite } from '#server/site/public-site.ts';
import type { Site } from '#server/site/site.ts';
import { printError } from './print.ts';
import { openBesideServer } from './stored-site.ts';

/** page-schemas/ of this program */
export const PAGES_DIR = fileURLToPath(new URL('../../page-schemas', import.meta.url));

/** The settings of the store that a command between environments works on; hints at misspelt ones are printed. */
export function environment(): Env {
  const env = loadEnv(process.env);
  for (const hint of misspeltSettings(process.env)) printError(hint);
  return env;
}

/** Opens that store, and loads what is public in it. @throws StoreProblem where there is none, or one of another version */
export async function withSite(env: Env, work: (database: Database, site: Site) => Promise<number>): Promise<number> {
  if (env.databaseUrl === null && !existsSync(databaseFolder(env.dataDir)))
    throw new StoreProblem(
      `There is no store in ${env.dataDir}. Set DATA_DIR or DATABASE_URL to the one that is meant.`,
    );
  const database = await openBesideServer(env);
  try {
    await assertMigrated(database);
    return await work(database, await loadPublicSite(database.db, PAGES_DIR));
  } finally {
    await database.close();
  }
}
