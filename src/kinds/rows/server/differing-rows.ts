import { isSameRow } from '#rules/registers/same-row.ts';
import { checkRows, rowKey } from '#server/store/rows/check-rows.ts';
import { compareKeyed, heldByKey } from '#server/store/rows/compare-keyed.ts';
import type { Db } from '#server/db/tables.ts';
import { documentIn } from '../../changes.ts';
import type { Change } from '../../index.ts';
import { rows as rowsKind, type Row } from '../index.ts';
import { findPublicSet } from './public-rows.ts';
import { readParts, getSet, LARGE } from './row-sets.ts';

/** rows of parts that differ; of more the whole register is gone through */
const MOST_READ = 20_000;
/** rows that differ, each of which is placed among the others */
const MOST_PLACED = 2_000;

/** null: it is not known what differs, or more has to be looked at than the rows that do. */
export async function differingRows(db: Db, changes: readonly Change[]): Promise<Change | null> {
  const document = changes.length === 1 ? documentIn(rowsKind, changes[0]) : undefined;
  if (!document?.rowSet || document.rewrite || document.rowSet.hash === 'public' || document.rowSet.count <= LARGE)
    return null;
  const { rowSet, rows: _rows, ...facts } = document;
  const { definition } = facts;
  // unchanged rows may refer to removed rows, and their files are counted
  if (
    Object.values(definition.fields).some(
      ({ reference, type }) => reference !== undefined || type === 'file' || type === 'image',
    )
  )
    return null;
  const current = await findPublicSet(db, definition);
  if (!current?.isChecked) return null;
  const [was, is] = [
    (await getSet(db, current.hash, definition.register)).parts,
    (await getSet(db, rowSet.hash, definition.register)).parts,
  ];
  const [known, wanted] = [new Set(was.map(({ hash }) => hash)), new Set(is.map(({ hash }) => hash))];
  const [left, came] = [was.filter(({ hash }) => !wanted.has(hash)), is.filter(({ hash }) => !known.has(hash))];
  if ([...left, ...came].reduce((sum, { count }) => sum + count, 0) > MOST_READ) return null;
  const keyOf = (row: Row): string => rowKey(definition, row);
  const rows: Row[] = [];
  const gone: string[] = [];
  await compareKeyed(
    await heldByKey(readParts(db, left), (row) => [keyOf(row), row]),
    readParts(db, came),
    keyOf,
    ({ key, held, came: row }) => {
      if (!row) gone.push(key);
      else if (!held || !isSameRow(held, row)) rows.push(row);
    },
  );
  // problems name the place of the row among all rows
  if (rows.length + gone.length > MOST_PLACED || checkRows(definition, rows).length > 0) return null;
  const part = { no: current.no, gone, count: rowSet.count };
  return { kind: rowsKind.name, document: { ...facts, rows, part } };
}
