import type { Transaction } from 'kysely';
import { ActRefused, RowProblems, type ActProblem, type RowProblem } from '../content/act-problems.ts';
import type { Change } from '../content/acts.ts';
import { listPageEditions } from '../content/list-page-editions.ts';
import { publish } from '../content/publish.ts';
import type { FreeSpace } from '../db/free-space.ts';
import { StoreFull } from '../db/free-space.ts';
import type { Db, Tables } from '../db/tables.ts';
import { checkSuccessors } from '../check-successors.ts';
import { editionProblems } from '../edition-problems.ts';
import { Refused } from '../errors.ts';
import { siteAfter } from '../site-after.ts';
import { changesOf, type Draft } from './draft-changes.ts';

/** What publishing an edition needs besides the edition. */
export interface Press {
  db: Db;
  freeSpace?: FreeSpace;
  /** page-schemas/ */
  pagesDir: string;
}

export interface EditionProblem {
  /** place in the edition's changes, from 0; null: of the edition itself */
  change: number | null;
  message: string;
  /** of a register's row: its place from 1, and the field */
  row?: number;
  field?: string | null;
  /** of a page: where in its document */
  pointer?: string;
  code?: string;
}

/** problems that are told; a file of the wrong kind has one in every cell */
const MOST_TOLD = 500;

/**
 * Everything that keeps an edition from being published as things are now, in words; nothing is published. These are the
 * checks of the publication itself, with its transaction taken back.
 */
export async function checkEdition(press: Press, draft: Draft): Promise<EditionProblem[]> {
  const changes = changesOf(draft.changes);
  const pages = await pageProblems(press, changes);
  const found = await publish(press, { title: draft.title, writtenBy: '撰写人', approvedBy: '审核人', changes }, { inspect: inspector(press, changes), keep: false }).then(
    () => [],
    (error: unknown) => problemsOf(error),
  );
  return [...pages, ...found].slice(0, MOST_TOLD);
}

/** What `publish` does not look at itself: whether pages can be used, and where withdrawn things lead. */
export const inspector =
  ({ pagesDir }: Pick<Press, 'pagesDir'>, changes: readonly Change[]) =>
  async (trx: Transaction<Tables>): Promise<ActProblem[]> =>
    changes.some((change) => 'successor' in change && change.successor) ? checkSuccessors(trx, await siteAfter(trx, pagesDir), changes) : [];

/** PS1: documents that the site would refuse. */
export async function pageProblems({ db, pagesDir }: Press, changes: readonly Change[]): Promise<EditionProblem[]> {
  const added = changes.flatMap((change) => (change.kind === 'page' ? [{ page: change.page, document: change.document }] : []));
  if (added.length === 0) return [];
  return editionProblems(pagesDir, await listPageEditions(db, 'now'), added).map(({ file = '', pointer, code, message }) => {
    const at = changes.findIndex((change) => change.kind === 'page' && file === `edition:${change.page}`);
    return { change: at < 0 ? null : at, pointer, code, message: `${at < 0 ? `“${file}”会因此不能使用` : `页面“${added.find(({ page }) => file === `edition:${page}`)!.page}”`}${pointer === '' ? '' : `的 ${pointer} `}：${message}` };
  });
}

/** @throws what says nothing about the edition */
export function problemsOf(error: unknown): EditionProblem[] {
  if (error instanceof StoreFull || !(error instanceof ActRefused)) throw error;
  const rows: RowProblem[] = error instanceof RowProblems ? error.rows : [];
  const byMessage = new Map(rows.map((row) => [row.message, row]));
  return error.problems.map(({ change, message }) => {
    const row = byMessage.get(message);
    return row ? { change, message: `${message}，应为：${row.expected}`, row: row.row, field: row.field } : { change, message };
  });
}

/** The refusal that holds them. */
export const unfit = (problems: readonly EditionProblem[]): Refused => {
  const [first] = problems;
  return new Refused('editionUnfit', problems.length === 1 ? first!.message : `${first!.message}（共 ${problems.length} 个问题）`, { problems: problems.slice(0, MOST_TOLD) });
};
