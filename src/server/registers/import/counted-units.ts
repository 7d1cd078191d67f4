import type { RegisterDefinition } from '#page/register-schema.ts';
import { bareTitle } from '#rules/text/bare-title.ts';
import type { StatedUnits } from '../sheets/sheet.ts';
import { shownValue } from './findings.ts';
import type { FileProblem } from './import-report.ts';
import type { MatchedColumn } from './match-header.ts';
import { headerUnit, unitBase, unitShift } from './unit-words.ts';

type Counted = StatedUnits['counted'][number];

/** Column that a line with a unit of something counted, such as 单位：万份, may be about. */
export interface CountedColumn {
  header: string;
  /** the unit of its field; '' for none */
  own: string;
  /** no other column counts anything without a unit of its own */
  isOnly: boolean;
}

const isNamed = ({ name }: Counted, title: string): boolean =>
  name !== '' && (title.includes(name) || name.includes(title));

/** EY5: the unit that lines beside a table state for a column of numbers; null for none. */
export function countedIn(stated: readonly Counted[], { header, own, isOnly }: CountedColumn): Counted | null {
  const title = bareTitle(headerUnit(header).title).replaceAll(/\d+年[度]?/g, '');
  const named = stated.filter((one) => isNamed(one, title));
  const open = stated.filter(({ name }) => name === '');
  const fitting = open.filter(
    ({ unit }) => (own !== '' && unitShift(unit, own) !== null) || title.includes(unitBase(unit)),
  );
  return named[0] ?? fitting[0] ?? (isOnly && open.length === 1 ? open[0]! : null);
}

/** EY5: columns of numbers that count something, and whose title names no unit. */
export function countedColumns<Column extends Pick<MatchedColumn, 'field' | 'unit'>>(
  { fields }: RegisterDefinition,
  columns: readonly Column[],
): (CountedColumn & { column: Column })[] {
  const found = columns.filter(({ field, unit }) => {
    if (field === null || unit !== '') return false;
    const { type, title } = fields[field]!;
    return (type === 'integer' || type === 'decimal') && bareTitle(title) !== '序号';
  });
  return found.map((column) => {
    const { unit, title } = fields[column.field!]!;
    return { column, header: title, own: unit ?? headerUnit(title).unit, isOnly: found.length === 1 };
  });
}

const SPAN = /^(?:年|月|季度|周|天|工作日|交易日|小时|分钟)$/;

/**
 * EY5: lines beside the table whose unit no column takes, though some may count by it. They are an error where a
 * number would be another one by it, else a remark.
 */
export function openUnits(
  definition: RegisterDefinition,
  columns: readonly MatchedColumn[],
  stated: readonly Counted[],
): { problems: FileProblem[]; remarks: string[] } {
  const counted = countedColumns(definition, columns);
  const taken = new Set([
    ...columns.flatMap(({ unitLine, unit }) => (unitLine === undefined ? [] : [`${unit} ${unitLine}`])),
    ...counted.flatMap((one) => countedIn(stated, one) ?? []).map(({ unit, words }) => `${unit} ${words}`),
  ]);
  const open = stated.filter(({ words, unit }) => !taken.has(`${unit} ${words}`));
  if (counted.length === 0 || open.length === 0) return { problems: [], remarks: [] };
  const isGrave = ({ unit }: Counted): boolean => unitShift(unit, unitBase(unit)) !== 0 || SPAN.test(unitBase(unit));
  const { words, unit } = open.find(isGrave) ?? open[0]!;
  const reason = `文件写着“${shownValue(words)}”，看不出${unit}是哪一列的单位`;
  if (!open.some(isGrave)) return { problems: [], remarks: [reason] };
  const remedy = `请把单位写在列标题中，如“${counted[0]!.header.replace(/（.*/, '')}（${unit}）”`;
  return { problems: [{ cell: '', value: shownValue(words), reason, remedy }], remarks: [] };
}
