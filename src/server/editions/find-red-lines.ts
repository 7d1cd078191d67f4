import type { RedLines } from '#rules/red-lines.ts';
import { writtenOf } from '#kinds/changes.ts';
import type { KnownSite, Reader } from '#kinds/define-store.ts';
import type { Change } from '#kinds/index.ts';
import { register as registerKind } from '#kinds/register/index.ts';
import { findRowRedLines } from '#kinds/rows/find-red-lines.ts';
import { rows as rowsKind, type RowsDocument } from '#kinds/rows/index.ts';
import { Refused } from '../errors.ts';
import { publicChange } from './public-change.ts';

/**
 * RD1 to RD6: the red lines of an edition, however it was made: of its rows, and of public rows whose definition it
 * changes.
 */
export async function findRedLines(reader: Reader, site: KnownSite, changes: readonly Change[]): Promise<RedLines> {
  const found: RedLines = { lines: [], more: 0, rowsGone: 0 };
  const rows = writtenOf(rowsKind, changes).map(({ document }) => document as RowsDocument);
  const given = new Set(rows.map(({ definition }) => definition.register));
  const defined = writtenOf(registerKind, changes).filter(({ document }) => !given.has(document.register));
  const add = ({ lines, more, rowsGone }: RedLines): void => {
    found.lines.push(...lines);
    found.more += more;
    found.rowsGone += rowsGone;
  };
  for (const after of rows)
    add(await findRowRedLines(reader, await publicRows(reader, site, after.definition.register), after));
  for (const { document: definition } of defined) {
    const before = await publicRows(reader, site, definition.register);
    if (before) add(await findRowRedLines(reader, before, { ...before, definition }));
  }
  return found;
}

async function publicRows(reader: Reader, site: KnownSite, register: string): Promise<RowsDocument | null> {
  const change = await publicChange(reader, site, `${rowsKind.name}:${register}`);
  return change ? (change.document as RowsDocument) : null;
}

/**
 * RD6: whoever approves an edition by which rows go has to type how many.
 * @throws Refused rowsGoneAsked
 */
export function assertRowsGone({ rowsGone }: RedLines, typed: number | undefined): void {
  if (rowsGone === 0 || typed === rowsGone) return;
  const message =
    typed === undefined
      ? '这份稿件将移除现在公示的数据行，请核对后输入将移除的行数'
      : `输入的行数 ${typed} 与稿件实际移除的不符，请核对稿件后重新输入`;
  throw new Refused('rowsGoneAsked', message, { problems: [{ pointer: '/rowsGone', message }] });
}
