import {
  MOST_VANISHING,
  type ColumnErrors,
  type Difference,
  type ImportReport,
  type Repairs,
  type RowName,
} from './import-report.ts';

/** places of one column, and rows of one kind, that a text shows; the object and the workbook of errors hold more */
const SHOWN = 20;

/** The report for a person at a terminal, in Chinese. */
export function reportText(report: ImportReport): string {
  const { title, register, file, rowsRead, badRows, headerRow } = report;
  const from = [report.sheet && `工作表“${report.sheet}”`, headerRow > 0 && `标题在第 ${headerRow} 行`]
    .filter(Boolean)
    .join('，');
  const lines = [`登记表“${title}”（${register}）  文件 ${file}${from && `（${from}）`}`];
  if (report.problems.length > 0)
    lines.push(
      '',
      '文件不能导入：',
      ...report.problems.map(
        ({ cell, value, reason, remedy }) =>
          `  ${[cell, value && `“${value}”`].filter(Boolean).join(' ')}${cell ? '：' : ''}${reason}。${remedy}`,
      ),
    );
  if (rowsRead > 0) lines.push(`共 ${rowsRead} 行，${badRows === 0 ? '没有错误' : `${badRows} 行有错误`}`);
  lines.push(...report.remarks.map((remark) => `提示：${remark}`));
  for (const { key, words, choices } of report.questions)
    lines.push(
      '',
      `需要回答：${words}`,
      ...choices.map(({ answer, words: choice }) => `  --answer ${key}=${answer}  ${choice}`),
    );
  for (const column of report.errors) lines.push('', ...errorLines(column));
  if (report.repairs.length > 0)
    lines.push('', '以下内容读取时自动作了调整（文件本身没有改动），请核对：', ...report.repairs.map(repairLine));
  if (report.difference) lines.push('', ...differenceLines(report.difference));
  lines.push('', verdict(report));
  return lines.join('\n');
}

/** Number from which cells with the same fault are listed together. */
const ALIKE = 3;
/** cells of one fault that are named */
const NAMED = 10;

function errorLines({ column, title, count, cells }: ColumnErrors): string[] {
  const faults = [...Map.groupBy(cells, ({ reason, remedy }) => `${reason}。${remedy}`)];
  const lines: string[] = [`${column} 列“${title}”：${count} 处错误`];
  let shown = 0;
  for (const [fault, alike] of faults) {
    if (lines.length > SHOWN) break;
    shown += alike.length;
    if (alike.length < ALIKE) lines.push(...alike.map((one) => `  ${cellOf(one)}：${fault}`));
    else
      lines.push(
        `  ${fault}`,
        `    ${alike.slice(0, NAMED).map(cellOf).join('、')}${alike.length > NAMED ? ` …… 共 ${alike.length} 处` : ''}`,
      );
  }
  return count > shown ? [...lines, `  …… 另有 ${count - shown} 处`] : lines;
}

const cellOf = ({ cell, value }: { cell: string; value: string }): string =>
  `${cell}${value === '' ? '' : ` “${value}”`}`;

function repairLine({ column, title, what, count, examples }: Repairs): string {
  const shown = examples.slice(0, 3).map(({ cell, from, to }) => `${cell} “${from}” → ${to === '空' ? to : `“${to}”`}`);
  return `  ${column} 列“${title}”：${what}，${count} 处（${shown.join('；')}${count > shown.length ? ' ……' : ''}）`;
}

function differenceLines(difference: Difference): string[] {
  const { publicRows, added, removed, changed, equal, changedFields } = difference;
  const lines = [`与现在公示的 ${publicRows} 行相比：新增 ${added}，删除 ${removed}，修改 ${changed}，不变 ${equal}`];
  lines.push(...rowLines('新增', added, difference.addedRows, ({ line }) => `（第 ${line} 行）`));
  lines.push(...rowLines('删除', removed, difference.removedRows, () => ''));
  if (changedFields.length > 0)
    lines.push(`  修改的列：${changedFields.map(({ title, count }) => `${title} ${count} 处`).join('、')}`);
  lines.push(
    ...rowLines(
      '修改',
      changed,
      difference.changedRows,
      ({ fields }) => `：${fields.map(({ title, from, to }) => `${title} ${from} → ${to}`).join('；')}`,
    ),
  );
  return lines;
}

function rowLines<Named extends RowName>(
  what: string,
  count: number,
  rows: readonly Named[],
  more: (row: Named) => string,
): string[] {
  if (count === 0) return [];
  const lines = rows.slice(0, SHOWN).map((row) => `    ${row.name}${more(row)}`);
  return [`  ${what}：`, ...lines, ...(count > lines.length ? [`    …… 另有 ${count - lines.length} 行`] : [])];
}

function verdict({ problems, badRows, vanishing, publishable, difference }: ImportReport): string {
  if (problems.length > 0 || badRows > 0) return '有错误，不能发布。';
  if (vanishing && !vanishing.confirmed) {
    const { removed, publicRows } = vanishing;
    const isMany = removed > publicRows * MOST_VANISHING;
    return `停止：现在公示的 ${publicRows} 行中有 ${removed} 行将消失${isMany ? '，超过五分之一。文件可能只是登记表的一部分' : ''}。`;
  }
  if (!publishable) return '不能发布。';
  return difference && difference.added + difference.removed + difference.changed === 0
    ? '检查通过。内容与现在公示的相同，发布只会更新数据日期。'
    : '检查通过，可以发布。';
}
