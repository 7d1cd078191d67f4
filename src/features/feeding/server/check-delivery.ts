import type { RegisterDefinition } from '#page/register-schema.ts';
import { getRows, inParts, storeRows } from '#kinds/rows/server/row-sets.ts';
import type { RowSetRef } from '#kinds/rows/index.ts';
import { storePublicRows } from '#kinds/rows/server/public-rows.ts';
import { visible } from '#rules/text/hidden-characters.ts';
import { Refused } from '#server/errors.ts';
import type { Db } from '#server/db/tables.ts';
import { publicRevisions } from '#server/editions/publish/public-revisions.ts';
import { KEY_SEPARATOR, rowKey } from '#server/store/rows/check-rows.ts';
import { respeltWords } from '#server/registers/import/dry-run.ts';
import { compareImport, vanishingOf } from '#server/registers/import/compare-import.ts';
import { otherDate } from '#server/registers/import/data-date.ts';
import type { FileProblem, ImportReport } from '#server/registers/import/import-report.ts';
import { missingFiles } from '#server/registers/import/missing-files.ts';
import { readImport, type ReadImport } from '#server/registers/import/read-import.ts';
import { publicReferences } from '#server/registers/import/references.ts';
import { shortened } from '#server/registers/import/shortened-report.ts';
import { readSheet } from '#server/registers/sheets/read-sheet.ts';
import { SheetRefused } from '#server/registers/sheets/refusals.ts';
import type { Sheet, SheetRow } from '#server/registers/sheets/sheet.ts';
import { readJson, type JsonRows, type Row, type StatedOfRows } from './read-body.ts';
import { splitChanges } from './split-changes.ts';
import { eachOf } from '#server/registers/sheets/read-own-csv.ts';

export interface DeliveryTask {
  definition: RegisterDefinition;
  /** other registers, to find whose rows they are where they do not fit */
  known: readonly RegisterDefinition[];
  body: Uint8Array;
  /** facts that a CSV file lacks; null: the body is JSON */
  csv: StatedOfRows | null;
}

/** Findings of a delivery's check. */
export interface CheckedDelivery {
  stated: StatedOfRows;
  /** report in the words of an import's; places are those of the table that the rows make, with its titles in line 1 */
  report: ImportReport;
  /** name of each column in JSON, by its letters */
  names: string[];
  /** null: there are errors */
  rowSet: RowSetRef | null;
  /** mark of what was public when they were compared */
  mark: string;
}

/**
 * FD2: reads what a program sent and checks it as an import checks a file, compared with what is public. Holds all rows:
 * for a thread of its own where they are many. @throws Refused badRequest, invalidInput where it is no table at all
 */
export async function checkDelivery(db: Db, { definition, known, body, csv }: DeliveryTask): Promise<CheckedDelivery> {
  const { register } = definition;
  const mark = (await publicRevisions(db, [`rows:${register}`]))[`rows:${register}`]!;
  const json = csv === null ? readJson(decode(body), definition) : null;
  const stated = json ?? csv!;
  const csvChanges = csv?.isChanges ? await changesOfCsv(body, definition) : null;
  const table = json ?? csvChanges;
  const remove = table?.remove ?? [];
  const isNothing = table !== null && table.rows.length === 0 && table.remove.length > 0;
  const read = isNothing
    ? nothingRead(definition)
    : await readImport({
        definition,
        known,
        bytes: body,
        filename: json ? '报送.json' : '报送.csv',
        references: publicReferences(db),
        ...(table && { read: async () => sheetOf(table, json ? 'xlsx' : 'csv') }),
        ...(json && { mends: { answers: percentsOf(definition) } }),
      }).catch(refusedSheet);
  const { report } = read;
  const rest = { stated: factsOf(stated), report, names: json?.names ?? [], mark };
  if (stated.isChanges && report.problems.length === 0 && report.badRows === 0)
    await mergeChanges(db, definition, read, remove);
  if (report.problems.length > 0 || report.badRows > 0) {
    report.publishable = false;
    return { ...rest, report: shortened(report), rowSet: null };
  }
  report.remarks.push(
    ...(await missingFiles(db, definition, read.rows)),
    ...otherDate(report.dataDate, stated.dataDate),
  );
  const { difference, respelt } = await compareImport(db, definition, read);
  if (respelt.length > 0) {
    // an editor answers questions about a file; nobody answers them for a program
    const problems = respeltWords(respelt).map((reason) => ({
      cell: '',
      value: '',
      reason,
      remedy: '请照公示的写法报送',
    }));
    const refused = { ...report, problems: [...report.problems, ...problems], publishable: false };
    return { ...rest, report: shortened(refused), rowSet: null };
  }
  report.difference = difference;
  report.vanishing = vanishingOf(difference, undefined);
  report.publishable = report.vanishing === null;
  const rowSet = await storeRows(db, register, inParts(read.rows));
  return { ...rest, report, rowSet };
}

/** EY6: JSON counts percents as the documentation of the call describes: 2.5 is 2.5 %. Titles of a CSV file show it. */
const percentsOf = ({ fields }: RegisterDefinition): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { type }]) => (type === 'percent' ? [[`percent:${name}`, 'percent']] : [])),
  );

const factsOf = ({ dataDate, department, isChanges }: StatedOfRows): StatedOfRows => ({
  dataDate,
  ...(department !== undefined && { department }),
  isChanges,
});

function decode(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw new Refused('badRequest', 'JSON 应以 UTF-8 编码');
  }
}

const refusedSheet = (error: unknown): never => {
  throw error instanceof SheetRefused ? new Refused('badRequest', `${error.message}。`) : error;
};

/**
 * @param format of JSON, texts stay as they are, like those of a workbook: nothing that a CSV file loses is restored
 */
const sheetOf = ({ header, rows }: Pick<JsonRows, 'header' | 'rows'>, format: Sheet['format']): Sheet => ({
  format,
  name: '',
  sheets: [],
  remarks: [],
  merges: [],
  base1904: false,
  header,
  batches: eachOf([rows]),
  close: async () => {},
});

/** Rows of a CSV file, split by its column 变更. */
async function changesOfCsv(body: Uint8Array, definition: RegisterDefinition) {
  const sheet = await readSheet(body, '报送.csv').catch(refusedSheet);
  const rows: SheetRow[] = [];
  try {
    for await (const batch of sheet.batches) rows.push(...batch);
  } catch (error) {
    refusedSheet(error);
  } finally {
    await sheet.close();
  }
  return splitChanges(sheet.header, rows, definition);
}

/** Report of a delivery that only removes rows. */
const nothingRead = ({ register, title }: RegisterDefinition): ReadImport => ({
  report: {
    register,
    title,
    file: '报送.json',
    format: 'csv',
    sheet: '',
    headerRow: 0,
    columns: [],
    rowsRead: 0,
    problems: [],
    errors: [],
    badRows: 0,
    repairs: [],
    remarks: [],
    mendable: { merged: 0, notes: 0 },
    questions: [],
    dataDate: { value: '', reason: '' },
    difference: null,
    vanishing: null,
    publishable: true,
  },
  rows: [],
  lines: [],
  badLines: new Set(),
  absent: [],
  lookups: new Map(),
});

/** Merges rows of changes with what is public into the whole register. Impossible keys are reported as problems. */
async function mergeChanges(
  db: Db,
  definition: RegisterDefinition,
  read: ReadImport,
  remove: readonly (readonly string[])[],
): Promise<void> {
  const { rows: put, lines, absent, report } = read;
  const places = new Map(put.map((row, at) => [rowKey(definition, row), at]));
  const gone = new Set(remove.map((key) => key.join(KEY_SEPARATOR)));
  const both = [...gone].filter((key) => places.has(key));
  for (const key of both)
    report.problems.push(problem(definition, key, '既在更新的行中，又要删除', '请只保留其中一项'));
  const { hash } = await storePublicRows({ db }, definition);
  const [merged, mergedLines]: [Row[], number[]] = [[], []];
  const missing = new Set(gone);
  for (const row of await getRows(db, hash, definition.register)) {
    const key = rowKey(definition, row);
    missing.delete(key);
    if (gone.has(key)) continue;
    const at = places.get(key);
    if (at === undefined) {
      merged.push({ ...row });
      mergedLines.push(0);
      continue;
    }
    for (const field of absent) put[at]![field] = row[field] ?? null;
    merged.push(put[at]!);
    mergedLines.push(lines[at]!);
    places.delete(key);
  }
  for (const key of missing)
    report.problems.push(problem(definition, key, '现在没有公示这一行，不能删除', '请核对主键'));
  for (const at of places.values()) {
    merged.push(put[at]!);
    mergedLines.push(lines[at]!);
  }
  read.rows = merged;
  read.lines = mergedLines;
  read.absent = [];
}

const problem = ({ key, fields }: RegisterDefinition, of: string, reason: string, remedy: string): FileProblem => ({
  cell: '',
  value: of
    .split(KEY_SEPARATOR)
    .map((value, at) => `${fields[key[at]!]?.title ?? key[at]} ${visible(value)}`)
    .join('，'),
  reason,
  remedy,
});
