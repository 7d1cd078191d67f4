import type { Cell } from '#page/data-shapes.ts';
import type { ColumnErrors, Difference, ImportReport, Repairs, RowName } from './import-report.ts';

/** places of one column, and rows of one kind, that a text shows; the object and the workbook of errors hold more */
const SHOWN = 20;

/** The report for a person at a terminal, in Chinese. */
export function reportText(report: ImportReport): string {
  const { title, register, file, rowsRead, badRows, headerRow } = report;
  const from = [report.sheet && `工作表“${report.sheet}”`, headerRow > 0 && `标题在第 ${headerRow} 行`].filter(Boolean).join('，');
  const lines = [`登记表“${title}”（${register}）  文件 ${file}${from && `（${from}）`}`];
  if (report.problems.length > 0) lines.push('', '文件不能导入：', ...report.problems.map(({ cell, value, reason, remedy }) => `  ${[cell, value && `“${value}”`].filter(Boolean).join(' ')}${cell ? '：' : ''}${reason}。${remedy}`));
  if (rowsRead > 0) lines.push(`共 ${rowsRead} 行，${badRows === 0 ? '没有错误' : `${badRows} 行有错误`}`);
  lines.push(...report.remarks.map((remark) => `提示：${remark}`));
  for (const column of report.errors) lines.push('', ...errorLines(column));
  if (report.repairs.length > 0) lines.push('', '读取时作了这些调整：', ...report.repairs.map(repairLine));
  if (report.difference) lines.push('', ...differenceLines(report.difference));
  lines.push('', verdict(report));
  return lines.join('\n');
}

function errorLines({ column, title, count, cells }: ColumnErrors): string[] {
  const places = cells.slice(0, SHOWN).map(({ cell, value, reason, remedy }) => `  ${cell}${value === '' ? '' : ` “${value}”`}：${reason}。${remedy}`);
  return [`${column} 列“${title}”：${count} 处错误`, ...places, ...(count > places.length ? [`  …… 另有 ${count - places.length} 处`] : [])];
}

function repairLine({ column, title, what, count, examples }: Repairs): string {
  const shown = examples.slice(0, 3).map(({ cell, from, to }) => `${cell} ${from} → ${to || '空'}`);
  return `  ${column} 列“${title}”：${what}，${count} 处（${shown.join('；')}${count > shown.length ? ' ……' : ''}）`;
}

function differenceLines(difference: Difference): string[] {
  const { publicRows, added, removed, changed, equal, changedFields } = difference;
  const lines = [`与现在公示的 ${publicRows} 行相比：新增 ${added}，删除 ${removed}，修改 ${changed}，不变 ${equal}`];
  lines.push(...rowLines('新增', added, difference.addedRows, ({ line }) => `（第 ${line} 行）`));
  lines.push(...rowLines('删除', removed, difference.removedRows, () => ''));
  if (changedFields.length > 0) lines.push(`  修改的列：${changedFields.map(({ title, count }) => `${title} ${count} 处`).join('、')}`);
  lines.push(...rowLines('修改', changed, difference.changedRows, ({ fields }) => `：${fields.map(({ title, from, to }) => `${title} ${shown(from)} → ${shown(to)}`).join('；')}`));
  return lines;
}

function rowLines<Named extends RowName>(what: string, count: number, rows: readonly Named[], more: (row: Named) => string): string[] {
  if (count === 0) return [];
  const told = rows.slice(0, SHOWN).map((row) => `    ${row.name}${more(row)}`);
  return [`  ${what}：`, ...told, ...(count > told.length ? [`    …… 另有 ${count - told.length} 行`] : [])];
}

const shown = (value: Cell): string => (value === null || value === '' ? '空' : String(value));

function verdict({ problems, badRows, vanishing, publishable }: ImportReport): string {
  if (problems.length > 0 || badRows > 0) return '有错误，不能发布。请改正后重新导入。';
  if (vanishing && !vanishing.confirmed) {
    const { removed, publicRows } = vanishing;
    return `停止：现在公示的 ${publicRows} 行中有 ${removed} 行将消失，超过五分之一。如果确实如此，请确认这个数字：--confirm-removed ${removed}`;
  }
  return publishable ? '检查通过，可以发布。' : '不能发布。';
}
