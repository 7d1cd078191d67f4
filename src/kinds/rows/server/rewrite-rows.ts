import { setImmediate } from 'node:timers/promises';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { formatCell } from '#rules/registers/format-cell.ts';
import { isSameRow } from '#rules/registers/same-row.ts';
import { KEY_SEPARATOR, rowChecker, rowKey } from '#server/store/rows/check-rows.ts';
import type { RowProblem } from '#server/store/publication/publication-problems.ts';
import type { RewrittenRows, MisfitCell } from '#wire/register-answers.ts';
import { fieldOrder } from '../../register/register-words.ts';
import type { Reader } from '../../define-store.ts';
import type { Rewrite, Row, RowsDocument, RowSetRef } from '../index.ts';
import { publicParts } from './public-rows.ts';
import { RereadCells } from './reread-cells.ts';
import { rowRewriter } from './rewrite.ts';
import { readParts, getSet, inParts, storeRows } from './row-sets.ts';

/** cells of one field that are listed; all are counted */
const MOST_CELLS = 20;
/** different values of a field that are counted one by one */
const MOST_VALUES = 30;

/** Rows under a new definition; with `stores` they are stored as a set. */
export interface RewriteTask {
  definition: RegisterDefinition;
  rewrite: Rewrite;
  stores: boolean;
  /** rows of a draft; absent: the public ones */
  drafted?: Pick<RowsDocument, 'rows' | 'rowSet'>;
}

/**
 * RG23: goes through the rows once: what each field holds now, what the new definition makes of each row, and which
 * cells and keys it would not take.
 */
export async function rewriteRows(
  { db }: Reader,
  { definition, rewrite, stores, drafted }: RewriteTask,
): Promise<RewrittenRows & { rowSet?: RowSetRef }> {
  const { from } = rewrite;
  const rewriteRow = rowRewriter(definition, rewrite);
  const check = rowChecker(definition);
  const counts = new Map(
    Object.keys(from.fields).map((name) => [name, { filled: 0, values: new Map<string, number>() }]),
  );
  const gone = Object.keys(from.fields).filter((name) => !Object.hasOwn(definition.fields, name));
  const lost = (row: Row) => gone.flatMap((name) => lostCell(from, name, row));
  const misfits = new Map<string, { count: number; cells: MisfitCell[] }>();
  const reread = new RereadCells(from, definition);
  const found = { rows: 0, rewritten: 0, rekeyed: 0 };
  const keys: string[] = [];
  async function* rewritten(): AsyncGenerator<readonly Row[]> {
    for await (const part of drafted ? draftedParts(db, from.register, drafted) : publicParts(db, from.register)) {
      const made: Row[] = [];
      for (const row of part) {
        count(row, counts);
        const now = rewriteRow(row);
        found.rows += 1;
        keys.push(rowKey(from, row));
        reread.see(row, now, () => keyWords(keys.at(-1)!));
        if (!isSameRow(row, now)) found.rewritten += 1;
        if (rowKey(definition, now) !== keys.at(-1)) found.rekeyed += 1;
        for (const problem of [...check(now), ...lost(row)]) note(definition, problem, row, keys, misfits);
        made.push(now);
      }
      yield made;
      await setImmediate();
    }
  }
  const rowSet = stores ? await storeRows(db, from.register, rewritten()) : await goThrough(rewritten());
  return {
    ...found,
    fields: Object.fromEntries(
      [...counts].map(([name, { filled, values }]) => [
        name,
        { filled, values: values.size <= MOST_VALUES ? [...values].sort((a, b) => b[1] - a[1]) : null },
      ]),
    ),
    reread: reread.all(),
    unfit: [...fieldOrder(definition), ...gone].flatMap((field) => {
      const misfit = misfits.get(field);
      return misfit ? [{ field, title: (definition.fields[field] ?? from.fields[field]!).title, ...misfit }] : [];
    }),
    ...(rowSet && { rowSet }),
  };
}

async function* draftedParts(
  db: Reader['db'],
  register: string,
  { rows = [], rowSet }: NonNullable<RewriteTask['drafted']>,
): AsyncGenerator<readonly Row[]> {
  if (!rowSet) yield* inParts(rows);
  else yield* readParts(db, (await getSet(db, rowSet.hash, register)).parts);
}

async function goThrough(parts: AsyncIterator<unknown>): Promise<undefined> {
  while (!(await parts.next()).done);
}

function count(row: Row, counts: ReadonlyMap<string, { filled: number; values: Map<string, number> }>): void {
  for (const [name, of] of counts) {
    const value = row[name] ?? '';
    if (value === '') continue;
    of.filled += 1;
    // one more than are told shows that there are too many
    if (of.values.size <= MOST_VALUES) of.values.set(String(value), (of.values.get(String(value)) ?? 0) + 1);
  }
}

/** A column that holds something is not removed, by form or JSON: it can be kept from the public instead. */
const lostCell = ({ register }: RegisterDefinition, field: string, row: Row): RowProblem[] =>
  (row[field] ?? '') === ''
    ? []
    : [{ register, row: 0, field, value: row[field]!, message: '会丢失', expected: '保留这一列（可改为不公开）' }];

function note(
  definition: RegisterDefinition,
  { field, value, message, expected, twin }: RowProblem,
  row: Row,
  keys: readonly string[],
  misfits: Map<string, { count: number; cells: MisfitCell[] }>,
): void {
  const name = field ?? definition.key[0] ?? '';
  const misfit = misfits.get(name) ?? { count: 0, cells: [] };
  misfits.set(name, misfit);
  misfit.count += 1;
  if (misfit.cells.length >= MOST_CELLS) return;
  const known = definition.fields[name];
  const words =
    twin === undefined
      ? `${message.replace(/^第\d+行(?:“[^”]*”)?/, '')}，应为：${expected}`
      : `与“${keyWords(keys[twin - 1]!)}”这一行重复，${expected}`;
  const shown = value ?? row[name] ?? null;
  misfit.cells.push({
    key: keyWords(keys.at(-1)!),
    value: shown === null || !known ? String(shown ?? '') : formatCell(shown, known),
    message: words,
  });
}

const keyWords = (key: string): string => key.split(KEY_SEPARATOR).join(' / ');
