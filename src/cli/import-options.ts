import { filenameWith } from '#rules/files/upload-rule.ts';
import { existsSync, statSync } from 'node:fs';
import { isBlankName } from '#rules/people/person-name.ts';
import { isDate } from '#rules/time/date-text.ts';
import { characterProblem } from '#rules/text/damaged-text.ts';
import type { Sentence } from '#server/phrase.mjs';
import { Unusable, type GivenWords } from './command.ts';
import type { importRegister } from './commands.ts';

export interface ImportOptions {
  register: string;
  /** null: only a template is wanted */
  file: string | null;
  /** the account whose draft the rows become; null: the file is only checked */
  by: string | null;
  department: string | null;
  dataDate: string | null;
  confirmRemoved: number | null;
  /** path of the workbook with marked errors */
  errors: string | null;
  template: string | null;
  /** answers by the keys of a report's questions (EY6) */
  answers: Record<string, string>;
  json: boolean;
}

/**
 * Reads the options of `import-register`.
 * @throws Unusable with a message about what is missing or wrong
 */
export function readImportOptions({ values, operands }: GivenWords<typeof importRegister.options>): ImportOptions {
  const template = values.template ?? null;
  const { register, file } = readNames(operands, template !== null && !values.save);
  const dataDate = values['data-date'] ?? null;
  if (dataDate !== null && !isDate(dataDate))
    throw new Unusable({
      zh: `--data-date ${dataDate} 不是日期，应如 2026-01-31。`,
      en: `--data-date ${dataDate} is no day; it should be like 2026-01-31.`,
    });
  const confirmed = values['confirm-removed'];
  if (confirmed !== undefined && !/^\d{1,9}$/.test(confirmed))
    throw new Unusable({
      zh: `--confirm-removed ${confirmed} 不是行数。`,
      en: `--confirm-removed ${confirmed} is no number of rows.`,
    });
  const by = readName('--by', values.by);
  if ((values.save === true) !== (by !== null)) throw new Unusable(SAVE_WITH_BY);
  for (const [name, path] of [
    ['--errors', values.errors ?? null],
    ['--template', template],
  ] as const) {
    if (path !== null) assertNewWorkbook(name, path, file);
  }
  return {
    register,
    file,
    by,
    department: readName('--department', values.department),
    dataDate,
    confirmRemoved: confirmed === undefined ? null : Number(confirmed),
    errors: values.errors ?? null,
    template,
    answers: readAnswers(values.answer ?? []),
    json: values.json ?? false,
  };
}

/** @throws Unusable for what is no answer */
function readAnswers(given: readonly string[]): Record<string, string> {
  const wrong = given.find((one) => !/^[^=]+=[a-z]+$/.test(one));
  if (wrong !== undefined)
    throw new Unusable({
      zh: `--answer “${wrong}”应为“问题=回答”，照检查结果给出的写，如 struck:C=leave。`,
      en: `--answer "${wrong}" should be QUESTION=ANSWER as the check prints it, such as struck:C=leave.`,
    });
  return Object.fromEntries(given.map((one) => one.split('=') as [string, string]));
}

/** Refusal of all commands that save: a draft is somebody's. */
export const SAVE_WITH_BY = {
  zh: '--save 和 --by 账号 要一起写：稿件归这个账号。',
  en: '--save and --by ACCOUNT go together: a draft is somebody’s.',
};

/** The placeholder for an account in commands that are shown to be copied. */
export const ACCOUNT: Sentence = { zh: '账号', en: 'ACCOUNT' };

/**
 * Reads the name of an account or department; null where none is given or it has only invisible characters.
 * @throws Unusable for hidden characters in a name, and for a placeholder
 */
function readName(option: string, given: string | undefined): string | null {
  const problem = given === undefined ? null : characterProblem(given.trim());
  if (problem !== null && !isBlankName(given!))
    throw new Unusable({
      zh: `${option} “${given}”${problem}。`,
      en: `${option} "${given}" has characters that cannot be used (${problem}).`,
    });
  if (Object.values(ACCOUNT).includes(given?.trim()))
    throw new Unusable({
      zh: `${option} 后面要写您在管理后台的账号，不是“${given?.trim()}”。`,
      en: `${option} needs your account of the console behind it, not the word ${given?.trim()}.`,
    });
  return given === undefined || isBlankName(given) ? null : given.trim();
}

/**
 * Reads register and file.
 * @param templateAlone only a template is wanted, so no file is needed
 * @throws Unusable
 */
function readNames(positionals: readonly string[], templateAlone: boolean): { register: string; file: string | null } {
  const dashed = positionals.find((word) => /^[—–－﹣―]/.test(word));
  if (dashed !== undefined)
    throw new Unusable({
      zh: `“${dashed}”不是选项：选项前面是两个英文减号，如 --save。`,
      en: `"${dashed}" is no option: an option begins with two hyphens, such as --save.`,
    });
  const [register, file, ...more] = positionals;
  if (register === undefined)
    throw new Unusable({ zh: `没有写是哪个登记表。${HINT.zh}`, en: `No register is named.${HINT.en}` });
  if (more.length > 0)
    throw new Unusable({
      zh: `多出了 ${more.map((word) => `“${word}”`).join(' ')}。登记表和文件各写一个；名称中有空格的要加引号。${SWALLOWED.zh}${HINT.zh}`,
      en: `${more.map((word) => `"${word}"`).join(' ')} is too much. Name one register and one file; a name with blanks stands in quotes.${SWALLOWED.en}${HINT.en}`,
    });
  if (file === undefined && !templateAlone)
    throw new Unusable({
      zh: `没有写要导入哪个文件，例如：\n  npm run import-register -- ${register} 文件.xlsx\n还没有文件的，可以先取空白模板：\n  npm run import-register -- ${register} --template 模板.xlsx`,
      en: `No file to import is named, for example:\n  npm run import-register -- ${register} FILE.xlsx\nWithout a file, begin with an empty template:\n  npm run import-register -- ${register} --template template.xlsx`,
    });
  return { register, file: file ?? null };
}

/** Hint that without `--` npm takes the options as its own and passes only their values on. */
const SWALLOWED = {
  zh: '\n您可能漏写了 --，它要写在 import-register 后面：npm run import-register -- 登记表 文件.xlsx --save …',
  en: '\nPerhaps -- is missing behind import-register: npm run import-register -- REGISTER FILE.xlsx --save …',
};
const HINT = {
  zh: '\n全部用法：npm run import-register -- --help',
  en: '\nAll of its use: npm run import-register -- --help',
};

/**
 * Refuses a path that does not end with .xlsx, or that exists already: an existing file is never replaced, because
 * somebody may be correcting it.
 * @throws Unusable
 */
function assertNewWorkbook(option: string, path: string, file: string | null): void {
  if (!/\.xlsx$/i.test(path))
    throw new Unusable({
      zh: `${option} 写出的是 Excel 文件，文件名要以 .xlsx 结尾，如 ${filenameWith('xlsx', path)}。`,
      en: `${option} writes an Excel file, whose name ends with .xlsx, such as ${filenameWith('xlsx', path)}.`,
    });
  if (file !== null && isSameFile(path, file))
    throw new Unusable({
      zh: `${option} 是要导入的文件本身，会覆盖它。请换一个文件名。`,
      en: `${option} names the file to import, which would be written over. Name another one.`,
    });
  if (existsSync(path))
    throw new Unusable({
      zh: `已有文件 ${path}，没有覆盖它，也没有做别的。请换一个文件名，或先移走它。`,
      en: `The file ${path} is there already; it is not written over, and nothing else was done. Name another one, or move it away.`,
    });
}

/** Whether two paths lead to the same file, also with another spelling or through a link. */
function isSameFile(one: string, other: string): boolean {
  const [a, b] = [one, other].map((path) => statSync(path, { throwIfNoEntry: false }));
  return a !== undefined && b !== undefined && a.dev === b.dev && a.ino === b.ino;
}
