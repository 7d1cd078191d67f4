import { existsSync } from 'node:fs';
import type { ImportReport } from '#server/registers/import/import-report.ts';
import { COMMAND, quoted } from './import-help.ts';
import { ACCOUNT, type ImportOptions } from './import-options.ts';
import { phrase } from '#server/phrase.mjs';

/** Tells the reader of the report what to do next, with the command to copy. */
export function nextStep(
  { register, problems, badRows, vanishing, publishable, questions }: ImportReport,
  options: ImportOptions,
): string {
  const { file, errors, by, confirmRemoved, answers } = options;
  const answerOptions = Object.entries(answers).map(([key, answer]) => ` --answer ${quoted(`${key}=${answer}`)}`);
  const again = `${COMMAND} ${register} ${quoted(file!)}${answerOptions.join('')}`;
  if (problems.length > 0 || badRows > 0) {
    if (badRows > 0 && errors !== null)
      return phrase({
        zh: `下一步：可以就在这个表格里改正标出的单元格，保存并关闭，再检查它：\n  ${COMMAND} ${register} ${quoted(errors)}`,
        en: `Next: mend the marked cells, in this table if you like, save and close it, and check it:\n  ${COMMAND} ${register} ${quoted(errors)}`,
      });
    const name = newName();
    const marked = {
      zh: `\n想让错误标在表格里，可在命令后面加上 --errors ${name}。`,
      en: `\n--errors ${name} behind the command marks the errors in a copy of the table.`,
    };
    const answering = {
      zh: '\n要求回答的，在命令后面加上所选的 --answer，不用改文件。',
      en: '\nQuestions are answered by --answer behind the command; the file need not be changed.',
    };
    const more = [...(questions.length > 0 ? [answering] : []), ...(badRows > 0 ? [marked] : [])];
    return `${phrase({
      zh: '下一步：按上面所说改正，保存并关闭文件，再检查一次：',
      en: 'Next: mend what is listed above, save and close the file, and check it again:',
    })}\n  ${again}${more.map(phrase).join('')}`;
  }
  const saving = `${again} ${savingOptions(options)}`;
  if (vanishing && !vanishing.confirmed) {
    const isOther = confirmRemoved !== null;
    const { removed } = vanishing;
    const words = {
      zh: `下一步：${isOther ? `您确认的是 ${confirmRemoved} 行，与 ${removed} 行不符。` : ''}请核对上面“删除”的行。确实都不再公示的，加上这个数字${by === null ? '再检查' : '再生成稿件'}：`,
      en: `Next: ${isOther ? `you confirmed ${confirmRemoved} rows, and ${removed} would be gone. ` : ''}look at the rows that are removed (删除). If all of them shall go, ${by === null ? 'check' : 'save'} again with this number:`,
    };
    return `${phrase(words)}\n  ${by === null ? again : saving} --confirm-removed ${removed}`;
  }
  const confirmed = confirmRemoved === null ? '' : ` --confirm-removed ${confirmRemoved}`;
  const next = {
    zh: '下一步：核对以上内容，然后生成稿件，由另一人审核：',
    en: 'Next: look through this, then make a draft, which another person reviews:',
  };
  return publishable ? `${phrase(next)}\n  ${saving}${confirmed}` : '';
}

/** A file name for a workbook of errors that does not exist yet. */
function newName(): string {
  const stem = phrase({ zh: '错误', en: 'errors' });
  let name = `${stem}.xlsx`;
  for (let number = 2; existsSync(name); number++) name = `${stem}${number}.xlsx`;
  return name;
}

/** The options of the command that makes an edition: those given, and a placeholder for a missing account. */
function savingOptions({ by, dataDate, department }: ImportOptions): string {
  const given = Object.entries({ by: by ?? phrase(ACCOUNT), 'data-date': dataDate, department });
  return ['--save', ...given.flatMap(([name, value]) => (value === null ? [] : [`--${name} ${quoted(value)}`]))].join(
    ' ',
  );
}
