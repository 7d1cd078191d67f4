import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { AnsweredFile, Paged } from '#wire/console-answers.ts';
import { as, choice, optional, text, withDefault } from '#page/schema-words.ts';
import { allowedPageSize, pagingParams } from '#server/api/define-call.ts';
import { reachOf } from '#server/console-api/authorize.ts';
import { consoleCall, FileAnswer, type IncomingFile, type SignedIn } from '#server/console-api/define-console-call.ts';
import { Refused } from '#server/errors.ts';
import { record } from '#server/people/staff/audit.ts';
import { writeCsv } from '#server/registers/sheets/write-csv.ts';
import { MOVING_IN_PROBLEMS } from '../moving-in-problems.ts';
import type {
  MovingIn,
  MovingInArticle,
  MovingInColumns,
  MovingInLine,
  MovingInProblemLine,
  MovingInTrial,
} from '../wire.ts';
import { FolderFiles } from './folder-files.ts';
import { forgetMended, leaveOut, takeBack, type NamedArticle } from './leave-out.ts';
import { mapProblems, mapProblemWords, type ImportMap } from './map.ts';
import { idleOf, importsOf, lineOf, openOf, ownOf, problemsOf, viewOf } from './own-import.ts';
import { listImportFiles, receiveImportFile, receiveImportZip, receiveListAgain } from './receive.ts';
import { createImport, listImports, type ImportFolder, type StoredImport } from './stored-import.ts';

const importId = text({ maxLength: 12, description: '迁入的编号' });
const path = text({ minLength: 1, maxLength: 2_000, description: '文件在文件夹中的路径' });
const policy = { anywhere: 'content.write' } as const;

const ARTICLE_COLUMNS = ['位置', '标题', '栏目', '日期', '旧地址', '问题'].map((title) => ({ title }));
const which = choice(['wrong', 'left'], { description: '有错误的，或已略去的' });
const place = text({ maxLength: 3_000, description: '其中一篇的位置；不写则全部' });
const PROBLEM_COLUMNS = ['级别', '种类', '文件', '位置', '问题'].map((title) => ({ title }));
/** articles that the operation record names */
const MOST_RECORDED = 20;
/** imports of one person at once */
const MOST_OF_ONE = 10;
const PICTURES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
};

function fileOf(incoming: IncomingFile | null): IncomingFile {
  if (!incoming) throw new Refused('badRequest', '文件应以 application/octet-stream 发送');
  return incoming;
}

/** Turns a broken transfer into a refusal: the sender is gone. */
async function unbroken(receiving: Promise<void>): Promise<void> {
  await receiving.catch((error: unknown) => {
    const { code = '' } = error as { code?: string };
    throw ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR'].includes(code)
      ? new Refused('uploadBroken')
      : error;
  });
}

/** MI11 to MI13: articles of a former site, from files to drafts. Each import is one person's. */
export const movingInCalls = {
  'GET /moving-in': consoleCall({
    summary: '迁入文章：各次迁入',
    answer: as<MovingInLine[]>(),
    policy,
    handle: async (_params, context) => {
      const found = await listImports(importsOf(context).importsDir);
      return Promise.all(found.map((one) => lineOf(one, context)));
    },
  }),
  'POST /moving-in': consoleCall({
    summary: '开始一次迁入',
    answer: as<{ importId: string }>(),
    params: {
      name: text({ minLength: 1, maxLength: 100, description: '名称' }),
      upload: choice(['folder', 'zip'], { description: '上传文件夹还是压缩包' }),
    },
    policy,
    handle: async ({ name, upload }, context) => {
      const { user, db, actor } = context;
      const imports = importsOf(context);
      const own = (await listImports(imports.importsDir)).filter(({ stored }) => stored.staffId === user.staffId);
      if (own.length >= MOST_OF_ONE)
        throw new Refused('invalidInput', `您已有 ${own.length} 次迁入，请先删除不再需要的`);
      const id = await createImport(imports.importsDir, {
        name: name.trim() || '迁入文章',
        upload,
        staffId: user.staffId,
        by: user.name,
      });
      await record(db, actor, 'moving-in.begin', { subject: `moving-in:${id}`, facts: { name } });
      return { importId: id };
    },
  }),
  'GET /moving-in/:importId': consoleCall({
    summary: '一次迁入',
    answer: as<MovingIn>(),
    params: { importId },
    policy,
    handle: async ({ importId: id }, context) => viewOf(await ownOf(id, context), context),
  }),
  'DELETE /moving-in/:importId': consoleCall({
    summary: '删除一次迁入的文件',
    answer: as<void>(),
    params: { importId },
    policy,
    evenWithoutRoom: true,
    handle: async ({ importId: id }, context) => {
      const { folder, stored } = await ownOf(id, context);
      if ((await importsOf(context).jobOf(folder))?.state === 'running') await importsOf(context).cancel(id);
      await folder.remove();
      await record(context.db, context.actor, 'moving-in.remove', {
        subject: `moving-in:${id}`,
        facts: { name: stored.name },
      });
    },
  }),
  /** files of a folder that are complete, to continue after an interruption */
  'GET /moving-in/:importId/files': consoleCall({
    summary: '已上传完整的文件',
    answer: as<{ path: string; bytes: number }[]>(),
    params: { importId },
    policy,
    handle: async ({ importId: id }, context) => listImportFiles((await ownOf(id, context)).folder.filesDir),
  }),
  'POST /moving-in/:importId/files': consoleCall({
    summary: '上传文件夹中的一个文件',
    answer: as<void>(),
    params: { importId, path },
    takesFile: true,
    policy,
    handle: async ({ importId: id, path: given }, context) => {
      const { folder } = await openOf(id, context);
      const { freeSpace } = context.publishContext;
      await unbroken(receiveImportFile(folder, given, { ...fileOf(context.incoming), freeSpace }));
    },
  }),
  /** unpacked afterwards, as work with progress */
  'POST /moving-in/:importId/zip': consoleCall({
    summary: '上传压缩包，随后解压',
    answer: as<void>(),
    params: { importId },
    takesFile: true,
    policy,
    handle: async ({ importId: id }, context) => {
      const { folder } = await openOf(id, context);
      const { freeSpace } = context.publishContext;
      await unbroken(receiveImportZip(folder, { ...fileOf(context.incoming), freeSpace }));
      await folder.change({});
      await importsOf(context).begin('unpack', { importId: id }, context.user.staffId);
    },
  }),
  'POST /moving-in/:importId/uploaded': consoleCall({
    summary: '文件夹已上传完毕',
    answer: as<void>(),
    params: { importId },
    policy,
    handle: async ({ importId: id }, context) => {
      const { folder } = await openOf(id, context);
      await folder.change({});
      await importsOf(context).begin('unpack', { importId: id }, context.user.staffId);
    },
  }),
  'POST /moving-in/:importId/form': consoleCall({
    summary: '怎样读这些文件：列表或网页，各列和栏目的对应',
    answer: as<void>(),
    params: {
      importId,
      root: withDefault('', text({ maxLength: 500, description: '起始文件夹' })),
      read: optional({ description: '列表文件，或网页文件名的样式' }),
      map: { description: '对应关系' },
    },
    bodyLimit: 1024 * 1024,
    policy,
    handle: async ({ importId: id, root, read, map }, context) => {
      const { folder, stored } = await idleOf(id, context);
      const problems = mapProblems(map);
      if (problems.length > 0) throw new Refused('invalidInput', mapProblemWords(problems), { problems });
      const top = (await folder.read('folder'))?.top ?? '';
      if (root !== '' && root !== top) throw new Refused('invalidInput', '没有这个起始文件夹', { field: 'root' });
      if (root !== stored.root && (await folder.read('saved')))
        throw new Refused('invalidInput', '已保存过稿件，起始文件夹不能再改', { field: 'root' });
      const form = { root, read: readOf(read), map: map as ImportMap };
      await forgetMended(folder, stored, form);
      await folder.change(form);
    },
  }),
  /** channel: the column whose words are counted; default: the one of the map, else the guessed one */
  'GET /moving-in/:importId/columns': consoleCall({
    summary: '列表的各列和栏目列中的词',
    answer: as<MovingInColumns>(),
    params: { importId, channel: optional(text({ maxLength: 200, description: '栏目列' })) },
    policy,
    handle: async ({ importId: id, channel }, context) => {
      await ownOf(id, context);
      return importsOf(context).ask('columns', { importId: id, channel }, context.user.staffId, context.gone);
    },
  }),
  /** the first ten, by the stored form; file: of saved pages this one alone */
  'GET /moving-in/:importId/trial': consoleCall({
    summary: '前十篇迁入后的样子，或一个网页的',
    answer: as<MovingInTrial>(),
    params: { importId, file: optional(path) },
    policy,
    handle: async ({ importId: id, file }, context) => {
      await ownOf(id, context);
      return importsOf(context).ask('trial', { importId: id, file }, context.user.staffId, context.gone);
    },
  }),
  /** a file of the import, as an article shows it */
  'GET /moving-in/:importId/file': consoleCall({
    summary: '迁入的一个文件',
    answer: as<AnsweredFile>(),
    params: { importId, path },
    policy,
    handle: async ({ importId: id, path: given }, context) => {
      const { folder, stored } = await ownOf(id, context);
      const root = join(folder.filesDir, stored.root);
      const files = (await stat(root).catch(() => null)) ? new FolderFiles(root) : null;
      const found = files?.find(given) ?? null;
      if (found === null) throw new Refused('unknownFile', '文件夹中没有这个文件');
      const name = found.split('/').at(-1)!;
      const type = PICTURES[name.split('.').at(-1)!.toLowerCase()];
      return new FileAnswer(
        name,
        type ?? 'application/octet-stream',
        createReadStream(files!.pathOf(found)),
        type ? 'inline' : 'attachment',
      );
    },
  }),
  'GET /moving-in/:importId/map.json': consoleCall({
    summary: '对应关系，JSON',
    answer: as<AnsweredFile>(),
    params: { importId },
    policy,
    handle: async ({ importId: id }, context) => {
      const { stored } = await ownOf(id, context);
      return new FileAnswer('map.json', 'application/json', `${JSON.stringify(stored.map, null, 2)}\n`);
    },
  }),
  'POST /moving-in/:importId/job': consoleCall({
    summary: '检查全部文章，或保存成稿件',
    answer: as<void>(),
    params: { importId, work: choice(['check', 'save'], { description: '检查或保存' }) },
    policy,
    handle: async ({ importId: id, work }, context) => {
      const { stored } = await idleOf(id, context);
      const { user, actor, db } = context;
      const imports = importsOf(context);
      if (work === 'check') return imports.begin('check', { importId: id }, user.staffId);
      const by = { ...actor, staffId: user.staffId };
      const channelIds = reachOf(context, 'content.write');
      await record(db, actor, 'moving-in.save', { subject: `moving-in:${id}`, facts: { name: stored.name } });
      return imports.begin('save', { importId: id, actor: by, channelIds }, user.staffId);
    },
  }),
  'DELETE /moving-in/:importId/job': consoleCall({
    summary: '取消正在进行的解压、检查或保存',
    answer: as<void>(),
    params: { importId },
    policy,
    evenWithoutRoom: true,
    handle: async ({ importId: id }, context) => {
      const { folder } = await ownOf(id, context);
      const job = await importsOf(context).jobOf(folder);
      if (job?.state === 'running') await importsOf(context).cancel(id);
    },
  }),
  /** articles by name: those with errors, or those that were left out */
  'GET /moving-in/:importId/articles': consoleCall({
    summary: '有错误的文章，或已略去的文章',
    answer: as<Paged<MovingInArticle>>(),
    params: { importId, ...pagingParams, which },
    policy,
    handle: async ({ importId: id, which: group, pageNum, pageSize: size }, context) => {
      const list = await namedOf((await ownOf(id, context)).folder, group);
      const pageSize = allowedPageSize(size);
      const page = list.slice((pageNum - 1) * pageSize, pageNum * pageSize);
      return { total: list.length, list: page.map(({ key: _key, ...article }) => article) };
    },
  }),
  'GET /moving-in/:importId/articles.csv': consoleCall({
    summary: '有错误的文章，或已略去的文章，CSV',
    answer: as<AnsweredFile>(),
    params: { importId, which },
    policy,
    handle: async ({ importId: id, which: group }, context) => {
      const { folder, stored } = await ownOf(id, context);
      const list = await namedOf(folder, group);
      return new FileAnswer(
        `${stored.name}-${group === 'wrong' ? '有错误的文章' : '略去的文章'}.csv`,
        'text/csv; charset=utf-8',
        writeCsv({ columns: ARTICLE_COLUMNS, rows: list.map(cellsOf) }),
      );
    },
  }),
  /** leaves out what the check of that moment found wrong: all of it, or the article at one place */
  'POST /moving-in/:importId/left-out': consoleCall({
    summary: '略去有错误的文章',
    answer: as<void>(),
    params: { importId, checkedAt: text({ maxLength: 40, description: '检查的时间' }), place: optional(place) },
    policy,
    handle: async ({ importId: id, checkedAt, place: at }, context) => {
      const { folder, stored } = await idleOf(id, context);
      const left = await leaveOut(folder, checkedAt, at);
      await recordLeft('moving-in.leave-out', { stored, articles: left }, context);
    },
  }),
  /** takes back all that was left out, or the article at one place */
  'DELETE /moving-in/:importId/left-out': consoleCall({
    summary: '恢复略去的文章',
    answer: as<void>(),
    params: { importId, place: optional(place) },
    policy,
    handle: async ({ importId: id, place: at }, context) => {
      const { folder, stored } = await idleOf(id, context);
      const back = await takeBack(folder, at);
      if (back.length > 0) await recordLeft('moving-in.take-back', { stored, articles: back }, context);
    },
  }),
  /** the list once more, in the place of the one that is there (MI15) */
  'POST /moving-in/:importId/list': consoleCall({
    summary: '换一份改正后的列表',
    answer: as<void>(),
    params: { importId, name: text({ minLength: 1, maxLength: 500, description: '文件名' }) },
    takesFile: true,
    policy,
    handle: async ({ importId: id, name }, context) => {
      const { folder, stored } = await idleOf(id, context);
      const { freeSpace } = context.publishContext;
      const inside = await folder.read('folder');
      await unbroken(receiveListAgain(folder, { stored, inside, name }, { ...fileOf(context.incoming), freeSpace }));
      const { db, actor } = context;
      await record(db, actor, 'moving-in.list', {
        subject: `moving-in:${id}`,
        facts: { name: stored.name, filename: name },
      });
    },
  }),
  'GET /moving-in/:importId/problems': consoleCall({
    summary: '检查出的问题',
    answer: as<Paged<MovingInProblemLine>>(),
    params: {
      importId,
      ...pagingParams,
      kind: optional(choice(Object.keys(MOVING_IN_PROBLEMS), { description: '种类' })),
    },
    policy,
    handle: async ({ importId: id, kind, pageNum, pageSize: size }, context) => {
      const { folder } = await ownOf(id, context);
      const pageSize = allowedPageSize(size);
      const list: MovingInProblemLine[] = [];
      let total = 0;
      for await (const line of problemsOf(folder)) {
        if (kind !== undefined && line.kind !== kind) continue;
        if (total >= (pageNum - 1) * pageSize && list.length < pageSize) list.push(line);
        total += 1;
      }
      return { total, list };
    },
  }),
  'GET /moving-in/:importId/problems.csv': consoleCall({
    summary: '检查出的问题，CSV',
    answer: as<AnsweredFile>(),
    params: { importId },
    policy,
    handle: async ({ importId: id }, context) => {
      const { folder, stored } = await ownOf(id, context);
      return new FileAnswer(
        `${stored.name}-问题.csv`,
        'text/csv; charset=utf-8',
        writeCsv({ columns: PROBLEM_COLUMNS, rows: rowsOf(folder) }),
      );
    },
  }),
};

async function namedOf(folder: ImportFolder, group: 'wrong' | 'left'): Promise<NamedArticle[]> {
  const left = (await folder.read('left')) ?? [];
  if (group === 'left') return left;
  const known = new Set(left.map(({ key }) => key));
  return ((await folder.read('wrong'))?.list ?? []).filter(({ key }) => !known.has(key));
}

const cellsOf = ({ place: at, title, channel, date, address, reasons }: NamedArticle): string[] => [
  at,
  title,
  channel,
  date,
  address,
  reasons,
];

/** Writes articles into the operation record, the first by name. */
function recordLeft(
  act: 'moving-in.leave-out' | 'moving-in.take-back',
  { stored, articles }: { stored: StoredImport; articles: readonly NamedArticle[] },
  { db, actor }: SignedIn,
): Promise<void> {
  const named = articles.slice(0, MOST_RECORDED).map(({ place: at, title }) => `${at} ${title}`.trim());
  const words = `${named.join('；')}${articles.length > MOST_RECORDED ? `；共 ${articles.length} 篇` : ''}`;
  const facts = { name: stored.name, articles: words };
  return record(db, actor, act, { subject: `moving-in:${stored.importId}`, facts });
}

function readOf(given: unknown): StoredImport['read'] {
  if (given === null || given === undefined) return null;
  const { list, pages } = given as { list?: unknown; pages?: unknown };
  const isName = (name: unknown): name is string => typeof name === 'string' && name !== '' && name.length <= 500;
  if (isName(list)) return { list };
  if (isName(pages) && !pages.split('/').includes('..')) return { pages };
  throw new Refused('invalidInput', '请选择列表文件，或写明网页文件名的样式，如 *.html', { field: 'read' });
}

async function* rowsOf(folder: ImportFolder): AsyncGenerator<(string | null)[]> {
  for await (const { kind, file, line, message } of problemsOf(folder))
    yield [MOVING_IN_PROBLEMS[kind].isError ? '错误' : '提示', MOVING_IN_PROBLEMS[kind].zh, file, line, message];
}
