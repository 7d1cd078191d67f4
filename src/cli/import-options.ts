import { filenameWith } from '#rules/files/upload-rule.ts';
import { existsSync, statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { isBlankName } from '#rules/people/person-name.ts';
import { isDate } from '#rules/time/date-text.ts';
import { characterProblem } from '#rules/text/damaged-text.ts';
import { didYouMean } from '#server/registers/import/reading.ts';
import { IMPORT_OPTIONS, optionLines } from './import-help.ts';

/** An error that the person at the terminal can correct. Printed without a stack. */
export class Unusable extends Error {}

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
  /** by the keys of a report's questions (EY6) */
  answers: Record<string, string>;
  json: boolean;
}

/**
 * Reads the options of `import-register`.
 * @throws Unusable with a message about what is missing or wrong
 */
export function readImportOptions(args: string[]): ImportOptions {
  const { values, positionals } = parse(args);
  const template = values.template ?? null;
  const { register, file } = readNames(positionals, template !== null && !values.save);
  const dataDate = values['data-date'] ?? null;
  if (dataDate !== null && !isDate(dataDate)) throw new Unusable(`--data-date ${dataDate} 不是日期，应如 2026-01-31。`);
  const confirmed = values['confirm-removed'];
  if (confirmed !== undefined && !/^\d{1,9}$/.test(confirmed))
    throw new Unusable(`--confirm-removed ${confirmed} 不是行数。`);
  const by = readName('--by', values.by);
  if ((values.save === true) !== (by !== null)) throw new Unusable('--save 和 --by 账号 要一起写：稿件归这个账号。');
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
    throw new Unusable(`--answer “${wrong}”应为“问题=回答”，照检查结果给出的写，如 struck:C=leave。`);
  return Object.fromEntries(given.map((one) => one.split('=') as [string, string]));
}

/** The placeholder for an account in commands that are shown to be copied. */
export const ACCOUNT = '账号';

/**
 * Reads the name of an account or department; null where none is given or it has only invisible characters.
 * @throws Unusable for hidden characters in a name, and for a placeholder
 */
function readName(option: string, given: string | undefined): string | null {
  const problem = given === undefined ? null : characterProblem(given.trim());
  if (problem !== null && !isBlankName(given!)) throw new Unusable(`${option} “${given}”${problem}。`);
  if (given?.trim() === ACCOUNT) throw new Unusable(`${option} 后面要写您在管理后台的账号，不是“${ACCOUNT}”。`);
  return given === undefined || isBlankName(given) ? null : given.trim();
}

/**
 * Reads register and file.
 * @param templateAlone only a template is wanted, so no file is needed
 * @throws Unusable
 */
function readNames(positionals: readonly string[], templateAlone: boolean): { register: string; file: string | null } {
  const dashed = positionals.find((word) => /^[—–－﹣―]/.test(word));
  if (dashed !== undefined) throw new Unusable(`“${dashed}”不是选项：选项前面是两个英文减号，如 --save。`);
  const [register, file, ...more] = positionals;
  if (register === undefined) throw new Unusable(`没有写是哪个登记表。${HINT}`);
  if (more.length > 0)
    throw new Unusable(
      `多出了 ${more.map((word) => `“${word}”`).join(' ')}。登记表和文件各写一个；名称中有空格的要加引号。${SWALLOWED}${HINT}`,
    );
  if (file === undefined && !templateAlone)
    throw new Unusable(
      `没有写要导入哪个文件，例如：\n  npm run import-register -- ${register} 文件.xlsx\n还没有文件的，可以先取空白模板：\n  npm run import-register -- ${register} --template 模板.xlsx`,
    );
  return { register, file: file ?? null };
}

/** Hint that without `--` npm takes the options as its own and passes only their values on. */
const SWALLOWED =
  '\n您可能漏写了 --，它要写在 import-register 后面：npm run import-register -- 登记表 文件.xlsx --save …';
const HINT = '\n全部用法：npm run import-register -- --help';

/**
 * Refuses a path that does not end with .xlsx, or that exists already: an existing file is never replaced, because
 * somebody may be correcting it.
 * @throws Unusable
 */
function assertNewWorkbook(option: string, path: string, file: string | null): void {
  if (!/\.xlsx$/i.test(path))
    throw new Unusable(`${option} 写出的是 Excel 文件，文件名要以 .xlsx 结尾，如 ${filenameWith('xlsx', path)}。`);
  if (file !== null && isSameFile(path, file))
    throw new Unusable(`${option} 是要导入的文件本身，会覆盖它。请换一个文件名。`);
  if (existsSync(path)) throw new Unusable(`已有 ${path}，没有覆盖它，也没有做别的。请换一个文件名，或先移走它。`);
}

/** Whether two paths lead to the same file, also with another spelling or through a link. */
function isSameFile(one: string, other: string): boolean {
  const [a, b] = [one, other].map((path) => statSync(path, { throwIfNoEntry: false }));
  return a !== undefined && b !== undefined && a.dev === b.dev && a.ino === b.ino;
}

/** Options of earlier versions, which published without the review of another person (SU1). */
const GONE = ['--publish', '--approved-by'];

function parse(args: string[]) {
  const gone = args.find((arg) => GONE.includes(arg.split('=')[0]!));
  if (gone !== undefined)
    throw new Unusable(
      `${gone.split('=')[0]} 已经取消：公开的内容都要经另一人审核。请用 --save --by 账号 生成稿件，在管理后台提交审核；由程序定时更新的登记表，请改用“程序报送”（docs/how-to/feed-a-register.md）。`,
    );
  try {
    return parseArgs({ args, options: IMPORT_OPTIONS, allowPositionals: true });
  } catch (error) {
    const { message } = error as Error;
    const [, option] = /^Unknown option '(-[^']*)'/.exec(message) ?? [];
    if (option !== undefined)
      throw new Unusable(
        `${didYouMean(
          `没有选项 ${option}`,
          option,
          Object.keys(IMPORT_OPTIONS).map((name) => `--${name}`),
        )}\n可用的选项：\n${optionLines()}`,
      );
    const [, valued = ''] = /^Option '(?:-\w, )?(--[\w-]+)/.exec(message) ?? [];
    throw new Unusable(
      /does not take/.test(message)
        ? `选项 ${valued} 后面不要写值。`
        : `选项 ${valued} 后面要写${IMPORT_OPTIONS[valued.slice(2) as keyof typeof IMPORT_OPTIONS]?.value ?? '值'}。`,
    );
  }
}
