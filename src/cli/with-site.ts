import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Database } from '#server/db/connect.ts';
import { databaseFolder } from '#server/db/data-folder.ts';
import { assertMigrated } from '#server/db/migrate.ts';
import { StoreProblem } from '#server/db/store-problem.ts';
import { loadEnv, misspeltSettings, type Env } from '#server/env.ts';
import { phrase, type Sentence } from '#server/phrase.mjs';
import { loadPublicSite } from '#server/site/public-site.ts';
import type { Site } from '#server/site/site.ts';
import { printError } from './print.ts';
import { openBesideServer } from './stored-site.ts';

/** page-schemas/ of this program */
export const PAGES_DIR = fileURLToPath(new URL('../../page-schemas', import.meta.url));

/** The settings of the store that a command works on; hints at misspelt ones are printed. @throws EnvProblems */
export function environment(): Env {
  const env = loadEnv(process.env);
  for (const hint of misspeltSettings(process.env)) printError(phrase(hint));
  return env;
}

/** Whether the settings name a store: a database, or a folder that a server has made. */
export const hasStore = ({ databaseUrl, dataDir }: Pick<Env, 'databaseUrl' | 'dataDir'>): boolean =>
  databaseUrl !== null || existsSync(databaseFolder(dataDir));

/** Sentence of every command where there is no store. */
export const noStore = ({ dataDir }: Pick<Env, 'dataDir'>): Sentence => ({
  zh: `DATA_DIR ${dataDir} 中没有数据库。请先启动一次网站（npm start），或用 DATA_DIR、DATABASE_URL 指明网站的数据库。`,
  en: `There is no store in DATA_DIR ${dataDir}. Start the site once (npm start), or set DATA_DIR or DATABASE_URL to the one that is meant.`,
});

/** @throws StoreProblem where there is no store */
export function assertStore(env: Pick<Env, 'databaseUrl' | 'dataDir'>): void {
  if (!hasStore(env)) throw new StoreProblem(noStore(env));
}

/** Opens that store, and loads what is public in it. @throws StoreProblem where there is none, or one of another version */
export async function withSite(env: Env, work: (database: Database, site: Site) => Promise<number>): Promise<number> {
  assertStore(env);
  const database = await openBesideServer(env);
  try {
    await assertMigrated(database);
    return await work(database, await loadPublicSite(database.db, PAGES_DIR));
  } finally {
    await database.close();
  }
}
