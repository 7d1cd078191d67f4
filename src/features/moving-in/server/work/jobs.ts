import { appendFile, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { allFindings, cleaningWordsZh } from '#authored/findings.ts';
import { FILE_BASE } from '#rules/files/filepath.ts';
import { MOVING_IN_PROBLEMS } from '../../moving-in-problems.ts';
import { CONSOLE_API } from '#wire/console-paths.ts';
import type { MovingInColumns, MovingInProblemLine, MovingInTrial, TriedArticle } from '../../wire.ts';
import type { Database } from '#server/db/connect.ts';
import { StoreFull } from '#server/db/free-space.ts';
import type { Actor } from '#server/people/staff/audit.ts';
import { listChannels, type ChannelRow } from '#server/store/documents/list-channels.ts';
import { CannotImport } from '../cannot-import.ts';
import type { Entries } from '../entry.ts';
import { channelFinder } from '../find-channel.ts';
import { FolderFiles } from '../folder-files.ts';
import { withoutLeft, wrongArticles } from '../leave-out.ts';
import { makeArticles, type MadeArticle } from '../make-articles.ts';
import { oneAtATime } from '../one-at-a-time.ts';
import { placeKey, placeZh, Problems, type Problem } from '../problems.ts';
import { placeholderOf } from '../rewrite.ts';
import { planEditions } from '../plan-editions.ts';
import { readEntries } from '../read-entries.ts';
import { readPagesOf } from '../read-pages.ts';
import { freshArticles, saveArticles } from '../save-articles.ts';
import { readState } from '../state.ts';
import { ImportFolder, PROBLEMS_FILE, type StoredImport } from '../stored-import.ts';
import { unpackZip } from '../unpack.ts';
import { inspectColumns, inspectFolder } from './inspect.ts';

/** Context of work on an import, in its thread. */
export interface WorkContext {
  database: Pick<Database, 'db' | 'connect' | 'freeSpace'>;
  /** DATA_DIR/files */
  filesDir: string;
  importsDir: string;
  onProgress: (done: number, of: number) => void;
}

interface OfImport {
  importId: string;
}

/** articles that are shown as they will become */
const TRIED = 10;
/** problems that are stored; the rest is counted */
const MOST_PROBLEMS = 50_000;
/** the zip as it came, beside the documents */
export const ZIP_FILE = 'upload.zip';

/** MI13: all work on an import that reads many files. Each is a function whose input and answer can be copied. */
export const importJobs = {
  unpack: async ({ importsDir, database, onProgress }: WorkContext, { importId }: OfImport): Promise<void> => {
    const folder = new ImportFolder(importsDir, importId);
    const zip = folder.pathOf(ZIP_FILE);
    let left = 0;
    if (existsSync(zip)) {
      await rm(folder.filesDir, { recursive: true, force: true });
      const { freeSpace } = database;
      ({ left } = await unpackZip(zip, folder.filesDir, { onProgress, ...(freeSpace && { freeSpace }) }));
      await rm(zip);
    }
    const found = await inspectFolder(folder.filesDir, left);
    if (found.files === 0)
      throw new CannotImport('There are no files.', '没有可以迁入的文件：文件夹是空的，或只有系统自带的隐藏文件');
    await folder.write('folder', found);
    await folder.change({ root: found.top });
  },

  columns: async (
    { importsDir, database }: WorkContext,
    { importId, channel }: OfImport & { channel?: string | undefined },
  ): Promise<MovingInColumns> => {
    const { stored, files } = await open(importsDir, importId);
    if (!stored.read || !('list' in stored.read)) throw new CannotImport('No list is chosen.', '请先选择列表文件');
    const channels = await listChannels(database.db, 'now');
    if (files.find(stored.read.list) === null)
      throw new CannotImport('The list is not there.', `文件夹中没有列表文件“${stored.read.list}”`);
    return inspectColumns(files, stored.read.list, { map: stored.map, channels, channel });
  },

  trial: async (
    context: WorkContext,
    { importId, file }: OfImport & { file?: string | undefined },
  ): Promise<MovingInTrial> => {
    const { stored, files, left } = await open(context.importsDir, importId);
    const problems = new Problems(left);
    const read = readOf(stored, files, { problems, left, file });
    const { made } = await makeAll(
      { ...context, onProgress: () => {} },
      { stored, files, read, problems, most: TRIED },
    );
    return {
      articles: made.map((one) => triedOf(one, importId, problems.all)),
      total: read.entries.length,
      encodings: encodingsOf(read),
    };
  },

  check: async (context: WorkContext, { importId }: OfImport): Promise<void> => {
    const folder = new ImportFolder(context.importsDir, importId);
    const opened = await open(context.importsDir, importId);
    await keepCheck(folder, opened, await checkAll(context, opened));
  },

  /** @param channelIds in which the person may write; null: in all */
  save: (
    context: WorkContext,
    { importId, actor, channelIds }: OfImport & { actor: Actor & { staffId: number }; channelIds: string[] | null },
  ): Promise<void> =>
    oneAtATime(context.database, async () => {
      const folder = new ImportFolder(context.importsDir, importId);
      const opened = await open(context.importsDir, importId);
      const { files } = opened;
      const found = await checkAll(context, opened);
      await keepCheck(folder, opened, found);
      const { made, fresh, problems, state, channels } = found;
      if (problems.errors > 0)
        throw new CannotImport(
          `${problems.errors} errors: nothing was saved.`,
          `还有 ${problems.errors} 处错误，没有保存任何内容；请改正后重新检查`,
        );
      const foreign = [...new Set(fresh.map(({ document }) => document.channelId))].filter(
        (channelId) => channelIds !== null && !channelIds.includes(channelId),
      );
      if (foreign.length > 0)
        throw new CannotImport(
          `No right to write in ${foreign.join(', ')}.`,
          `您不能在这些栏目撰写内容：${foreign.map((id) => channels.find(({ channelId }) => channelId === id)?.name ?? id).join('、')}；请改选栏目，或请系统管理员授权`,
        );
      await folder.write('saved', { state });
      const before = made.length - fresh.length;
      context.onProgress(before, made.length);
      const { filesDir, database } = context;
      await saveArticles(
        fresh,
        state,
        { database, files, filesDir, actor, total: made.length },
        { stored: (articles) => context.onProgress(before + articles, made.length) },
      ).catch((error: unknown) => {
        throw error instanceof StoreFull ? new CannotImport(error.sentence.en, error.problems[0]!.message) : error;
      });
      await folder.write('saved', { state });
      await keepCheck(folder, opened, { ...found, fresh: [] });
      await folder.change({});
    }),
};

export type ImportJobs = typeof importJobs;
export type JobName = keyof ImportJobs;

interface Opened {
  stored: StoredImport;
  files: FolderFiles;
  /** places of articles that are left out */
  left: ReadonlySet<string>;
}

async function open(importsDir: string, importId: string): Promise<Opened> {
  const folder = new ImportFolder(importsDir, importId);
  const stored = await folder.read('import');
  const root = stored && join(folder.filesDir, stored.root);
  if (!root || !existsSync(root)) throw new CannotImport('The files are gone.', '这次迁入的文件已不在，请重新上传');
  const left = new Set((await folder.read('left'))?.map(({ key }) => key));
  return { stored, files: new FolderFiles(root), left };
}

/** @param file of saved pages this one alone */
function readOf(
  { read, map }: StoredImport,
  files: FolderFiles,
  { problems, left, file }: { problems: Problems; left: ReadonlySet<string>; file?: string | undefined },
): Entries {
  if (!read) throw new CannotImport('No form is chosen.', '请先选择列表文件，或网页文件');
  return file === undefined
    ? withoutLeft(readEntries(files, read, map, problems), left)
    : readPagesOf(files, [file], map, problems);
}

interface Making {
  stored: StoredImport;
  files: FolderFiles;
  read: Entries;
  problems: Problems;
  most?: number;
}

async function makeAll(
  { database, onProgress }: WorkContext,
  { stored: { map }, files, read, problems, most }: Making,
) {
  const channels = await listChannels(database.db, 'now');
  const findChannel = channelFinder(channels, map.channels ?? {});
  const of = read.entries.length;
  const made = await makeArticles(read.entries, most ?? Infinity, files, map, {
    findChannel,
    problems,
    onProgress: (done) => onProgress(done, of),
  });
  return { made, channels };
}

async function checkAll(context: WorkContext, { stored, files, left }: Opened) {
  const problems = new Problems(left);
  const read = readOf(stored, files, { problems, left });
  const { made, channels } = await makeAll(context, { stored, files, read, problems });
  const state = await readState(files, context.database.db);
  const fresh = freshArticles(made, problems, state);
  return { read, made, fresh, problems, state, channels };
}

async function keepCheck(
  folder: ImportFolder,
  { stored, left }: Opened,
  {
    read,
    made,
    fresh,
    problems,
  }: {
    read: Entries;
    made: readonly MadeArticle[];
    fresh: readonly MadeArticle[];
    problems: Problems;
    channels: readonly ChannelRow[];
  },
): Promise<void> {
  const kinds: Record<string, number> = {};
  for (const { kind } of problems.all) kinds[kind] = (kinds[kind] ?? 0) + 1;
  const sorted = problems.all.toSorted((a, b) => rankOf(a) - rankOf(b)).slice(0, MOST_PROBLEMS);
  const path = folder.pathOf(PROBLEMS_FILE);
  await writeFile(path, '', { mode: 0o600 });
  for (let at = 0; at < sorted.length; at += 1_000)
    await appendFile(
      path,
      sorted
        .slice(at, at + 1_000)
        .map((problem) => `${JSON.stringify(lineOf(problem))}\n`)
        .join(''),
    );
  const at = new Date().toISOString();
  const wrong = wrongArticles(problems, read.entries);
  await folder.write('wrong', { checkedAt: at, list: wrong });
  await folder.write('check', {
    at,
    form: formKey(stored),
    articles: read.entries.length,
    present: made.length - fresh.length,
    files: new Set(made.flatMap((one) => one.files)).size,
    links: made.reduce((sum, { links }) => sum + links, 0),
    editions: planEditions(fresh).length,
    losses: cleaningWordsZh(allFindings(made.map(({ findings }) => findings))),
    encodings: encodingsOf(read),
    errors: problems.errors,
    wrong: wrong.length,
    left: left.size,
    kinds,
  });
}

const KINDS = Object.keys(MOVING_IN_PROBLEMS);
const rankOf = ({ kind }: Problem): number => KINDS.indexOf(kind);

/** Key of the present form: a check with another one is outdated. */
export const formKey = ({ root, read, map, mendedAt }: StoredImport): string =>
  JSON.stringify([root, read, map, ...(mendedAt === undefined ? [] : [mendedAt])]);

const lineOf = ({ kind, place: { file, line, item }, message }: Problem): MovingInProblemLine => ({
  kind,
  file,
  line: line === undefined ? (item === undefined ? '' : `第 ${item} 项`) : `第 ${line} 行`,
  message: message.zh,
});

/** 'list.csv in GB18030' as editors read it. */
const encodingsOf = ({ encodings }: Entries): string[] =>
  [...encodings].map(([name, count]) => {
    const [, what = '', encoding = ''] = /^(.*) in (.*)$/.exec(name) ?? [];
    const files = { 'HTML files': '正文文件', pages: '网页' }[what];
    return `${files ? `${files} ${count} 个` : what}：${encoding.replace(' with BOM', '（带标记）')}`;
  });

function triedOf(
  { entry, document, files, findings, links, oldPlace }: MadeArticle,
  importId: string,
  problems: readonly Problem[],
): TriedArticle {
  let html = document.content ?? '';
  const address = `${CONSOLE_API}/moving-in/${importId}/file?path=`;
  for (const file of files) html = html.replaceAll(FILE_BASE + placeholderOf(file), address + encodeURIComponent(file));
  const byPlaceholder = new Map(files.map((file) => [placeholderOf(file), file]));
  const { place } = entry;
  return {
    place: placeZh(place),
    title: document.title,
    channelId: document.channelId,
    contentTime: document.contentTime,
    summary: document.summary ?? '',
    source: document.source ?? '',
    html,
    attachments: (document.attachments ?? []).map(({ filename, filepath }) => ({
      name: filename,
      path: byPlaceholder.get(filepath) ?? '',
    })),
    losses: cleaningWordsZh(findings),
    links,
    oldAddress: oldPlace?.path ?? '',
    problems: problems
      .filter(({ article }) => placeKey(article) === placeKey(place))
      .map(({ kind, message }) => ({ kind, message: message.zh })),
  };
}
