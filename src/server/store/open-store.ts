import type { Env } from '../env.ts';
import { openDatabase, type Database, type Opening } from '../db/connect.ts';
import { assertFilesPresent } from './publication/assert-files.ts';
import { assertNotRestoring } from '../db/backup/restoring.ts';
import { filesFolder } from '../db/data-folder.ts';
import { checkInstanceMark, holdInstance, wireKey } from '../db/instance.ts';
import { limitServer } from '../db/server-rights.ts';
import { migrate, newerMigration } from '../db/migrate.ts';
import { phrase, type Sentence } from '../phrase.mjs';

export interface Store {
  database: Database;
  /** identity of this store: the same in the database and in DATA_DIR/files */
  instance: string;
  /** 64 bytes in base64 */
  wireKey: string;
  /** names of the migrations that ran just now; of a new store all of them */
  migrated: string[];
  close(): Promise<void>;
}

/**
 * Opens the store of a server, in the order that keeps it whole: database, sole use, migrations, marks, key.
 * @throws StoreProblem with what to do
 */
export async function openStore(env: Env, opening: Opening = {}): Promise<Store> {
  const { say = () => {} } = opening;
  assertNotRestoring(env.dataDir);
  const database = await openDatabase(env, opening);
  let release = async () => {};
  const close = async () => {
    await release();
    await database.close();
  };
  try {
    release = await holdInstance(database, env);
    const migrated = await migrate(database, { say });
    const newer = await newerMigration(database);
    // the rights on its tables are known to the newer version alone
    if (newer === null) await limitServer(database, say);
    else say(phrase(newerStore(newer)));
    const instance = await checkInstanceMark(database, env.dataDir);
    await assertFilesPresent(database.db, filesFolder(env.dataDir), { withoutFiles: env.startWithoutFiles, say });
    const key = await wireKey(database, env);
    return { database, instance, wireKey: key, migrated, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** UP10: sentence for a store that a newer version brought forward in a way that this version can work with. */
const newerStore = (migration: string): Sentence => ({
  zh: `更新的版本已把数据库升级（迁移 ${migration}）。本版本也能使用它；在改变别的之前，请先升级本版本。`,
  en: `A newer version of this program has brought the store forward (migration ${migration}). This version works with it, too; upgrade it before anything else is changed.`,
});
