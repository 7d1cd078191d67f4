import { createWriteStream, existsSync, readFileSync, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { RegisterDefinition } from '#page/register-schema.ts';
import type { Registry } from '#page/registry.ts';
import { shanghaiDate } from '#rules/shanghai-date.ts';
import { ActRefused } from '#server/content/act-problems.ts';
import { listPageEditions } from '#server/content/list-page-editions.ts';
import { findRegisterState } from '#server/content/list-register-rows.ts';
import type { Database } from '#server/db/connect.ts';
import { databaseFolder } from '#server/db/data-folder.ts';
import { StoreProblem } from '#server/db/store-problem.ts';
import { EnvProblems, loadEnv } from '#server/env.ts';
import { dryRun } from '#server/import/dry-run.ts';
import { errorsWorkbook } from '#server/import/errors-workbook.ts';
import { ImportBusy } from '#server/import/import-lock.ts';
import { ImportRefused, type ImportReport } from '#server/import/import-report.ts';
import { publishImport } from '#server/import/publish-import.ts';
import { publicReferences } from '#server/import/references.ts';
import { didYouMean } from '#server/import/reading.ts';
import { reportText } from '#server/import/report-text.ts';
import { importTemplate } from '#server/import/template.ts';
import { loadPages } from '#server/page-store.ts';
import { inMegabytes, SheetRefused } from '#server/sheets/refusals.ts';
import { SHEET_LIMITS } from '#server/sheets/sheet.ts';
import { sources } from '#sources/index.ts';
import { widgets } from '#widgets/index.ts';
import { readImportOptions, Unusable, type ImportOptions } from './import-options.ts';
import { openBesideServer } from './stored-site.ts';

/**
 * RG6: `import-register <register> <file>` says what a file would change in a register; with --publish it does so. Beside
 * a running server and without one. Exit codes: 0 good, 1 problems in the file, 2 it could not be checked or published.
 */
async function main(args: string[]): Promise<number> {
  const options = readImportOptions(args);
  const { file } = options;
  if (file !== null) assertFile(file);
  const env = loadEnv(process.env);
  if (env.databaseUrl === null && !existsSync(databaseFolder(env.dataDir))) {
    if (file === null) return await withoutStore(options);
    throw new Unusable(`${env.dataDir} 中没有数据库。请先运行一次 npm start，或用 DATA_DIR、DATABASE_URL 指明网站的数据库。`);
  }
  const database = await openBesideServer(env.dataDir, env.databaseUrl);
  try {
    return await work(database, options);
  } finally {
    await database.close();
  }
}

function assertFile(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found?.isFile()) throw new Unusable(found?.isDirectory() ? `${file} 是文件夹，不是文件。` : `没有文件 ${file}。`);
}

/** What is too large is not even read: of 2 GB Node itself would not say a sentence. @throws SheetRefused */
function readBytes(file: string): Buffer {
  const { size } = statSync(file);
  if (size > SHEET_LIMITS.fileSize) throw new SheetRefused('file-too-large', { size: inMegabytes(size), limit: inMegabytes(SHEET_LIMITS.fileSize) });
  return readFileSync(file);
}

/** A template needs no store, as long as nothing refers to another register. */
async function withoutStore(options: ImportOptions): Promise<number> {
  const registers = definitionsOf([]);
  await write(options.template!, await importTemplate(find(registers, options.register)));
  return 0;
}

async function work(database: Database, options: ImportOptions): Promise<number> {
  const registers = definitionsOf(await listPageEditions(database.db, 'now'));
  const definition = find(registers, options.register);
  if (options.template !== null) await write(options.template, await importTemplate(definition, publicReferences(database.db)));
  if (options.file === null) return 0;
  try {
    return await readAndTell(database, definition, { ...options, file: options.file }, Object.values(registers));
  } catch (error) {
    if (!(error instanceof SheetRefused)) throw error;
    say(options, { outcome: 'refused', code: error.code, message: error.message }, `${basename(options.file)}：${error.message}。`);
    return 1;
  }
}

/** @throws SheetRefused */
async function readAndTell(database: Database, definition: RegisterDefinition, options: ImportOptions & { file: string }, known: RegisterDefinition[]): Promise<number> {
  const bytes = readBytes(options.file);
  const source = { definition, bytes, filename: basename(options.file), known, ...(options.confirmRemoved !== null && { confirmRemoved: options.confirmRemoved }) };
  try {
    if (options.publish) return await publishAndTell(database, source, options);
    const { report } = await dryRun({ ...source, db: database.db });
    tell(options, report, null);
    await writeErrors(options, bytes, report);
    return report.publishable ? 0 : 1;
  } catch (error) {
    if (!(error instanceof ImportRefused)) throw error;
    tell(options, error.report, null);
    await writeErrors(options, bytes, error.report);
    return 1;
  }
}

async function publishAndTell(database: Database, source: Parameters<typeof publishImport>[1], options: ImportOptions): Promise<number> {
  const { definition } = source;
  const state = await findRegisterState(database.db, 'now', definition.register);
  const department = options.department ?? definition.department ?? state?.department;
  if (department === undefined) throw new Unusable('请用 --department 说明责任部门。');
  const dataDate = options.dataDate ?? shanghaiDate(Date.now());
  const { report, published } = await publishImport(database, source, { dataDate, department, writtenBy: options.by!, approvedBy: options.approvedBy! });
  if (state && state.dataDate > dataDate) report.remarks.push(`此前公示的数据日期是 ${state.dataDate}，这次发布的 ${dataDate} 更早`);
  tell(options, report, { no: published.no, at: published.at.toISOString(), dataDate, department });
  return 0;
}

function definitionsOf(editions: readonly { page: string; document: unknown }[]): Registry<RegisterDefinition> {
  return loadPages({ dir: fileURLToPath(new URL('../../page-schemas', import.meta.url)), editions, widgets, sources }).registers;
}

function find(registers: Registry<RegisterDefinition>, name: string): RegisterDefinition {
  const found = registers[name] ?? Object.values(registers).find(({ title }) => title === name);
  if (found) return found;
  const names = Object.keys(registers);
  throw new Unusable(`${didYouMean(`没有登记表“${name}”`, name, [...names, ...Object.values(registers).map(({ title }) => title)])}\n现有：${names.join('、')}`);
}

function tell(options: ImportOptions, report: ImportReport, published: { no: number; at: string; dataDate: string; department: string } | null): void {
  const outcome = published ? 'published' : report.publishable ? 'good' : 'problems';
  const words = published ? `\n已发布，第 ${published.no} 号，数据日期 ${published.dataDate}，责任部门 ${published.department}。` : '';
  say(options, { outcome, published, report }, `${reportText(report)}${words}`);
}

function say({ json }: ImportOptions, object: unknown, text: string): void {
  console.log(json ? JSON.stringify(object, null, 2) : text);
}

async function writeErrors({ errors, json }: ImportOptions, bytes: Buffer, report: ImportReport): Promise<void> {
  if (errors === null) return;
  if (report.badRows === 0) {
    if (!json) console.log(`没有出错的单元格，没有写出 ${errors}。`);
    return;
  }
  await write(errors, await errorsWorkbook(bytes, report.file, report));
  if (!json) console.log(`标出错误的表格已写到 ${errors}。`);
}

async function write(path: string, content: Readable): Promise<void> {
  try {
    await pipeline(content, createWriteStream(resolve(path)));
  } catch (error) {
    throw new Unusable(`${path} 不能写入：${(error as Error).message}`);
  }
}

/** What is answered in a sentence; anything else is a defect and keeps its stack. */
function sentenceOf(error: unknown): string | null {
  if (error instanceof Unusable || error instanceof StoreProblem || error instanceof EnvProblems || error instanceof ImportBusy || error instanceof SheetRefused || error instanceof ActRefused) return error.message;
  const { code = '', message = '', severity } = error as { code?: string; message?: string; severity?: string };
  if (code === '42703' || code === '42P01') return `数据库的结构与本程序的版本不同（${message}）。请先用这个版本启动一次网站（npm start）。`;
  return severity !== undefined || /^E[A-Z]+$/.test(code) || /Connection terminated/i.test(message) ? `数据库没有完成这一步（${message}）。` : null;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const sentence = sentenceOf(error);
  if (sentence === null) throw error;
  console.error(`${sentence}${process.argv.includes('--publish') ? '\n没有发布任何内容。' : ''}`);
  process.exitCode = 2;
}
