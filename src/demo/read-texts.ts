import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse as parseCsv } from 'csv-parse/sync';
import { Marked } from 'marked';
import { checkJson } from '#page/json-check.ts';
import { parseJson } from '#page/parse-json.ts';
import { formatProblem } from '#page/problems.ts';
import { object, type ValueOf, type Word } from '#page/schema-words.ts';

/** A number that may have decimals. */
export const decimal: Word<number> = { type: 'number' };

/**
 * Reads texts of the demonstration, which stand in JSON files beside the modules that use them.
 * @param file `new URL('./help.json', import.meta.url)`
 * @throws Error with every place where the file is not as the schema says
 */
export function readTexts<T>(file: URL, schema: Word<T>): T {
  const path = fileURLToPath(file);
  const texts: unknown = parseJson(readFileSync(path, 'utf8'));
  const problems = checkJson(schema, texts, '');
  if (problems.length > 0)
    throw new Error(problems.map((problem) => formatProblem({ file: basename(path), ...problem })).join('\n'));
  return texts as T;
}

type Columns = Record<string, Word<string> | Word<number>>;

/**
 * Reads rows of the demonstration from a CSV file, whose first line names the columns.
 * @throws Error with file, line and column where a cell is not as its column says, or the first line names others
 */
export function readRows<C extends Columns>(file: URL, columns: C): { [Name in keyof C]: ValueOf<C[Name]> }[] {
  const name = basename(fileURLToPath(file));
  const names = Object.keys(columns);
  const records = parseCsv(readFileSync(file, 'utf8'), { info: true, relax_column_count: true }) as unknown as {
    record: string[];
    info: { lines: number };
  }[];
  const schema = object(columns);
  const [head, ...lines] = records;
  if (String(head?.record) !== String(names)) throw new Error(`${name}:1: the columns are ${names.join(',')}.`);
  return lines.map(({ record, info }) => {
    if (record.length !== names.length)
      throw new Error(`${name}:${info.lines}: ${record.length} cells, where ${names.length} columns are.`);
    const row = Object.fromEntries(names.map((column, at) => [column, cellOf(columns[column]!, record[at]!)]));
    const problems = checkJson(schema, row, '');
    if (problems.length > 0)
      throw new Error(
        problems.map((problem) => formatProblem({ file: `${name}:${info.lines}`, ...problem })).join('\n'),
      );
    return row as { [Name in keyof C]: ValueOf<C[Name]> };
  });
}

/** A cell as its column has it; what is no number stays as it is, for the check to tell. */
const cellOf = ({ type }: Word<string> | Word<number>, cell: string): string | number =>
  type === 'string' || cell.trim() === '' || Number.isNaN(Number(cell)) ? cell : Number(cell);

/** Addresses in running text are no links, and between tildes nothing is struck out: a story's {2~6} is a range. */
const markdown = new Marked({ async: false, tokenizer: { url: () => undefined, del: () => undefined } });

/** The blocks of a Markdown text as HTML, without white space between elements. */
export const markdownBlocks = (text: string): string[] =>
  markdown
    .lexer(text)
    .filter(({ type }) => type !== 'space')
    .map((token) => markdown.parser([token]).replace(/>\n+</g, '><').trim());

/**
 * Reads a text of the demonstration from a Markdown file: its first line is the title, the rest becomes HTML.
 * @throws Error where a title or a text is missing
 */
export function readMarkdown(file: URL): { title: string; html: string } {
  const path = fileURLToPath(file);
  const [, title = '', text = ''] = /^# (.+)\n\n([^]+)$/.exec(readFileSync(path, 'utf8')) ?? [];
  if (title === '' || text.trim() === '')
    throw new Error(`${basename(path)}: a text begins with its title, "# 公司介绍", and an empty line.`);
  return { title, html: markdownBlocks(text).join('') };
}
