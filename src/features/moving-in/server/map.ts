import { jsonExcess } from '#rules/json/json-size.ts';
import { basename } from 'node:path';
import { checkJson } from '#page/json-check.ts';
import { parseJson } from '#page/parse-json.ts';
import { formatProblem, type Problem } from '#page/problems.ts';
import { list, object, optional, text, type ValueOf, type Word } from '#page/schema-words.ts';
import { CannotImport } from './cannot-import.ts';
import { readTextBytes, UnreadableText } from './text-file.ts';

/** Columns that a list can have for an article, each with titles that are known without a map. */
export const COLUMNS = {
  title: ['title', '标题', '文章标题', '名称'],
  channel: ['channel', 'column', 'category', '栏目', '栏目名称', '频道', '分类'],
  date: ['date', 'published', 'time', '发布时间', '发布日期', '日期', '时间'],
  html: ['html', 'content', 'body', 'file', '正文', '内容', '文件'],
  summary: ['summary', 'abstract', '摘要', '简介'],
  source: ['source', '来源'],
  attachments: ['attachments', 'files', '附件'],
  address: ['address', 'url', 'link', '旧地址', '原网址', '网址', '链接'],
} as const;

export type Column = keyof typeof COLUMNS;

/** Table from any text to a text. */
const table: Word<Record<string, string>> = {
  type: 'object',
  additionalProperties: { type: 'string', maxLength: 500 },
};
const column = optional(text({ maxLength: 200 }));

const schema = object({
  columns: optional(
    object({
      title: column,
      channel: column,
      date: column,
      html: column,
      summary: column,
      source: column,
      attachments: column,
      address: column,
    } satisfies Record<Column, Word<string>>),
  ),
  separator: optional(text({ maxLength: 5 })),
  channels: optional(table),
  hosts: optional(list(text({ maxLength: 200 }))),
  selectors: optional(object({ title: text(), date: text(), body: text(), attachments: optional(text()) })),
  folders: optional(table),
});

/**
 * MI1: how a portal's export is read. `columns` names the columns of a list; `separator` parts attachments, by default
 * a semicolon. `channels` leads from words of the export to channels; `hosts` are host names of the former site beside
 * those in addresses. Of saved pages `selectors` are CSS. `folders` lead from folders to channels, the longest that
 * fits first.
 */
export type ImportMap = ValueOf<typeof schema>;

/** Problems of a map, by pointer. */
export const mapProblems = (map: unknown): Problem[] => checkJson(schema, map, '');

/** The same as editors read it. */
export const mapProblemWords = (problems: readonly Problem[]): string =>
  problems.map(({ pointer }) => `“${pointer || '/'}”写法不正确`).join('；');

/** @param path of a file that is there @throws CannotImport with every problem by pointer */
export function readMap(path: string): ImportMap {
  const file = basename(path);
  const map = readJsonFile(path, parseJson);
  const problems = mapProblems(map);
  if (problems.length > 0)
    throw new CannotImport(
      problems.map((problem) => formatProblem({ ...problem, file })).join('\n'),
      mapProblemWords(problems),
    );
  return map as ImportMap;
}

/** OL5, OL6: a list of 20,000 articles with fifty fields each, JSON or CSV */
export const LIST_LIMITS = { depth: 32, values: 1_000_000, columns: 200 } as const;

export const TOO_MANY = {
  en: `it has more than ${LIST_LIMITS.values} values`,
  zh: `内容超过 ${LIST_LIMITS.values / 10_000} 万个值`,
} as const;

/** @param parse throws SyntaxError @throws CannotImport where it is no JSON, or holds more than a list may */
export function readJsonFile(path: string, parse: (text: string) => unknown = JSON.parse): unknown {
  try {
    const { bytes } = readTextBytes(path);
    const excess = jsonExcess(bytes, LIST_LIMITS);
    if (excess)
      throw new UnreadableText(
        excess === 'depth'
          ? { en: `it nests deeper than ${LIST_LIMITS.depth} levels`, zh: `嵌套超过 ${LIST_LIMITS.depth} 层` }
          : TOO_MANY,
      );
    return parse(bytes.toString());
  } catch (error) {
    if (!(error instanceof UnreadableText || error instanceof SyntaxError)) throw error;
    throw new CannotImport(
      `${basename(path)} cannot be read as JSON: ${error.message}.`,
      `${basename(path)} 不是 JSON 文件：${error instanceof UnreadableText ? error.reason.zh : error.message}`,
    );
  }
}
