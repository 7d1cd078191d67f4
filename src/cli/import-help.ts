import { resolve } from 'node:path';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { phrase } from '#server/phrase.mjs';
import { NOTES_SHEET } from '#server/registers/sheets/own-sheets.ts';
import { columns } from './columns.ts';

export const COMMAND = 'npm run import-register --';

/** The last part of the help: all registers. */
export const registerHelp = (registers: readonly RegisterDefinition[]): string =>
  `${phrase({ zh: '登记表', en: 'Registers' })}\n${registerLines(registers)}`;

/** Name and title of each register, in columns. */
export const registerLines = (registers: readonly RegisterDefinition[]): string =>
  columns(registers.map(({ register, title }) => [register, title]));

/**
 * Tells where the template is, what it contains and what the next step is.
 * @param listed titles of the columns that have a list of choices
 */
export function templateWords(
  { register, title, fields }: RegisterDefinition,
  path: string,
  listed: readonly string[],
): string {
  const count = Object.keys(fields).length;
  const sheets: [string, string][] = [
    [
      phrase({ zh: `工作表“${title}”`, en: `sheet “${title}”` }),
      phrase({
        zh: `在这里填写，从第 2 行起一行一条，共 ${count} 列，标题带 * 的必填${listed.length === 0 ? '' : `；${listed.join('、')}可从下拉列表中选择`}`,
        en: `is filled in, a line each from line 2 on, ${count} columns; titles with * are required${listed.length === 0 ? '' : `; ${listed.join(', ')} have lists to choose from`}`,
      }),
    ],
    [
      phrase({ zh: `工作表“${NOTES_SHEET}”`, en: `sheet “${NOTES_SHEET}”` }),
      phrase({
        zh: '每一列可以填什么、是否必填、示例；只供查看，导入时不读取',
        en: 'what each column takes, whether it is required, an example; it is not imported',
      }),
    ],
  ];
  const [written, next] = [
    phrase({
      zh: `登记表“${title}”（${register}）的空白模板已写到：`,
      en: `The empty template of the register “${title}” (${register}) is written to:`,
    }),
    phrase({
      zh: '下一步：填好、保存并关闭后，试运行一次（什么也不会改变）：',
      en: 'Next: fill it in, save and close it, and have it checked (nothing is changed):',
    }),
  ];
  return `${written}\n  ${resolve(path)}\n${columns(sheets)}\n\n${next}\n  ${COMMAND} ${register} ${quoted(path)}`;
}

/** RG13: a word quoted for a command line that is shown to be copied, so that no shell and no option takes it apart. */
export function quoted(word: string, platform: string = process.platform): string {
  const path = word.startsWith('-') ? `./${word}` : word;
  if (!/[^\p{L}\p{N}_./:@,=+\-\\]/u.test(path) && (platform === 'win32' || !path.includes('\\'))) return path;
  return platform === 'win32' ? `"${path}"` : `'${path.replaceAll("'", "'\\''")}'`;
}
