import { cellAddress, columnLetters } from '../../files/cell-address.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import type { FileMends, FileQuestion } from '#wire/register-answers.ts';
import { shownValue } from './findings.ts';
import type { FileProblem } from './import-report.ts';
import type { MatchedColumn } from './match-header.ts';

const CHOICES: FileQuestion['choices'] = [
  { answer: 'leave', words: '不读取这一列' },
  { answer: 'keep', words: '照样读取' },
];

interface ShownColumns {
  /** columns; the ones to be left out have no field */
  columns: MatchedColumn[];
  questions: FileQuestion[];
  problems: (headerRow: number) => FileProblem[];
}

/**
 * EY9: a column that the file hides becomes public only after somebody has agreed. Fields that are not public are
 * read.
 */
export function withoutHidden(
  { fields, columns: shown, key }: RegisterDefinition,
  columns: readonly MatchedColumn[],
  hidden: readonly number[],
  { answers = {} }: FileMends,
): ShownColumns {
  const places = new Set(hidden);
  const isPublic = new Set([...shown, ...key]);
  const keyOf = ({ place }: MatchedColumn): string => `hiddenColumn:${columnLetters(place)}`;
  const answerTo = (column: MatchedColumn): string | undefined => answers[keyOf(column)] ?? answers.hiddenColumn;
  const hiddenPublic = columns.filter(({ place, field }) => field !== null && places.has(place) && isPublic.has(field));
  const open = hiddenPublic.filter((column) => answerTo(column) === undefined);
  const titleOf = ({ place, field }: MatchedColumn): string => `${columnLetters(place)} 列“${fields[field!]!.title}”`;
  return {
    columns: columns.map((column) =>
      hiddenPublic.includes(column) && answerTo(column) === 'leave' ? { ...column, field: null } : column,
    ),
    questions: open.map((column) => ({
      key: keyOf(column),
      words: `${titleOf(column)}在文件中是隐藏的，或列宽为零。要读取吗？`,
      choices: CHOICES,
    })),
    problems: (headerRow) =>
      open.map((column) => ({
        cell: cellAddress(headerRow, column.place),
        value: shownValue(column.header),
        reason: '这一列在文件中是隐藏的，或列宽为零，而登记表公开这一列',
        remedy: '请在这里选择读取或不读取，或在文件中取消隐藏',
      })),
  };
}
