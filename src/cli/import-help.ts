import { resolve } from 'node:path';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { displayWidth } from '#server/registers/sheets/column-width.ts';
import { NOTES_SHEET } from '#server/registers/sheets/own-sheets.ts';

/**
 * Values and effects of the options of `import-register`, written for the person who maintains the table. `value`: what
 * follows the option.
 */
export const IMPORT_OPTIONS = {
  template: {
    type: 'string',
    value: '文件.xlsx',
    words: '写出空白模板，带下拉列表和填写说明；这时可以不给要导入的文件',
  },
  errors: { type: 'string', value: '文件.xlsx', words: '有错误时，另存一份标出错误单元格、写明原因的表格' },
  save: {
    type: 'boolean',
    value: '',
    words: '检查通过后生成稿件；要同时给出 --by。稿件在管理后台提交，由另一人审核后发布',
  },
  by: { type: 'string', value: '账号', words: '稿件归谁：管理后台中编辑的账号' },
  'data-date': {
    type: 'string',
    value: '日期',
    words: '数据日期，如 2026-01-31；不写就用文件标题或文件名中的日期，文件没有写日期的用今天（上海时间）',
  },
  department: { type: 'string', value: '部门', words: '责任部门；不写就用登记表规定的，或上次发布的' },
  'confirm-removed': { type: 'string', value: '行数', words: '有行将消失时，写上将消失的行数，表示确认' },
  answer: {
    type: 'string',
    value: '问题=回答',
    words: '检查结果要求回答的，照它给出的写法回答；可以写多次',
    multiple: true,
  },
  json: { type: 'boolean', value: '', words: '结果以 JSON 输出，供程序读取' },
  help: { type: 'boolean', value: '', words: '显示这份说明', short: 'h' },
} as const;

export const COMMAND = 'npm run import-register --';

/** The help text, shown for --help and when there are no arguments. */
export const helpText = (
  registers: readonly RegisterDefinition[],
): string => `把 Excel 或 CSV 文件导入登记表（公示名单、产品清单等）。

用法
  ${COMMAND} <登记表> <文件> [选项]
  <登记表> 写英文名或中文标题都可以；名称中有空格的要加引号。

四个步骤
  1. 取空白模板   ${COMMAND} bond-investment --template 模板.xlsx
  2. 试运行       ${COMMAND} bond-investment 人员.xlsx
  3. 生成稿件     ${COMMAND} bond-investment 人员.xlsx --save --by 账号
  4. 审核和发布   在管理后台（稿件）提交，由另一人审核

什么是试运行
  不写 --save 就是试运行：读取整个文件，列出每一处错误的单元格、原因和改法，
  再列出与现在公示的内容相比新增、删除、修改了哪些行。网站上什么也不会改变，可以反复做。
  文件应是完整的登记表：文件中没有的行，发布后不再公示。

选项
${optionLines()}

退出码
  0  成功：检查通过，或已生成稿件，或模板已写出
  1  文件有问题，没有生成稿件
  2  没有检查或生成：命令、文件名、登记表、账号或数据库有问题

登记表
${registerLines(registers)}`;

/** One line for each option. */
export function optionLines(): string {
  const options = Object.entries(IMPORT_OPTIONS).map(([name, { value, words }]) => ({
    call: `--${name}${value && ` ${value}`}`,
    words,
  }));
  return columns(options.map(({ call, words }) => [call, words]));
}

/** Name and title of each register, in columns. */
export const registerLines = (registers: readonly RegisterDefinition[]): string =>
  columns(registers.map(({ register, title }) => [register, title]));

function columns(rows: readonly (readonly [string, string])[]): string {
  const widest = Math.max(0, ...rows.map(([first]) => displayWidth(first)));
  return rows.map(([first, second]) => `  ${first}${' '.repeat(widest - displayWidth(first))}  ${second}`).join('\n');
}

/**
 * Tells where the template is, what it contains and what the next step is.
 * @param listed titles of the columns that have a list of choices
 */
export function templateWords(
  { register, title, fields }: RegisterDefinition,
  path: string,
  listed: readonly string[],
): string {
  const sheets: [string, string][] = [
    [
      `工作表“${title}”`,
      `在这里填写，从第 2 行起一行一条，共 ${Object.keys(fields).length} 列，标题带 * 的必填${listed.length === 0 ? '' : `；${listed.join('、')}可从下拉列表中选择`}`,
    ],
    [`工作表“${NOTES_SHEET}”`, '每一列可以填什么、是否必填、示例；只供查看，导入时不读取'],
  ];
  return `登记表“${title}”（${register}）的空白模板已写到：
  ${resolve(path)}
${columns(sheets)}

下一步：填好、保存并关闭后，试运行一次（什么也不会改变）：
  ${COMMAND} ${register} ${quoted(path)}`;
}

/** RG13: a word quoted for a command line that is shown to be copied, so that no shell and no option takes it apart. */
export function quoted(word: string, platform: string = process.platform): string {
  const path = word.startsWith('-') ? `./${word}` : word;
  if (!/[^\p{L}\p{N}_./:@,=+\-\\]/u.test(path) && (platform === 'win32' || !path.includes('\\'))) return path;
  return platform === 'win32' ? `"${path}"` : `'${path.replaceAll("'", "'\\''")}'`;
}
