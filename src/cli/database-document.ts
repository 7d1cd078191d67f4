import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { statementsOf } from '#server/db/sql-statements.ts';

interface Column {
  name: string;
  /** PostgreSQL type: text[], bigint */
  type: string;
  isKey: boolean;
  /** not null */
  isFilled: boolean;
  /** name of the table that a foreign key refers to; null: no foreign key */
  references: string | null;
}

/** A table of the store, with its columns in order. */
export interface Table {
  name: string;
  columns: Column[];
}

/** The header of the lists by which docs/database.md groups the tables. */
const LIST = '| table | what it holds |';
const DRAWING = /\n```mermaid\nerDiagram\n[\s\S]*?\n```\n/;

/**
 * Reads the tables that the migrations of a folder create, in order of creation.
 * @throws for SQL that it cannot read
 */
export function tablesOf(folder: string): Table[] {
  const tables = new Map<string, Table>();
  for (const file of readdirSync(folder).toSorted()) {
    const sql = statementsOf(readFileSync(join(folder, file), 'utf8'));
    for (const [, verb, name, body] of sql.matchAll(
      /^(create(?: unlogged)? table|alter table|drop table) (\w+)\s*([^;]*);/gm,
    )) {
      // the list of migrations is made before any of them, and is not drawn
      if (name === 'migration') continue;
      if (verb!.startsWith('create')) tables.set(name!, { name: name!, columns: [] });
      const table = tables.get(name!);
      if (table === undefined || verb === 'drop table') throw unread(file, `${verb} ${name}`);
      const parts = verb === 'alter table' ? split(body!) : split(body!.replace(/^\(|\)$/g, ''));
      for (const part of parts) change(table, verb === 'alter table' ? part : `add ${part}`, file);
    }
  }
  return [...tables.values()];
}

function change(table: Table, action: string, file: string): void {
  const emptied = /^alter column (\w+) drop not null$/.exec(action)?.[1];
  for (const column of table.columns) if (column.name === emptied) column.isFilled = false;
  const key = /^add (?:constraint \w+ )?primary key \(([^)]*)\)/.exec(action)?.[1];
  if (key !== undefined) {
    const names = split(key);
    for (const column of table.columns) {
      column.isKey = names.includes(column.name);
      column.isFilled ||= column.isKey;
    }
  } else if (action === `drop constraint ${table.name}_pkey`) {
    for (const column of table.columns) column.isKey = false;
  } else if (/^(?:alter column|drop constraint|set) |^set\(|^add (?:check|unique|constraint)\b/.test(action)) return;
  else if (action.startsWith('add ')) table.columns.push(readColumn(action.replace(/^add (?:column )?/, '')));
  else if (action.startsWith('drop column '))
    table.columns = table.columns.filter(({ name }) => name !== action.slice('drop column '.length));
  else throw unread(file, action);
}

const readColumn = (written: string): Column => ({
  name: /^\w+/.exec(written)![0],
  type: /^\w+ (\w+(?:\[\])?)/.exec(written)![1]!,
  isKey: / primary key\b/.test(written),
  isFilled: / (?:primary key|not null)\b/.test(written),
  references: / references (\w+)/.exec(written)?.[1] ?? null,
});

const unread = (file: string, what: string): Error =>
  new Error(`${file}: the drawing of the tables does not know “${what}”; teach it in src/cli/database-document.ts`);

/** Splits at commas that are in neither parentheses nor string literals. */
function split(list: string): string[] {
  const parts: string[] = [''];
  let depth = 0;
  for (const [token] of list.matchAll(/'[^']*'|[^]/g)) {
    depth += token === '(' ? 1 : token === ')' ? -1 : 0;
    if (token === ',' && depth === 0) parts.push('');
    else parts.push(parts.pop()! + token);
  }
  return parts.map((part) => part.trim().replaceAll(/\s+/g, ' ')).filter((part) => part !== '');
}

/** Returns docs/database.md with a diagram after each of its lists, of the tables that the list names. */
export function databaseDocument(document: string, tables: readonly Table[]): string {
  const [before, ...lists] = document.split(LIST);
  return [before, ...lists.map((part) => withDrawing(part, tables))].join(LIST);
}

function withDrawing(part: string, tables: readonly Table[]): string {
  const end = part.search(/\n(?!\|)/) + 1;
  const list = end === 0 ? `${part}\n` : part.slice(0, end);
  const names = [...list.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name);
  const drawn = tables.filter(({ name }) => names.includes(name));
  return `${list}\n${drawingOf(drawn)}${part.slice(list.length).replace(DRAWING, '')}`;
}

/**
 * A Mermaid diagram of the tables with their columns. A line leads from each table that is referred to, to the table
 * that refers to it, labelled with the foreign key columns.
 */
function drawingOf(tables: readonly Table[]): string {
  const boxes = tables.flatMap(({ name, columns }) => [`  ${name} {`, ...columns.map(columnLine), '  }']);
  const lines = tables.flatMap(({ name, columns }) =>
    [...Map.groupBy(columns, ({ references }) => references)].flatMap(([other, by]) =>
      other === null ? [] : [`  ${other} ${endOf(by)}--o{ ${name} : "${by.map((column) => column.name).join(', ')}"`],
    ),
  );
  return ['```mermaid', 'erDiagram', ...boxes, ...lines, '```', ''].join('\n');
}

/** The end of a line: `||` where a foreign key column is not null, `|o` where the reference is optional. */
const endOf = (columns: readonly Column[]): string => (columns.some(({ isFilled }) => isFilled) ? '||' : '|o');

const columnLine = ({ name, type, isKey, references }: Column): string =>
  `    ${type} ${name}${isKey || references ? ` ${[isKey && 'PK', references && 'FK'].filter(Boolean).join(', ')}` : ''}`;
