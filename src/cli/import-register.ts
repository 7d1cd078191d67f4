import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nearest } from '#page/problems.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { siteSetting, type SiteSetting } from '#page/settings/site.ts';
import { readSettingValue } from '#kinds/setting/server/check-setting.ts';
import { findSetting } from '#server/store/documents/find-setting.ts';
import { listPageEditions } from '#server/store/documents/list-page-editions.ts';
import { findRegisterState } from '#server/store/rows/list-register-rows.ts';
import type { Database } from '#server/db/connect.ts';
import { databaseFolder, filesFolder } from '#server/db/data-folder.ts';
import { StoreProblem } from '#server/db/store-problem.ts';
import { EnvProblems, loadEnv, misspeltSettings } from '#server/env.ts';
import { loadPublicSite } from '#server/site/public-site.ts';
import { isStoreAway, Refused } from '#server/errors.ts';
import { dryRun } from '#server/registers/import/dry-run.ts';
import { errorsWorkbook } from '#server/registers/import/errors-workbook.ts';
import type { ImportReport } from '#server/registers/import/import-report.ts';
import { publicReferences } from '#server/registers/import/references.ts';
import { reportText } from '#server/registers/import/report-text.ts';
import { importTemplate } from '#server/registers/import/template.ts';
import { loadPages, type LoadedPages } from '#server/site/page-store.ts';
import { inMegabytes, SheetRefused } from '#server/registers/sheets/refusals.ts';
import { SHEET_LIMITS } from '#server/registers/sheets/sheet.ts';
import { sources } from '#sources/index.ts';
import { widgets } from '#widgets/index.ts';
import { findRegister } from './find-register.ts';
import { refusedRegisters } from './refused-registers.ts';
import { helpText, templateWords } from './import-help.ts';
import { nextStep } from './next-step.ts';
import { printError, printJson, printWords } from './print.ts';
import { readImportOptions, Unusable, type ImportOptions } from './import-options.ts';
import { dateToSave, markOf, saveImport, type CheckedImport } from './save-import.ts';
import { openBesideServer } from './stored-site.ts';
import { writeNewFile } from './write-new-file.ts';
import { toldOfEdition } from './told-of-edition.ts';

/**
 * RG6, RG45: `import-register <register> <file>` reports what a file would change in a register; with --save it makes an
 * edition of it. Works with and without a running server. Exit codes: 0 success; 1 problems in the file; 2 the file could
 * not be checked or saved.
 */
async function main(args: string[]): Promise<number> {
  if (args.length === 0 || args.includes('--help') || args.includes('-h')) {
    printWords(helpText(Object.values(definitionsOf([]).registers)));
    return args.length === 0 ? 2 : 0;
  }
  const options = readImportOptions(args);
  const { file } = options;
  if (file !== null) assertFile(file);
  const env = loadEnv(process.env);
  for (const hint of misspeltSettings(process.env)) printError(hint);
  if (env.databaseUrl === null && !existsSync(databaseFolder(env.dataDir))) {
    if (file === null) return await withoutStore(options);
    throw new Unusable(
      `${env.dataDir} 中没有数据库。请先运行一次 npm start，或用 DATA_DIR、DATABASE_URL 指明网站的数据库。`,
    );
  }
  const database = await openBesideServer(env);
  try {
    return await work(database, options, filesFolder(env.dataDir));
  } finally {
    await database.close();
  }
}

function assertFile(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found?.isDirectory()) throw new Unusable(`${file} 是文件夹，不是文件。`);
  if (!found?.isFile()) throw new Unusable(missingFile(file));
  if (basename(file).startsWith('~$'))
    throw new Unusable(
      `${file} 是 Excel 打开文件时的临时文件，不是表格本身。请关闭 Excel，改用 ${basename(file).slice(2)}。`,
    );
}

function missingFile(file: string): string {
  const folder = dirname(resolve(file));
  const others = statSync(folder, { throwIfNoEntry: false })?.isDirectory()
    ? readdirSync(folder).filter((name) => /\.(xlsx|csv)$/i.test(name))
    : [];
  const near = nearest(basename(file), others);
  return `没有文件 ${file}。请核对文件名，它应在 ${folder} 中。${near === undefined ? '' : `您是不是要找“${near}”？`}`;
}

/**
 * Reads a file unless it is too large: for one of 2 GB Node itself would throw an error that no user understands.
 * @throws SheetRefused
 */
function readBytes(file: string): Buffer {
  const { size } = statSync(file);
  if (size > SHEET_LIMITS.fileSize)
    throw new SheetRefused('file-too-large', { size: inMegabytes(size), limit: inMegabytes(SHEET_LIMITS.fileSize) });
  return readFileSync(file);
}

/** Writes a template without a store; works for registers that refer to no other register. */
async function withoutStore(options: ImportOptions): Promise<number> {
  await writeTemplate(options, find(definitionsOf([]), options.register));
  return 0;
}

async function work(database: Database, options: ImportOptions, filesDir: string): Promise<number> {
  const loaded = definitionsOf(await listPageEditions(database.db, 'now'));
  const definition = find(loaded, options.register);
  if (options.template !== null) await writeTemplate(options, definition, database);
  if (options.file === null) return 0;
  try {
    return await readAndTell(database, definition, { ...options, file: options.file }, loaded, filesDir);
  } catch (error) {
    if (!(error instanceof SheetRefused)) throw error;
    say(
      options,
      { outcome: 'refused', code: error.code, message: error.message },
      `${basename(options.file)}：${error.message}。`,
    );
    return 1;
  }
}

/**
 * Checks the file, makes an edition of it where that is asked for, and prints the report.
 * @returns the exit code
 * @throws SheetRefused, Refused, Unusable
 */
async function readAndTell(
  database: Database,
  definition: RegisterDefinition,
  options: ImportOptions & { file: string },
  { registers }: LoadedPages,
  filesDir: string,
): Promise<number> {
  const { answers, confirmRemoved } = options;
  const bytes = readBytes(options.file);
  const filename = basename(options.file);
  const mark = await markOf(database.db, definition);
  const read = await dryRun({
    db: database.db,
    definition,
    bytes,
    filename,
    known: Object.values(registers),
    mends: { answers },
    ...(confirmRemoved !== null && { confirmRemoved }),
  });
  const isSaved = options.by !== null && read.report.publishable;
  if (isSaved) await saveAndTell(database, { ...read, definition, bytes, filename, answers, mark }, options, filesDir);
  else await tellChecked(options, bytes, read.report);
  return read.report.publishable ? 0 : 1;
}

async function saveAndTell(
  database: Database,
  checked: CheckedImport,
  options: ImportOptions,
  filesDir: string,
): Promise<void> {
  const { report, definition } = checked;
  const state = await findRegisterState(database.db, 'now', definition.register);
  const department =
    options.department ??
    definition.department ??
    state?.department ??
    readSettingValue<SiteSetting>(siteSetting.value, await findSetting(database.db, 'now', siteSetting.name))
      ?.department;
  if (!department) throw new Unusable('请用 --department 说明责任部门。');
  const { dataDate, remarks } = dateToSave(options.dataDate, report.dataDate);
  report.remarks.push(...remarks);
  if (state && state.dataDate > dataDate)
    report.remarks.push(`此前公示的数据日期是 ${state.dataDate}，这次的 ${dataDate} 更早`);
  const site = await loadPublicSite(database.db, FOLDER);
  const stated = { dataDate, department, account: options.by!, confirmRemoved: options.confirmRemoved };
  const edition = { ...(await saveImport(database, site, filesDir, checked, stated)), dataDate, department };
  const told = await toldOfEdition(database.db, site, filesDir, edition);
  const toCheck = told.length === 0 ? '' : ['\n请在提交前核对：', ...told].join('\n  ');
  say(
    options,
    { outcome: 'saved', edition, told, report },
    `${reportText(report)}\n已生成稿件 ${edition.editionId}（/console/editions/${edition.editionId}），数据日期 ${dataDate}，责任部门 ${department}。请在管理后台提交，由另一人审核后发布。${toCheck}`,
  );
}

const FOLDER = fileURLToPath(new URL('../../page-schemas', import.meta.url));

const definitionsOf = (editions: readonly { page: string; document: unknown }[]): LoadedPages =>
  loadPages({ dir: FOLDER, editions, widgets, sources });

function find(loaded: LoadedPages, name: string): RegisterDefinition {
  const found = findRegister(Object.values(loaded.registers), name, refusedRegisters(FOLDER, loaded));
  if (typeof found === 'string') throw new Unusable(found);
  return found;
}

async function writeTemplate(
  { template, file, json }: ImportOptions,
  definition: RegisterDefinition,
  database?: Database,
): Promise<void> {
  const path = template!;
  const { workbook, listed } = await importTemplate(definition, database && publicReferences(database.db));
  await writeNewFile(path, workbook);
  // the output is one JSON document; with a file it is the report
  if (json && file !== null) return;
  say(
    { json },
    { outcome: 'template', register: definition.register, template: resolve(path) },
    templateWords(definition, path, listed),
  );
}

/** Prints the report before it writes the workbook of errors, so that the report is there even if that fails. */
async function tellChecked(options: ImportOptions, bytes: Buffer, report: ImportReport): Promise<void> {
  say(options, { outcome: report.publishable ? 'good' : 'problems', edition: null, report }, reportText(report));
  await writeErrors(options, bytes, report);
  if (!options.json) printWords(nextStep(report, options));
}

function say({ json }: Pick<ImportOptions, 'json'>, object: unknown, text: string): void {
  if (json) printJson(object);
  else printWords(text);
}

async function writeErrors({ errors, json }: ImportOptions, bytes: Buffer, report: ImportReport): Promise<void> {
  if (errors === null) return;
  if (report.badRows === 0) {
    if (!json)
      printWords(
        report.problems.length > 0
          ? `问题不在单元格里，没有写出 ${errors}。`
          : `没有出错的单元格，没有写出 ${errors}。`,
      );
    return;
  }
  await writeNewFile(errors, await errorsWorkbook(bytes, report.file, report));
  if (!json) printWords(`标出错误的表格已写到 ${resolve(errors)}。`);
}

/** The message for an expected error; null for a defect, which keeps its stack. */
function sentenceOf(error: unknown): string | null {
  if (
    error instanceof Unusable ||
    error instanceof StoreProblem ||
    error instanceof EnvProblems ||
    error instanceof SheetRefused ||
    error instanceof Refused
  )
    return error.message;
  const { code = '', message = '', severity } = error as { code?: string; message?: string; severity?: string };
  if (code === '42703' || code === '42P01')
    return `数据库的结构与本程序的版本不同（${message}）。请先用这个版本启动一次网站（npm start）。`;
  return severity !== undefined || /^E[A-Z]+$/.test(code) || isStoreAway(error)
    ? `数据库没有完成这一步（${message}）。`
    : null;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const sentence = sentenceOf(error);
  if (sentence === null) throw error;
  printError(`${sentence}${process.argv.includes('--save') ? '\n没有生成稿件。' : ''}`);
  process.exitCode = 2;
}
