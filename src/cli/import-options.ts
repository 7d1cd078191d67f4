import { existsSync, statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { isDate } from '#server/content/check-rows.ts';
import { didYouMean } from '#server/import/reading.ts';

/** What the person at the terminal can mend. Printed without a stack. */
export class Unusable extends Error {}

export interface ImportOptions {
  register: string;
  /** null: a template alone is wanted */
  file: string | null;
  publish: boolean;
  department: string | null;
  dataDate: string | null;
  by: string | null;
  approvedBy: string | null;
  confirmRemoved: number | null;
  /** path of the workbook of errors */
  errors: string | null;
  template: string | null;
  json: boolean;
}

const USAGE = `用法：npm run import-register -- <登记表> <文件> [选项]
  只检查：       npm run import-register -- bond-investment 人员.xlsx
  检查并发布：   加上 --publish --by 撰写人 --approved-by 批准人
  --data-date yyyy-mm-dd   数据日期，默认今天（上海）
  --department 部门        责任部门，默认登记表的或上次发布的
  --confirm-removed N      确认有 N 行将消失
  --errors 文件.xlsx       把标出错误的表格写到这里
  --template 文件.xlsx     写出空白模板；这时可以不给文件
  --json                   以 JSON 输出`;

const OPTIONS = {
  publish: { type: 'boolean' },
  json: { type: 'boolean' },
  department: { type: 'string' },
  'data-date': { type: 'string' },
  by: { type: 'string' },
  'approved-by': { type: 'string' },
  'confirm-removed': { type: 'string' },
  errors: { type: 'string' },
  template: { type: 'string' },
} as const;

/** @throws Unusable saying what is missing or wrong */
export function readImportOptions(args: string[]): ImportOptions {
  const { values, positionals } = parse(args);
  const [register, file, ...more] = positionals;
  const template = values.template ?? null;
  if (register === undefined || more.length > 0 || (file === undefined && (template === null || values.publish))) throw new Unusable(USAGE);
  const dataDate = values['data-date'] ?? null;
  if (dataDate !== null && !isDate(dataDate)) throw new Unusable(`--data-date ${dataDate} 不是日期，应如 2026-01-31。`);
  const confirmed = values['confirm-removed'];
  if (confirmed !== undefined && !/^\d{1,9}$/.test(confirmed)) throw new Unusable(`--confirm-removed ${confirmed} 不是行数。`);
  const [by, approvedBy] = [values.by?.trim() || null, values['approved-by']?.trim() || null];
  if (values.publish && (by === null || approvedBy === null)) throw new Unusable('发布需要 --by 撰写人 和 --approved-by 批准人，两人不能相同。');
  if (values.publish && by === approvedBy) throw new Unusable('批准人不能是撰写人本人。');
  for (const [name, path] of [['--errors', values.errors], ['--template', template]] as const) {
    if (path && file !== undefined && isSameFile(path, file)) throw new Unusable(`${name} 是要导入的文件本身，会覆盖它。请换一个文件名。`);
  }
  if (template !== null && existsSync(template)) throw new Unusable(`已有 ${template}，没有写出模板。请换一个文件名。`);
  return {
    register,
    file: file ?? null,
    publish: values.publish ?? false,
    department: values.department ?? null,
    dataDate,
    by,
    approvedBy,
    confirmRemoved: confirmed === undefined ? null : Number(confirmed),
    errors: values.errors ?? null,
    template,
    json: values.json ?? false,
  };
}

/** Also by another spelling or a link. */
function isSameFile(one: string, other: string): boolean {
  const [a, b] = [one, other].map((path) => statSync(path, { throwIfNoEntry: false }));
  return a !== undefined && b !== undefined && a.dev === b.dev && a.ino === b.ino;
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    const [, option = ''] = /^Unknown option '(--[^']*)'/.exec((error as Error).message) ?? [];
    const known = Object.keys(OPTIONS).map((name) => `--${name}`);
    const [, valued = ''] = /^Option '(--[\w-]+)/.exec((error as Error).message) ?? [];
    const told = option ? didYouMean(`没有选项 ${option}`, option, known) : valued ? `选项 ${valued} 缺少值，或者不应有值` : (error as Error).message;
    throw new Unusable(`${told}\n${USAGE}`);
  }
}
