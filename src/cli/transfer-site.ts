import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Database } from '#server/db/connect.ts';
import { databaseFolder } from '#server/db/data-folder.ts';
import { assertMigrated } from '#server/db/migrate.ts';
import { StoreProblem } from '#server/db/store-problem.ts';
import { loadEnv, misspeltSettings, type Env } from '#server/env.ts';
import { createSites } from '#server/site/sites.ts';
import type { Site } from '#server/site/site.ts';
import { printError } from './print.ts';
import { openBesideServer } from './stored-site.ts';

/** page-schemas/ of this program */
export const PAGES_DIR = fileURLToPath(new URL('../../page-schemas', import.meta.url));

/** Version of this program. */
export const programVersion = (): string =>
  (JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }).version;

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
    // what was published is asked of the database itself, so that no number has to be watched
    const sites = createSites({
      db: database.db,
      pagesDir: PAGES_DIR,
      publications: { current: () => 0 },
      warn: () => {},
    });
    const { site } = await sites.after(database.db);
    return await work(database, site);
  } finally {
    await database.close();
  }
}
