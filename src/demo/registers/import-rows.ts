import type { WholeRows } from '#kinds/rows/index.ts';
import { setImmediate } from 'node:timers/promises';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { rowKey } from '#server/store/rows/check-rows.ts';
import { registerChange } from '#server/registers/import/register-change.ts';
import { readOwnCsv } from '#server/registers/sheets/read-own-csv.ts';
import type { readSheet } from '#server/registers/sheets/read-sheet.ts';
import { departmentOfRegister } from '../departments.ts';
import { readRegister } from '../fill-problem.ts';
import type { RegisterHistory, Row, Version } from './history.ts';

type RowsChange = { kind: 'rows'; document: WholeRows };

const definitions = new Map<string, RegisterDefinition>();

export function definitionOf(register: string): RegisterDefinition {
  const known = definitions.get(register);
  if (known) return known;
  const read = readRegister(register);
  definitions.set(register, read);
  return read;
}

/** Reader of the import's files: in this thread, or in a worker thread while this one serves visitors. */
export type ReadFile = typeof readSheet;

/** Returns the rows of a register that reference fields name. */
export type RowsOf = (register: string) => Row[];

/** A register whose rows went through the import. */
export interface ImportedHistory {
  versions: Version[];
  changeTo: (version: Version) => RowsChange;
}

/**
 * Demonstration rows are imported like every file (RG6): they become CSV files in memory, which the import reads,
 * matches and checks. Each different row is imported once: the first file holds the first row of each key, the second
 * file the second different row of a key, and so on. So 40 versions of a margin list need two files, and the versions
 * are put together from the imported rows.
 */
export async function importHistory(
  { register, versions }: RegisterHistory,
  rowsOf: RowsOf,
  read: ReadFile = readOwnCsv,
): Promise<ImportedHistory> {
  const definition = definitionOf(register);
  const files = filesOf(definition);
  for (const version of versions) {
    files.add(version.rows());
    await setImmediate();
  }
  const imported = new Map<string, Row>();
  for (const rows of files.all) {
    const change = await importFile(definition, rows, versions[0]!.day, rowsOf, read);
    rows.forEach((row, place) => imported.set(saying(row), change.document.rows[place]!));
  }
  const department = departmentOfRegister(register);
  return {
    versions,
    changeTo: ({ day, rows }) => ({
      kind: 'rows',
      document: { definition, rows: rows().map((row) => imported.get(saying(row))!), dataDate: day, department },
    }),
  };
}

/** Distributes the different rows of all versions over files, so that no file holds a key twice. */
function filesOf(definition: RegisterDefinition): { all: Row[][]; add: (rows: Row[]) => void } {
  const all: Row[][] = [];
  const values = new Map<string, Set<string>>();
  const add = (rows: Row[]) => {
    for (const row of rows) {
      const key = rowKey(definition, row);
      const before = values.get(key) ?? new Set();
      if (before.has(saying(row))) continue;
      (all[before.size] ??= []).push(row);
      values.set(key, before.add(saying(row)));
    }
  };
  return { all, add };
}

const sayings = new WeakMap<Row, string>();

/** A row as JSON, cached, because most rows are the same object in many versions. */
function saying(row: Row): string {
  const known = sayings.get(row);
  if (known !== undefined) return known;
  const text = JSON.stringify(row);
  sayings.set(row, text);
  return text;
}

/**
 * Imports rows as a CSV file.
 * @throws ImportRefused where the rows do not fit the definition
 */
export function importFile(
  definition: RegisterDefinition,
  rows: Row[],
  dataDate: string,
  rowsOf: RowsOf,
  read: ReadFile = readOwnCsv,
): Promise<RowsChange> {
  const references = async (other: string) =>
    rowsOf(other).map((row) => ({ key: rowKey(definitionOf(other), row), row }));
  return registerChange(definition, csvOf(definition, rows), `${definition.title}.csv`, {
    dataDate,
    department: departmentOfRegister(definition.register),
    references,
    read,
  });
}

/**
 * A CSV file as a spreadsheet program writes it: titles in the first line, labels instead of choice values, UTF-8 with
 * a byte order mark.
 */
export function csvOf({ fields }: RegisterDefinition, rows: Row[]): Buffer {
  const columns = Object.entries(fields);
  const lines = [columns.map(([, { title }]) => quoted(title)).join(',')];
  for (const row of rows)
    lines.push(
      columns.map(([name, { choices }]) => quoted(choices?.[String(row[name])] ?? String(row[name] ?? ''))).join(','),
    );
  return Buffer.from(`\uFEFF${lines.join('\r\n')}\r\n`);
}

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
