import { bareTitle } from '#rules/text/bare-title.ts';
import { isDash } from '#server/registers/import/reading.ts';
import { tableProblems } from '#server/registers/proposal/table-problems.ts';
import type { FormerColumn } from '#kinds/register/upgrade-wizard.ts';
import type { ColumnType } from '#wire/wizard.ts';
import type { CleanFile, TrueColumn } from './clean-files.ts';
import { proposeHere, readTableHere } from './sheets.ts';
import { columnsOf } from './wizard-tables.ts';

const TODAY = '2026-11-28';

/** Result of the wizard for a clean file without any help. */
export interface ReadOfClean {
  /** the reasons that stop it, in its words */
  stopped: string[];
  /** its questions */
  asked: string[];
  /** values that it took for something else */
  wrong: string[];
}

/** RG6: reads a clean file as the wizard proposes it, and compares each cell with the truth. */
export async function readClean({ filename, bytes, title, dataDate, columns }: CleanFile): Promise<ReadOfClean> {
  const { table, questions } = await proposeHere(bytes, filename, { today: TODAY });
  const questionWords = questions.map(({ words }) => words);
  const stopped = tableProblems(table, TODAY).map(({ message }) => message);
  const { report, rows } = await readTableHere({ bytes, filename, sheet: '' }, table, 'register');
  questionWords.push(...report.questions.map(({ words }) => words));
  stopped.push(
    ...report.problems.map(({ reason }) => reason),
    ...report.errors.flatMap(({ cells }) => cells.slice(0, 2).map(({ cell, reason }) => `${cell} ${reason}`)),
  );
  const wrong: string[] = [];
  if (table.definition.title !== title) wrong.push(`title ${table.definition.title}`);
  if (table.dataDate !== (dataDate === '' ? TODAY : dataDate)) wrong.push(`data date ${table.dataDate}`);
  for (const [place, column] of columns.entries()) {
    const found = columnsOf(table).find((one) => one.place === place);
    if (found?.header !== column.header) wrong.push(`title of column ${place}: ${found?.header}`);
    else if (!isAllowed(found.type, column)) wrong.push(`${column.header}: ${found.type} for ${column.type}`);
    else wrong.push(...differences(column, found, rows));
  }
  return { stopped, asked: questionWords, wrong };
}

/** Rows of which few have a value: fewer make no list of choices. */
const FEW = 15;
const isAllowed = (found: ColumnType, { type, values }: TrueColumn): boolean =>
  found === type || (type === 'choice' && found === 'text' && values.filter(Boolean).length < FEW);

function differences(
  { header, type, unit, values }: TrueColumn,
  found: FormerColumn,
  rows: readonly Record<string, unknown>[],
): string[] {
  if (type === 'money' && found.unit !== unit) return [`${header}: ${found.unit} for ${unit}`];
  if (found.visibility !== 'shown' && bareTitle(header) !== '序号') return [`${header}: ${found.visibility}`];
  const isNumber = ['integer', 'decimal', 'percent', 'money'].includes(type);
  const at = values.findIndex((value, row) => {
    const read = rows[row]?.[found.name] ?? '';
    // a dash in a text column is a text, too
    if (value === '' && isDash(String(read))) return false;
    return isNumber && value !== '' ? Number(read) !== Number(value) : String(read) !== value;
  });
  return at < 0 ? [] : [`${header}, row ${at + 1}: ${String(rows[at]?.[found.name])} for ${values[at]}`];
}
