import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '#server/db/connect.ts';
import { StoreFull } from '#server/db/free-space.ts';
import { EXIT } from '#server/exit-codes.mjs';
import { phrase } from '#server/phrase.mjs';
import { listChannels, type ChannelRow } from '#server/store/documents/list-channels.ts';
import type { Entries } from '../server/entry.ts';
import { channelFinder } from '../server/find-channel.ts';
import { FolderFiles } from '../server/folder-files.ts';
import { makeArticles, type MadeArticle } from '../server/make-articles.ts';
import { readMap } from '../server/map.ts';
import { oneAtATime } from '../server/one-at-a-time.ts';
import { importArticles } from './commands.ts';
import { readOptions, type ArticleImportOptions } from './import-articles/options.ts';
import { planEditions } from '../server/plan-editions.ts';
import { Problems } from '../server/problems.ts';
import { countLines, triedLines } from './import-articles/report.ts';
import { readEntries } from '../server/read-entries.ts';
import { freshArticles, saveArticles } from '../server/save-articles.ts';
import { readState } from '../server/state.ts';
import { unpackedFolder } from './import-articles/unpacked-folder.ts';
import { runAsCommand, Unusable, type GivenWords } from '#cli/command.ts';
import { printError, printWords } from '#cli/print.ts';
import { openBesideServer } from '#cli/stored-site.ts';
import { findWriter } from '#cli/writer.ts';
import { assertStore, environment } from '#cli/with-site.ts';

/**
 * MI1 to MI9: `import-articles FOLDER` reports what the articles of a folder, or of a zip archive, become; with --save it makes drafts of
 * them. Works with and without a running server. Exit codes: 0 success; 1 errors in the folder; 2 it could not be checked or
 * saved.
 */
async function main(words: GivenWords<typeof importArticles.options>): Promise<number> {
  const options = readOptions(words);
  const given = statSync(options.folder, { throwIfNoEntry: false });
  if (!given) throw new Unusable({ zh: `没有文件夹 ${options.folder}。`, en: `There is no folder ${options.folder}.` });
  const env = environment();
  assertStore(env);
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
    printWords(
      [
        ...made.flatMap(triedLines),
        ...problems.lines(),
        phrase({ zh: '只是试看：什么也没有保存。', en: 'Tried only: nothing was saved.' }),
      ].join('\n'),
    );
    return problems.errors > 0 ? EXIT.problems : EXIT.done;
  }
  const check = { read, made, problems, files, channels };
  return options.by === null
    ? await tellChecked(database, check)
    : await oneAtATime(database, () => save(database, check, options.by!, filesDir));
}

/** Findings in the folder. */
interface Check {
  read: Entries;
  made: MadeArticle[];
  problems: Problems;
  files: FolderFiles;
  channels: readonly ChannelRow[];
}

function fileIn(files: FolderFiles, name: string, option: string): string {
  const file = files.find(name);
  if (file === null)
    throw new Unusable({
      zh: `--${option} ${name}：文件夹 ${files.root} 中没有这个文件。`,
      en: `--${option} ${name}: there is no such file in the folder ${files.root}.`,
    });
  return files.pathOf(file);
}

/** @returns the exit code */
async function tellChecked({ db }: Database, check: Check): Promise<number> {
  const { read, made, problems, files } = check;
  const groups = planEditions(freshArticles(made, problems, await readState(files, db)));
  const next =
    problems.errors > 0
      ? {
          zh: `有 ${problems.errors} 处错误：改正之前什么也不能保存。`,
          en: `${problems.errors} errors: nothing can be saved before they are mended.`,
        }
      : {
          zh: '什么也没有保存：这是检查。加上 --save --by 账号 就会保存。',
          en: 'Nothing was saved: this was a check. --save --by ACCOUNT saves it.',
        };
  printWords([...countLines(read, made, groups), ...problems.lines(), phrase(next)].join('\n'));
  return problems.errors > 0 ? EXIT.problems : EXIT.done;
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
    printError(
      phrase({
        zh: `有 ${problems.errors} 处错误：什么也没有保存。`,
        en: `${problems.errors} errors: nothing was saved.`,
      }),
    );
    return EXIT.problems;
  }
  const channelIds = new Set(groups.flat().map(({ document }) => document.channelId));
  const byId = new Map(channels.map((channel) => [channel.channelId, channel]));
  const actor = await findWriter(db, account, (channelId) => byId.get(channelId), { channelIds });
  const saving = { database: { db, ...(freeSpace && { freeSpace }) }, files, filesDir, actor, total: made.length };
  await saveArticles(fresh, state, saving, {
    stored: tellStored(fresh.length),
    edition: ({ editionId, isNew, articles }) =>
      printWords(
        phrase(
          isNew
            ? {
                zh: `稿件 ${editionId}：${articles.length} 篇文章，归 ${actor.account}。`,
                en: `Edition ${editionId}: a draft of ${articles.length} articles by ${actor.account}.`,
              }
            : {
                zh: `稿件 ${editionId} 中已有这 ${articles.length} 篇文章。`,
                en: `Edition ${editionId} has these ${articles.length} articles already.`,
              },
        ),
      ),
  }).catch((error: unknown) => {
    if (!(error instanceof StoreFull)) throw error;
    const { zh, en } = error.sentence;
    throw new Unusable({
      zh: `${zh}然后再运行一次这个命令，它会接着做。`,
      en: `${en} Repeat the command then; it goes on.`,
    });
  });
  if (groups.length > 0)
    printWords(
      phrase({
        zh: '请在管理后台（稿件）提交；由另一人审核一次，每千篇一步发布。旧地址随后成为设置“旧地址”的稿件。',
        en:
          'Submit it in the console (稿件); another person reviews it once, and it is published in steps of a thousand. ' +
          'Its old addresses become a draft of the setting 旧地址 then.',
      }),
    );
  return EXIT.done;
}

/** articles after which a long import prints its progress */
const PROGRESS_EVERY = 1_000;

const tellStored =
  (all: number) =>
  (stored: number): void => {
    if (stored % PROGRESS_EVERY === 0 && stored < all)
      printWords(phrase({ zh: `已保存：${stored}/${all} 篇文章。`, en: `Stored: ${stored} of ${all} articles.` }));
  };

await runAsCommand(importArticles, main);
