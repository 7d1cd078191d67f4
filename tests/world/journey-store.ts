import { join } from 'node:path';
import { connectTo, type Database } from '#server/db/connect.ts';
import { databaseFolder } from '#server/db/data-folder.ts';
import { readPidFile } from '#server/db/postmaster.ts';

/** Acts in the store of a running server of the journeys. @param project the Playwright project whose server it is */
export async function inStore<T>(project: string, act: (database: Database) => Promise<T>): Promise<T> {
  // further tries have a project of their own, and the same server
  const site = project.replace(/-slow$/, '');
  return inStoreOf(join(process.env.JOURNEY_DATA_DIR!, site), act);
}

/** Acts in the store of a running server. @param folder its DATA_DIR */
export async function inStoreOf<T>(folder: string, act: (database: Database) => Promise<T>): Promise<T> {
  const { socketFolder, port } = readPidFile(databaseFolder(folder))!;
  const database = await connectTo({ host: socketFolder, port, user: 'postgres', database: 'postgres' }, 'external');
  try {
    return await act(database);
  } finally {
    await database.close();
  }
}
