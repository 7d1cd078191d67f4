import { existsSync } from 'node:fs';
import type { ImportReport } from '#server/registers/import/import-report.ts';
import { COMMAND, quoted } from './import-help.ts';
import { PLACEHOLDERS, type ImportOptions } from './import-options.ts';

/** Tells the reader of the report what to do next, with the command to copy. */
export function nextStep(
  { register, problems, badRows, vanishing, publishable, questions, difference }: ImportReport,
  options: ImportOptions,
): string {
  const { file, errors, publish, confirmRemoved, answers } = options;
  const said = Object.entries(answers).map(([key, answer]) => ` --answer ${quoted(`${key}=${answer}`)}`);
  const again = `${COMMAND} ${register} ${quoted(file!)}${said.join('')}`;
  if (problems.length > 0 || badRows > 0) {
    if (badRows > 0 && errors !== null)
      return `下一步：可以就在这个表格里改正标出的单元格，保存并关闭，再检查它：\n  ${COMMAND} ${register} ${quoted(errors)}`;
    const marked = badRows > 0 ? `\n想让错误标在表格里，可在命令后面加上 --errors ${newName()}。` : '';
    const asked = questions.length > 0 ? '\n要求回答的，在命令后面加上所选的 --answer，不用改文件。' : '';
    return `下一步：按上面所说改正，保存并关闭文件，再检查一次：\n  ${again}${asked}${marked}`;
  }
  const publishing = `${again} ${publishingOptions(options)}`;
  if (vanishing && !vanishing.confirmed) {
    const other = confirmRemoved === null ? '' : `您确认的是 ${confirmRemoved} 行，与 ${vanishing.removed} 行不符。`;
    return `下一步：${other}请核对上面“删除”的行。确实都不再公示的，加上这个数字${publish ? '再发布' : '再检查'}：\n  ${publish ? publishing : again} --confirm-removed ${vanishing.removed}`;
  }
  if (!publishable) return '';
  const removed = difference?.removed ?? 0;
  return `下一步：由撰写人和批准人两人核对以上内容，然后发布：\n  ${publishing}${removed > 0 ? ` --confirm-removed ${removed}` : ''}`;
}

/** A file name for a workbook of errors that does not exist yet. */
function newName(): string {
  let name = '错误.xlsx';
  for (let number = 2; existsSync(name); number++) name = `错误${number}.xlsx`;
  return name;
}

/** The options of the command that publishes: those given, and placeholders for missing names. */
function publishingOptions({ by, approvedBy, dataDate, department }: ImportOptions): string {
  const given = Object.entries({
    by: by ?? PLACEHOLDERS.by,
    'approved-by': approvedBy ?? PLACEHOLDERS.approvedBy,
    'data-date': dataDate,
    department,
  });
  return [
    '--publish',
    ...given.flatMap(([name, value]) => (value === null ? [] : [`--${name} ${quoted(value)}`])),
  ].join(' ');
}
