import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { nearest } from '#page/problems.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { siteSetting, type SiteSetting } from '#page/settings/site.ts';
import { readSettingValue } from '#kinds/setting/server/check-setting.ts';
import { findSetting } from '#server/store/documents/find-setting.ts';
import { listPageEditions } from '#server/store/documents/list-page-editions.ts';
import { findRegisterState } from '#server/store/rows/list-register-rows.ts';
import type { Database } from '#server/db/connect.ts';
import { filesFolder } from '#server/db/data-folder.ts';
import { EXIT } from '#server/exit-codes.mjs';
import { OperatorProblem } from '#server/operator-problem.ts';
import { phrase, type Sentence } from '#server/phrase.mjs';
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
import { helpOf, runAsCommand, Unusable, type GivenWords } from './command.ts';
import { importRegister } from './commands.ts';
import { registerHelp, templateWords } from './import-help.ts';
import { nextStep } from './next-step.ts';
import { printJson, printWords } from './print.ts';
import { readImportOptions, type ImportOptions } from './import-options.ts';
import { dateToSave, markOf, saveImport, type CheckedImport } from './save-import.ts';
import { openBesideServer } from './stored-site.ts';
import { writeNewFile } from './write-new-file.ts';
import { summaryOfEdition } from './summary-of-edition.ts';
import { assertStore, environment, hasStore, PAGES_DIR } from './with-site.ts';

/**
 * RG6, RG45: `import-register <register> <file>` reports what a file would change in a register; with --save it makes an
 * edition of it. Works with and without a running server. Exit codes: 0 success; 1 problems in the file; 2 the file could
 * not be checked or saved.
 */
async function main(given: GivenWords<typeof importRegister.options>): Promise<number> {
  if (process.argv.length === 2) {
    printWords(helpOf(importRegister, registersHelp()));
    return EXIT.notBegun;
  }
  const options = readImportOptions(given);
  const { file } = options;
  if (file !== null) assertFile(file);
  const env = environment();
  if (file === null && !hasStore(env)) return await withoutStore(options);
  assertStore(env);
  const database = await openBesideServer(env);
  try {
    return await work(database, options, filesFolder(env.dataDir));
  } finally {
    await database.close();
  }
}

function assertFile(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found?.isDirectory())
    throw new Unusable({ zh: `${file} 是文件夹，不是文件。`, en: `${file} is a folder and no file.` });
  if (!found?.isFile()) throw new Unusable(missingFile(file));
  if (basename(file).startsWith('~$'))
    throw new Unusable({
      zh: `文件 ${file} 是 Excel 打开文件时的临时文件，不是表格本身。请关闭 Excel，改用 ${basename(file).slice(2)}。`,
      en: `The file ${file} is one that Excel makes while it has a table open, and not the table. Close Excel and take ${basename(file).slice(2)}.`,
    });
}

function missingFile(file: string): Sentence {
  const folder = dirname(resolve(file));
  const others = statSync(folder, { throwIfNoEntry: false })?.isDirectory()
    ? readdirSync(folder).filter((name) => /\.(xlsx|csv)$/i.test(name))
    : [];
  const near = nearest(basename(file), others);
  return {
    zh: `没有文件 ${file}。请核对文件名，它应在 ${folder} 中。${near === undefined ? '' : `您是不是要找“${near}”？`}`,
    en: `There is no file ${file}. Look at its name; it should lie in ${folder}.${near === undefined ? '' : ` Did you mean “${near}”?`}`,
  };
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
  return EXIT.done;
}

async function work(database: Database, options: ImportOptions, filesDir: string): Promise<number> {
  const loaded = definitionsOf(await listPageEditions(database.db, 'now'));
  const definition = find(loaded, options.register);
  if (options.template !== null) await writeTemplate(options, definition, database);
  if (options.file === null) return EXIT.done;
  try {
    return await readAndTell(database, definition, { ...options, file: options.file }, loaded, filesDir);
  } catch (error) {
    if (!(error instanceof SheetRefused)) throw error;
    say(
      options,
      { outcome: 'refused', code: error.code, message: error.message },
      `${basename(options.file)}：${error.message}。`,
    );
    return EXIT.problems;
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
  return read.report.publishable ? EXIT.done : EXIT.problems;
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
  if (!department)
    throw new Unusable({
      zh: '请用 --department 说明责任部门。',
      en: 'Name the department in charge with --department.',
    });
  const { dataDate, remarks } = dateToSave(options.dataDate, report.dataDate);
  report.remarks.push(...remarks);
  if (state && state.dataDate > dataDate)
    report.remarks.push(`此前公示的数据日期是 ${state.dataDate}，这次的 ${dataDate} 更早`);
  const site = await loadPublicSite(database.db, PAGES_DIR);
  const stated = { dataDate, department, account: options.by!, confirmRemoved: options.confirmRemoved };
  const edition = { ...(await saveImport(database, site, filesDir, checked, stated)), dataDate, department };
  const summary = await summaryOfEdition(database.db, site, filesDir, edition);
  const look = phrase({ zh: '请在提交前核对：', en: 'Look at this before it is submitted:' });
  const toCheck = summary.length === 0 ? '' : [`\n${look}`, ...summary].join('\n  ');
  const id = edition.editionId;
  const saved = phrase({
    zh: `已生成稿件 ${id}（/console/editions/${id}），数据日期 ${dataDate}，责任部门 ${department}。请在管理后台提交，由另一人审核后发布。`,
    en: `Edition ${id} is a draft (/console/editions/${id}), data of ${dataDate}, department ${department}. Submit it in the console; another person reviews it.`,
  });
  say(options, { outcome: 'saved', edition, told: summary, report }, `${reportText(report)}\n${saved}${toCheck}`);
}

const definitionsOf = (editions: readonly { page: string; document: unknown }[]): LoadedPages =>
  loadPages({ dir: PAGES_DIR, editions, widgets, sources });

const registersHelp = (): string => registerHelp(Object.values(definitionsOf([]).registers));

function find(loaded: LoadedPages, name: string): RegisterDefinition {
  const found = findRegister(Object.values(loaded.registers), name, refusedRegisters(PAGES_DIR, loaded));
  if (typeof found === 'string') throw new Unusable({ zh: found, en: found });
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
          ? phrase({
              zh: `问题不在单元格里，没有写出文件 ${errors}。`,
              en: `The problems are not in cells: the file ${errors} is not written.`,
            })
          : phrase({
              zh: `没有出错的单元格，没有写出文件 ${errors}。`,
              en: `No cell is wrong: the file ${errors} is not written.`,
            }),
      );
    return;
  }
  await writeNewFile(errors, await errorsWorkbook(bytes, report.file, report));
  if (json) return;
  printWords(
    phrase({
      zh: `标出错误的表格已写到文件 ${resolve(errors)}。`,
      en: `The table with the errors marked is written to the file ${resolve(errors)}.`,
    }),
  );
}

/**
 * A failure of PostgreSQL, or of the system, as what to do; any other error as it is.
 */
function storeFailure(error: unknown): unknown {
  const { code = '', message = '', severity, path } = (error ?? {}) as NodeJS.ErrnoException & { severity?: string };
  if (code === '42703' || code === '42P01')
    return new Unusable({
      zh: `数据库的结构与本程序的版本不同（${message}）。请先用这个版本启动一次网站（npm start）。`,
      en: `The tables of the store are those of another version (${message}). Start the site once with this version (npm start).`,
    });
  // the frame of all commands says what is wrong with a file
  const isOurs = error instanceof OperatorProblem || error instanceof Refused || path !== undefined;
  return !isOurs && (severity !== undefined || /^E[A-Z]+$/.test(code) || isStoreAway(error))
    ? new Unusable({
        zh: `数据库没有完成这一步（${message}）。`,
        en: `The database did not do this (${message}).`,
      })
    : error;
}

const isSaving = process.argv.includes('--save');

await runAsCommand(
  importRegister,
  (given) => main(given).catch((error: unknown) => Promise.reject(storeFailure(error))),
  {
    more: registersHelp,
    after: isSaving ? `\n${phrase({ zh: '没有生成稿件。', en: 'No draft was made.' })}` : '',
  },
);
