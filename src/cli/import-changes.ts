import { createReadStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { article, type ArticleDocument } from '#kinds/article/index.ts';
import { documentIn } from '#kinds/changes.ts';
import type { Change } from '#kinds/index.ts';
import { formatProblem, type Problem } from '#page/problems.ts';
import type { Database } from '#server/db/connect.ts';
import { filesFolder } from '#server/db/data-folder.ts';
import type { Db } from '#server/db/tables.ts';
import { checkSuccessors } from '#server/editions/review/check-successors.ts';
import { channelsConcerned, rightsNeeded } from '#server/editions/review/concerned-channels.ts';
import { createEdition } from '#server/editions/draft/create-edition.ts';
import { BROUGHT_LIMITS, readDraft } from '#server/editions/draft/draft-changes.ts';
import { siteAfter } from '#server/editions/publish/site-after.ts';
import { loadPublicSite } from '#server/site/public-site.ts';
import { tryPublication, type TryOptions } from '#server/editions/publish/try-publication.ts';
import { acceptFile } from '#server/files/accept-file.ts';
import { storeFile, type StoredFile } from '#server/files/store.ts';
import { record } from '#server/people/staff/audit.ts';
import { listPageEditions } from '#server/store/documents/list-page-editions.ts';
import { listPublicationChanges } from '#server/store/publication/publication-changes.ts';
import { PublicationRefused } from '#server/store/publication/publication-problems.ts';
import { findMisfits } from '#server/store/rows/register-misfits.ts';
import { readOptions } from './import-changes/options.ts';
import { attachmentsOf, besideFile, changeOf, isFile, readChanges, type ReadChanges } from './import-changes/read.ts';
import { documentProblems, refusalLines } from './import-changes/refusal.ts';
import { changeLines } from './import-changes/report.ts';
import { EXIT } from '#server/exit-codes.mjs';
import { phrase } from '#server/phrase.mjs';
import { runAsCommand, Unusable, type GivenWords } from './command.ts';
import { importChanges } from './commands.ts';
import { printError, printWords } from './print.ts';
import { openBesideServer } from './stored-site.ts';
import { summaryOfEdition } from './summary-of-edition.ts';
import { environment, hasStore, noStore, PAGES_DIR } from './with-site.ts';
import { findWriter, type Writer } from './writer.ts';

/**
 * RG45: `import-changes FILE` reports what the changes of a JSON file would do; with --save it makes an edition of them. Works
 * with and without a running server. Exit codes: 0 success; 1 the file has problems; 2 it could not be tried or saved.
 */
async function main(given: GivenWords<typeof importChanges.options>): Promise<number> {
  const { file, by } = readOptions(given);
  const read = readChanges(file);
  const env = environment();
  if (!hasStore(env)) {
    const lines = linesOf(file, read.problems);
    const { zh, en } = noStore(env);
    throw new Unusable({ zh: [...lines, zh].join('\n'), en: [...lines, en].join('\n') });
  }
  const database = await openBesideServer(env);
  try {
    const { problems, lines } = await tryChanges(database, file, read);
    if (problems.length > 0) {
      printError([phrase({ zh: '什么也没有保存：', en: 'Nothing was saved:' }), ...problems].join('\n'));
      return EXIT.problems;
    }
    if (by === null) printWords([phrase(CHECKED), ...lines].join('\n'));
    else printWords([await save(database, filesFolder(env.dataDir), { file, by, read }), ...lines].join('\n'));
    return EXIT.done;
  } finally {
    await database.close();
  }
}

const CHECKED = {
  zh: '什么也没有保存：这是检查。发布后，这些修改会做到：',
  en: 'Nothing was saved: this was a check. Published, the changes would do this:',
};

const linesOf = (file: string, problems: readonly Problem[]): string[] =>
  problems.map((problem) => formatProblem({ file, ...problem }));

/**
 * Tries the sound changes without storing anything, so that all problems are reported at once.
 * @returns every problem, or lines that tell what the changes would do
 */
async function tryChanges(
  database: Database,
  file: string,
  read: ReadChanges,
): Promise<{ problems: string[]; lines: string[] }> {
  const { db } = database;
  const problems = [
    ...read.problems,
    ...documentProblems(file, read.changes, PAGES_DIR, await listPageEditions(db, 'now')),
  ];
  const unsound = new Set(problems.filter(({ code }) => code !== 'unreadable-file').map(changeOf));
  const places = read.changes.flatMap((change, at) => (change === null || unsound.has(at) ? [] : [at]));
  const tried: StoredFile[] = [];
  const changes: Change[] = [];
  for (const at of places) changes.push(await withFiles(read.changes[at]!, file, (path) => tryFile(db, path, tried)));
  const before: TryOptions['before'] = async (trx) => {
    const rows = tried.map(({ mediaType: media_type, ...one }) => ({ ...one, media_type, stored_at: new Date() }));
    if (rows.length > 0)
      await trx
        .insertInto('file')
        .values(rows)
        .onConflict((conflict) => conflict.column('filepath').doNothing())
        .execute();
  };
  let lines: string[] = [];
  const inspect: TryOptions['inspect'] = async (trx, { no }) => {
    // a file with problems does not make the site of all changes
    if (problems.length > 0) return [];
    const site = await siteAfter(trx, PAGES_DIR);
    lines = changeLines(await listPublicationChanges(trx, no, changes), site);
    lines.push(
      ...(await findMisfits(trx, Object.values(site.registers))).map((misfit) =>
        phrase({ zh: `请注意：${misfit}`, en: `warning: ${misfit}` }),
      ),
    );
    return checkSuccessors(trx, site, changes);
  };
  const refused: string[] = [];
  await tryPublication(database, { title: read.title, changes }, { before, inspect }).catch((error: unknown) => {
    if (!(error instanceof PublicationRefused)) throw error;
    refused.push(...refusalLines(file, read.changes, places, error));
  });
  return { problems: [...linesOf(file, problems), ...refused], lines };
}

/**
 * Stores the files and makes a draft of the changes, which have no problems.
 * @returns a sentence that tells of it
 * @throws Unusable, Refused, StoreFull
 */
async function save(
  { db, freeSpace }: Database,
  filesDir: string,
  { file, by, read }: { file: string; by: string; read: ReadChanges },
): Promise<string> {
  const site = await loadPublicSite(db, PAGES_DIR);
  const given = read.changes.map((change) => change!);
  const writer = await findWriter(db, by, site.channel, {
    channelIds: await channelsConcerned(db, site, given),
    rights: rightsNeeded(site, given),
  });
  const store = { db, dir: filesDir, ...(freeSpace && { freeSpace }) };
  const changes: Change[] = [];
  for (const change of given) changes.push(await withFiles(change, file, (path) => keepFile(store, path, writer)));
  const draft = await readDraft({ title: read.title, changes }, undefined, BROUGHT_LIMITS.changes);
  const made = await createEdition(db, site, writer, draft);
  const { editionId } = made;
  const summary = await summaryOfEdition(db, site, filesDir, made);
  const begins = phrase({
    zh: `稿件 ${editionId} 归 ${writer.account}：/console/editions/${editionId}。请在那里提交，由另一人审核。`,
    en: `Edition ${editionId} is a draft by ${writer.account}: /console/editions/${editionId}. Submit it there; another person reviews it.`,
  });
  const does = phrase({ zh: '发布后，它会做到：', en: 'Published, it does this:' });
  if (summary.length === 0) return `${begins} ${does}`;
  const look = phrase({ zh: '提交前请核对：', en: 'Look at this before:' });
  return [`${begins} ${look}`, ...summary.map((line) => `  ${line}`), does].join('\n');
}

/**
 * Replaces the `path` of each attachment by the `filepath` of the stored file.
 * @param keep stores a file and returns its filepath
 */
async function withFiles(change: Change, file: string, keep: (path: string) => Promise<string>): Promise<Change> {
  const document = documentIn(article, change);
  if (!document?.attachments) return change;
  const attachments: NonNullable<ArticleDocument['attachments']> = [];
  for (const { filename, filepath = '', path, release } of attachmentsOf(change)) {
    const there = path !== undefined && isFile(besideFile(file, path));
    attachments.push({
      filename,
      filepath: there ? await keep(besideFile(file, path)) : filepath,
      ...(release && { release }),
    });
  }
  return { kind: article.name, document: { ...document, attachments } };
}

/** Through the same door as editors' files, and into the operation record. */
async function keepFile(store: Parameters<typeof acceptFile>[0], path: string, writer: Writer): Promise<string> {
  const accepted = await acceptFile(store, basename(path), createReadStream(path), statSync(path).size);
  const { filepath, filename, bytes } = accepted;
  await record(store.db, writer, 'file.upload', { subject: `file:${filepath}`, facts: { filename, bytes } });
  return filepath;
}

/** Returns where a file would be stored, without storing it. @param tried receives its row */
async function tryFile(db: Db, path: string, tried: StoredFile[]): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), 'changes-'));
  const trial = await db.startTransaction().execute();
  try {
    const file = await storeFile({ db: trial, dir }, { path, extension: extname(path).slice(1) });
    tried.push(file);
    return file.filepath;
  } finally {
    await trial.rollback().execute();
    rmSync(dir, { recursive: true, force: true });
  }
}

await runAsCommand(importChanges, main);
