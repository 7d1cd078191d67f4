/**
 * The room `cli` is what npm scripts run: small programs made of the same parts as the server. This file opens the
 * store, which a server may be using, and reads what it has published.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ChannelRecord } from '#rules/addresses/channel-tree.ts';
import { listChannels } from '#server/store/documents/list-channels.ts';
import { listPageEditions } from '#server/store/documents/list-page-editions.ts';
import { connectEmbedded, openDatabase, type Database, type Patience, type StoreAddress } from '#server/db/connect.ts';
import { databaseFolder } from '#server/db/data-folder.ts';
import { freeSpaceOf } from '#server/db/free-space.ts';
import { findSocketFolder } from '#server/db/embedded.ts';
import { isAlive, readPidFile } from '#server/db/postmaster.ts';
import { StoreProblem } from '#server/db/store-problem.ts';
import { isStoreAway } from '#server/errors.ts';
import { demoChannels } from '#demo/channels.ts';
import { phrase } from '#server/phrase.mjs';

export interface StoredSite {
  /** a sentence for the reader that tells where the data comes from */
  from: string;
  /** false: there is no store, and the channels are those of the demonstration */
  stored: boolean;
  channels: readonly ChannelRecord[];
  editions: readonly { page: string; document: unknown }[];
}

/**
 * Reads channels and published pages from the store that DATABASE_URL or DATA_DIR names, with or without a running
 * server. Without a store it returns the demonstration's channels; the kinds of their content are then unknown.
 * @throws StoreProblem, or the driver's error, with the reason
 */
export async function loadStoredSite(env: Record<string, string | undefined>): Promise<StoredSite> {
  const dataDir = resolve(env.DATA_DIR || 'data');
  const databaseUrl = env.DATABASE_URL || null;
  const ownerDatabaseUrl = env.OWNER_DATABASE_URL || null;
  if (databaseUrl === null && !existsSync(databaseFolder(dataDir))) {
    return {
      stored: false,
      from: phrase({
        zh: `DATA_DIR ${dataDir} 中没有数据库：以下是演示的栏目，栏目中有什么，这里不知道。`,
        en: `There is no store in DATA_DIR ${dataDir}: these are the demonstration's channels, and what a channel holds is not known here.`,
      }),
      channels: demoChannels(),
      editions: [],
    };
  }
  const database = await openBesideServer({ dataDir, databaseUrl, ownerDatabaseUrl });
  try {
    const [channels, editions] = await Promise.all([
      listChannels(database.db, 'now'),
      listPageEditions(database.db, 'now'),
    ]);
    return {
      stored: true,
      from:
        databaseUrl === null
          ? phrase({ zh: `栏目：DATA_DIR ${dataDir} 中的数据库。`, en: `Channels: the store in DATA_DIR ${dataDir}.` })
          : phrase({ zh: '栏目：DATABASE_URL 所指的数据库。', en: 'Channels: the store that DATABASE_URL names.' }),
      channels,
      editions,
    };
  } finally {
    await database.close();
  }
}

/**
 * Opens the store for reading and publishing, with or without a running server.
 * @throws StoreProblem
 */
export async function openBesideServer(address: StoreAddress, patience: Patience = {}): Promise<Database> {
  const { dataDir, databaseUrl } = address;
  const folder = databaseFolder(dataDir);
  const running = databaseUrl === null ? readPidFile(folder)?.pid : undefined;
  // the PostgreSQL of a running server accepts further clients; starting a second one would be refused
  if (running === undefined || !isAlive(running)) return openDatabase(address, patience);
  const connected = await connectEmbedded(findSocketFolder(folder), patience).catch((error: unknown) => {
    const { message } = error as Error;
    throw isStoreAway(error)
      ? new StoreProblem({
          zh: `DATA_DIR ${dataDir} 的数据库不回答（${message}）。请稍后再试；原因可能在它的日志 ${folder}.log 中。`,
          en: `The database of DATA_DIR ${dataDir} does not answer (${message}). Try again in a moment; its log ${folder}.log may tell why.`,
        })
      : error;
  });
  return { ...connected, freeSpace: freeSpaceOf(dataDir) };
}
