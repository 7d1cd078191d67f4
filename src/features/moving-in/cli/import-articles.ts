import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '#server/db/connect.ts';
import { databaseFolder } from '#server/db/data-folder.ts';
import { StoreFull } from '#server/db/free-space.ts';
import { loadEnv, misspeltSettings } from '#server/env.ts';
import { listChannels, type ChannelRow } from '#server/store/documents/list-channels.ts';
import type { Entries } from '../server/entry.ts';
import { CannotImport } from '../server/cannot-import.ts';
import { channelFinder } from '../server/find-channel.ts';
import { FolderFiles } from '../server/folder-files.ts';
import { makeArticles, type MadeArticle } from '../server/make-articles.ts';
import { readMap } from '../server/map.ts';
import { oneAtATime } from '../server/one-at-a-time.ts';
import { readOptions, USAGE, type ArticleImportOptions } from './import-articles/options.ts';
import { planEditions } from '../server/plan-editions.ts';
import { Problems } from '../server/problems.ts';
import { countLines, triedLines } from './import-articles/report.ts';
import { readEntries } from '../server/read-entries.ts';
import { freshArticles, saveArticles } from '../server/save-articles.ts';
import { readState } from '../server/state.ts';
import { unpackedFolder } from './import-articles/unpacked-folder.ts';
import { Unusable } from '#cli/import-options.ts';
import { printError, printWords } from '#cli/print.ts';
import { endWith } from '#cli/store-command.ts';
import { openBesideServer } from '#cli/stored-site.ts';
import { findWriter } from '#cli/writer.ts';

/**
 * MI1 to MI9: `import-articles FOLDER` reports what the articles of a folder, or of a zip archive, become; with --save it makes drafts of
 * them. Works with and without a running server. Exit codes: 0 success; 1 errors in the folder; 2 it could not be checked or
 * saved.
 */
async function main(args: string[]): Promise<number> {
  const options = readOptions(args);
  if (options === null) {
    printWords(USAGE);
    return 0;
  }
  const given = statSync(options.folder, { throwIfNoEntry: false });
  if (!given) throw new Unusable(`There is no folder ${options.folder}.`);
  const env = loadEnv(process.env);
  for (const hint of misspeltSettings(process.env)) printError(hint);
  if (env.databaseUrl === null && !existsSync(databaseFolder(env.dataDir)))
    throw new Unusable(`There is no store in ${env.dataDir}. Start the site once, or set DATA_DIR or DATABASE_URL.`);
  const database = await openBesideServer(env);
  try {
    const folder = given.isDirectory() ? options.folder : await unpackedFolder(options.folder);
    return await work(database, { ...options, folder }, join(env.dataDir, 'files'));
  } finally {
    await database.close();
  }
}

async function work(database: Database, options: ArticleImportOptions, filesDir: string): Promise<number> {
  const files = new FolderFiles(options.folder);
  const problems = new Problems();
  const map = options.map === null ? {} : readMap(fileIn(files, options.map, 'map'));
  const read = readEntries(files, options.read, map, problems);
  const channels = await listChannels(database.db, 'now');
  const findChannel = channelFinder(channels, map.channels ?? {});
  const made = await makeArticles(read.entries, options.tried ?? Infinity, files, map, { findChannel, problems });
  if (options.tried !== null) {
    printWords([...made.flatMap(triedLines), ...problems.lines(), 'Tried only: nothing was saved.'].join('\n'));
    return problems.errors > 0 ? 1 : 0;
  }
  const check = { read, made, problems, files, channels };
  return options.by === null
    ? await tellChecked(database, check)
    : await oneAtATime(database, () => save(database, check, options.by!, filesDir));
}

/** What was found in the folder. */
interface Check {
  read: Entries;
  made: MadeArticle[];
  problems: Problems;
  files: FolderFiles;
  channels: readonly ChannelRow[];
}

function fileIn(files: FolderFiles, name: string, option: string): string {
  const file = files.find(name);
  if (file === null) throw new Unusable(`--${option} ${name}: there is no such file in ${files.root}.`);
  return files.pathOf(file);
}

/** @returns the exit code */
async function tellChecked({ db }: Database, check: Check): Promise<number> {
  const { read, made, problems, files } = check;
  const groups = planEditions(freshArticles(made, problems, await readState(files, db)));
  const next =
    problems.errors > 0
      ? `${problems.errors} errors: nothing can be saved before they are mended.`
      : 'Nothing was saved: this was a check. --save --by ACCOUNT saves it.';
  printWords([...countLines(read, made, groups), ...problems.lines(), next].join('\n'));
  return problems.errors > 0 ? 1 : 0;
}

/** @returns the exit code @throws Unusable, Refused */
async function save({ db, freeSpace }: Database, check: Check, account: string, filesDir: string): Promise<number> {
  const { read, made, problems, files, channels } = check;
  const state = await readState(files, db);
  const fresh = freshArticles(made, problems, state);
  const groups = planEditions(fresh);
  const isSound = problems.errors === 0;
  printWords([...countLines(read, made, groups), ...problems.lines()].join('\n'));
  if (!isSound) {
    printError(`${problems.errors} errors: nothing was saved.`);
    return 1;
  }
  const channelIds = new Set(groups.flat().map(({ document }) => document.channelId));
  const byId = new Map(channels.map((channel) => [channel.channelId, channel]));
  const actor = await findWriter(db, account, (channelId) => byId.get(channelId), { channelIds });
  const saving = { database: { db, ...(freeSpace && { freeSpace }) }, files, filesDir, actor, total: made.length };
  await saveArticles(fresh, state, saving, {
    stored: tellStored(fresh.length),
    edition: ({ editionId, isNew, articles }) =>
      printWords(
        isNew
          ? `Edition ${editionId}: a draft of ${articles.length} articles by ${actor.account}.`
          : `Edition ${editionId} has these ${articles.length} articles already.`,
      ),
  }).catch((error: unknown) => {
    throw error instanceof StoreFull ? new Unusable(`${error.english} Repeat the command then; it goes on.`) : error;
  });
  if (groups.length > 0)
    printWords(
      'Submit it in the console (稿件); another person reviews it once, and it is published in steps of a thousand. ' +
        'Its old addresses become a draft of the setting 旧地址 then.',
    );
  return 0;
}

/** articles after which a long import says how far it is */
const TOLD_EACH = 1_000;

const tellStored =
  (all: number) =>
  (stored: number): void => {
    if (stored % TOLD_EACH === 0 && stored < all) printWords(`Stored: ${stored} of ${all} articles.`);
  };

await endWith(main, [CannotImport]);
