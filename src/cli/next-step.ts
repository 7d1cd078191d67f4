import { existsSync } from 'node:fs';
import type { ImportReport } from '#server/registers/import/import-report.ts';
import { COMMAND, quoted } from './import-help.ts';
import { ACCOUNT, type ImportOptions } from './import-options.ts';

/** Tells the reader of the report what to do next, with the command to copy. */
export function nextStep(
  { register, problems, badRows, vanishing, publishable, questions }: ImportReport,
  options: ImportOptions,
): string {
  const { file, errors, by, confirmRemoved, answers } = options;
  const said = Object.entries(answers).map(([key, answer]) => ` --answer ${quoted(`${key}=${answer}`)}`);
  const again = `${COMMAND} ${register} ${quoted(file!)}${said.join('')}`;
  if (problems.length > 0 || badRows > 0) {
    if (badRows > 0 && errors !== null)
      return `下一步：可以就在这个表格里改正标出的单元格，保存并关闭，再检查它：\n  ${COMMAND} ${register} ${quoted(errors)}`;
    const marked = badRows > 0 ? `\n想让错误标在表格里，可在命令后面加上 --errors ${newName()}。` : '';
    const asked = questions.length > 0 ? '\n要求回答的，在命令后面加上所选的 --answer，不用改文件。' : '';
    return `下一步：按上面所说改正，保存并关闭文件，再检查一次：\n  ${again}${asked}${marked}`;
  }
  const saving = `${again} ${savingOptions(options)}`;
  if (vanishing && !vanishing.confirmed) {
    const other = confirmRemoved === null ? '' : `您确认的是 ${confirmRemoved} 行，与 ${vanishing.removed} 行不符。`;
    return `下一步：${other}请核对上面“删除”的行。确实都不再公示的，加上这个数字${by === null ? '再检查' : '再生成稿件'}：\n  ${by === null ? again : saving} --confirm-removed ${vanishing.removed}`;
  }
  const confirmed = confirmRemoved === null ? '' : ` --confirm-removed ${confirmRemoved}`;
  return publishable ? `下一步：核对以上内容，然后生成稿件，由另一人审核：\n  ${saving}${confirmed}` : '';
}

/** A file name for a workbook of errors that does not exist yet. */
function newName(): string {
  let name = '错误.xlsx';
  for (let number = 2; existsSync(name); number++) name = `错误${number}.xlsx`;
  return name;
}

/** The options of the command that makes an edition: those given, and a placeholder for a missing account. */
function savingOptions({ by, dataDate, department }: ImportOptions): string {
  const given = Object.entries({ by: by ?? ACCOUNT, 'data-date': dataDate, department });
  return ['--save', ...given.flatMap(([name, value]) => (value === null ? [] : [`--${name} ${quoted(value)}`]))].join(
    ' ',
  );
}
