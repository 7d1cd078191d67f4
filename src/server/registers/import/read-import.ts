import type { Row } from '#page/data-shapes.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { visible } from '#rules/text/hidden-characters.ts';
import { cellAddress } from '../../files/cell-address.ts';
import { mergeAt } from '../sheets/merged-cells.ts';
import type { FileMends } from '#wire/register-answers.ts';
import { readSheet } from '../sheets/read-sheet.ts';
import type { Sheet, SheetLimits, SheetRow, StatedUnits } from '../sheets/sheet.ts';
import { dataDateIn, dateOfColumn, linesAbove, statedDate } from './data-date.ts';
import { Findings, shownValue } from './findings.ts';
import { withoutHidden } from './hidden-columns.ts';
import type { FileProblem, ImportReport } from './import-report.ts';
import { tellNearKeys, type StoredKeys } from './key-spellings.ts';
import {
  findHeader,
  matchHeader,
  otherRegisters,
  reportColumns,
  type HeaderMatch,
  type MatchedColumn,
} from './match-header.ts';
import { titleRemarks } from './marked-cells.ts';
import { overRemarks } from './over-remarks.ts';
import { percentQuestion } from './plain-numbers.ts';
import { shiftPoint } from './read-decimal.ts';
import { readRows, type RowsRead } from './read-rows.ts';
import { referenceLookups, type Lookup, type ReferenceRows } from './references.ts';
import { openUnits } from './counted-units.ts';
import { moneyPower } from './unit-words.ts';
import {
  countedLines,
  unclearUnits,
  unitBelow,
  unitlessMoney,
  unitRemarks,
  unitRow,
  unitsAbove,
  withStatedUnits,
} from './units-of-file.ts';

/**
 * Result of reading a file. The room `server/registers/import` turns spreadsheet files into rows of a register: a
 * command, the console and deliveries use it. Nothing here changes the store.
 */
export interface ImportSource {
  definition: RegisterDefinition;
  bytes: Uint8Array;
  filename: string;
  references?: ReferenceRows;
  /** other registers, among which the right one is looked for where the file does not fit */
  known?: readonly RegisterDefinition[];
  /** required fields that a file may have no column for, because the caller takes the public values */
  mayLack?: ReadonlySet<string>;
  /** filters these keys to public ones; default: none is */
  storedKeys?: StoredKeys;
  /** RG43: default: nothing is mended */
  mends?: FileMends;
  limits?: Partial<SheetLimits>;
  /** reads the bytes as a sheet; default readSheet, in a thread of its own */
  read?: typeof readSheet;
}

export interface ReadImport {
  report: ImportReport;
  /** rows with every field of the definition, in the file's order; unusable where `report.badRows` is not 0 */
  rows: Row[];
  /** line of each row in the file */
  lines: number[];
  /** lines with at least one error, more than are listed */
  badLines: ReadonlySet<number>;
  /** fields that the file has no column for */
  absent: string[];
  /** rows of other registers by the fields that name them */
  lookups: ReadonlyMap<string, Lookup>;
}

/** rows in which a header is looked for: a title and some notes may be above it */
const HEADER_ROWS = 10;

/**
 * Reads and checks a file, compared with nothing yet: header, cells, rows by the same validator as publishing.
 * @throws SheetRefused where the file is no sheet
 */
export async function readImport(source: ImportSource): Promise<ReadImport> {
  const { definition, bytes, filename, mayLack, limits } = source;
  const sheet = await (source.read ?? readSheet)(bytes, filename, limits);
  try {
    const batches = sheet.batches[Symbol.asyncIterator]();
    const first = await batches.next();
    const start = first.done ? [] : first.value;
    const top = [sheet.header, ...start.slice(0, HEADER_ROWS - 1)];
    const found = findHeader(definition, top);
    const match = found.length === 1 ? matchHeader(definition, found[0]!, mayLack) : null;
    const report = beginReport(source, sheet, match);
    if (match) match.problems.unshift(...mergedHeader(sheet, match));
    if (match === null || match.problems.length > 0) {
      const foreign = foreignFile(source, top);
      report.problems.push(...foreign, ...(match?.problems ?? (foreign.length > 0 ? [] : noHeader(definition, found))));
      return { report, rows: [], lines: [], badLines: new Set(), absent: [], lookups: new Map() };
    }
    const written = dataDateIn(linesAbove(top, match.row), filename);
    if (match.row !== sheet.header) report.remarks.push(`标题在第 ${match.row.number} 行，它上面的内容没有读取`);
    const findings = new Findings(definition);
    const lookups = await referenceLookups(definition, source.references);
    const { row: header } = match;
    const line = unitRow(start.find(({ number }) => number > header.number));
    const lines = { above: sheet.units ?? unitsAbove(top, header), below: line };
    const shown = withoutHidden(definition, match.columns, sheet.hiddenColumns ?? [], source.mends ?? {});
    const columns = withStatedUnits(definition, shown.columns, lines).map((column) => answered(column, source.mends));
    report.questions.push(...shown.questions);
    const facts = { sheet, columns, lookups, mends: source.mends ?? {} };
    const read = await readRows(definition, facts, below(line?.row ?? header, start, batches), findings);
    const { rows, notes } = read;
    await tellNearKeys(definition, { nearKeys: read.nearKeys, columns, storedKeys: source.storedKeys }, findings);
    complete(report, { rows: rows.length, notes }, findings);
    report.mendable = read.mendable;
    const unclear = read.plainMoney.length > 0 ? unclearUnits(lines, read.below) : '';
    report.remarks.push(
      ...unitRemarks(columns, lines),
      ...(unclear === '' ? unitlessMoney(definition, read.plainMoney, read.below) : []),
      ...read.remarks,
    );
    report.remarks.push(...titleRemarks(header), ...overRemarks(sheet.over ?? [], titled(definition, columns)));
    report.problems.push(...shown.problems(header.number));
    const { date, remarks: ofDate } = statedDate(written, dateOfColumn(definition, rows));
    report.dataDate = date;
    report.remarks.push(...ofDate);
    if (unclear !== '') askUnits(report, definition, read.plainMoney, unclear);
    ask(report, definition, columns, read, [...countedLines(lines), ...read.below.counted]);
    const given = new Set(columns.map(({ field }) => field));
    return {
      report,
      rows,
      lines: read.lines,
      badLines: findings.badLines,
      absent: Object.keys(definition.fields).filter((field) => !given.has(field)),
      lookups,
    };
  } finally {
    await sheet.close();
  }
}

function beginReport({ definition, filename }: ImportSource, sheet: Sheet, match: HeaderMatch | null): ImportReport {
  return {
    register: definition.register,
    title: definition.title,
    file: visible(filename),
    format: sheet.format,
    sheet: sheet.name,
    headerRow: match?.row.number ?? 0,
    columns: match === null ? [] : reportColumns(definition, match.columns),
    rowsRead: 0,
    problems: [],
    errors: [],
    badRows: 0,
    repairs: [],
    remarks: [...sheet.remarks, ...(match?.remarks ?? [])],
    mendable: { merged: 0, notes: 0 },
    questions: [],
    dataDate: { value: '', reason: '' },
    difference: null,
    vanishing: null,
    publishable: false,
  };
}

/** The columns by the titles that their fields have. */
const titled = ({ fields }: RegisterDefinition, columns: readonly MatchedColumn[]) =>
  columns.map(({ place, header, field }) => ({ place, header: field === null ? header : fields[field]!.title }));

/** EY5, EY6: a person's answers on the meaning of plain numbers in a column of money or percents. */
function answered(column: MatchedColumn, mends: FileMends | undefined): MatchedColumn {
  const unit = column.field === null ? undefined : mends?.answers?.[`unit:${column.field}`];
  if (column.unit === '' && moneyPower(unit) !== undefined) return { ...column, unit: unit! };
  const answer = column.field === null ? undefined : mends?.answers?.[`percent:${column.field}`];
  return answer === undefined ? column : { ...column, isFraction: answer === 'fraction' };
}

/** EY5: questions for the unit of columns of money beside an ambiguous line. */
function askUnits(report: ImportReport, { fields }: RegisterDefinition, plain: readonly string[], line: string): void {
  for (const field of plain) {
    const { title, unit = '' } = fields[field]!;
    report.questions.push({
      key: `unit:${field}`,
      words: `“${title}”的单位：文件写着“${shownValue(line)}”，看不出是哪一个`,
      choices: [...new Set([unit, '元', '千元', '万元', '百万元', '亿元'])].map((one) => ({ answer: one, words: one })),
    });
    report.problems.push({
      cell: '',
      value: shownValue(line),
      reason: `文件写着“${shownValue(line)}”，看不出“${title}”的单位`,
      remedy: `请在这里回答，或在标题中写明单位，如“${title}（${unit}）”`,
    });
  }
}

/** EY5, EY6: questions that are to be answered before the file can be published. */
function ask(
  report: ImportReport,
  definition: RegisterDefinition,
  columns: readonly MatchedColumn[],
  { plainPercents: plain, below: foot, questions }: RowsRead,
  stated: StatedUnits['counted'],
): void {
  // a line with % below the rows confirms the unit that they were read by
  const plainPercents = foot.percent === '%' ? [] : plain;
  const unsaid = plainPercents.map(({ place, field, example, count }): FileProblem => ({
    cell: cellAddress(report.headerRow, place),
    value: definition.fields[field]!.title,
    reason: `${count.toLocaleString('zh-CN')} 格没有百分号，标题也没有写单位：${percentQuestion(example)}`,
    remedy: '请在这里回答，或在文件中写上百分号，或把标题写成带（%）的',
  }));
  const ofPercents = plainPercents.map(({ field, example }) => ({
    key: `percent:${field}`,
    words: `“${definition.fields[field]!.title}”：${percentQuestion(example)}`,
    choices: [
      { answer: 'fraction', words: `${shiftPoint(example, 2)}%` },
      { answer: 'percent', words: `${example}%` },
    ],
  }));
  report.questions.push(...ofPercents, ...questions);
  const open = openUnits(definition, columns, stated);
  report.problems.push(...unsaid, ...unitBelow(definition, columns, foot), ...open.problems);
  report.remarks.push(...open.remarks);
  if (report.problems.length > 0) report.publishable = false;
}

/** A title over two rows or two columns; merged cells in the first row of all are refused while it is read. */
function mergedHeader({ merges }: Sheet, { row }: HeaderMatch): FileProblem[] {
  const merge = mergeAt(merges, row.number);
  return merge
    ? [
        {
          cell: merge.range.split(':')[0]!,
          value: '',
          reason: `标题行有合并单元格 ${merge.range}`,
          remedy: '每列应各有一个标题，都在同一行，请取消合并',
        },
      ]
    : [];
}

function noHeader({ fields }: RegisterDefinition, found: readonly SheetRow[]): FileProblem[] {
  const problem = (reason: string, remedy: string): FileProblem => ({ cell: '', value: '', reason, remedy });
  if (found.length > 1)
    return [problem(`第${found.map(({ number }) => number).join('、')}行都像标题行`, '请只保留一行标题')];
  return [
    problem(
      `前 ${HEADER_ROWS} 行中没有找到标题行`,
      `请在第一行写上列标题，如：${Object.values(fields)
        .slice(0, 4)
        .map(({ title }) => title)
        .join('、')}`,
    ),
  ];
}

/** A file for another register is reported as such, instead of everything that it lacks for this one. */
function foreignFile({ definition, known = [] }: ImportSource, top: readonly SheetRow[]): FileProblem[] {
  const others = otherRegisters(definition, top, known);
  if (others.length === 0) return [];
  return [
    {
      cell: '',
      value: '',
      reason: `这像是另一个登记表的文件：${others.map(({ title, register }) => `“${title}”（${register}）`).join('、')}`,
      remedy: `现在导入的是“${definition.title}”（${definition.register}），请核对`,
    },
  ];
}

/** The rows below the header, of the batch that is read already and of all others. */
async function* below(
  header: SheetRow,
  start: readonly SheetRow[],
  batches: AsyncIterator<SheetRow[]>,
): AsyncGenerator<SheetRow[]> {
  yield start.filter(({ number }) => number > header.number);
  for (let next = await batches.next(); !next.done; next = await batches.next()) yield next.value;
}

/** RG43: a sum below the table is a row that was read and is wrong: no more rows are wrong than were read. */
function complete(report: ImportReport, { rows, notes }: { rows: number; notes: number }, findings: Findings): void {
  report.rowsRead = rows + notes;
  report.errors = findings.errors();
  report.badRows = findings.badRows;
  report.repairs = findings.repairs();
  if (rows === 0)
    report.problems.push({ cell: '', value: '', reason: '标题行下面没有数据', remedy: '请填写数据后再导入' });
  report.publishable = rows > 0 && findings.badRows === 0;
}
