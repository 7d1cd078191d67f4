import { article } from '#kinds/article/index.ts';
import { getSetArticles } from '#kinds/article-import/server/article-sets.ts';
import { articleImport, type ArticleImport } from '#kinds/article-import/index.ts';
import { documentIn } from '#kinds/changes.ts';
import type { Change } from '#kinds/index.ts';
import { differingRows } from '#kinds/rows/server/differing-rows.ts';
import { rows as rowsKind } from '#kinds/rows/index.ts';
import { firstRows } from '#kinds/rows/server/public-rows.ts';
import { InvalidPart } from '#kinds/rows/server/publish-part.ts';
import { MOST_SHOWN } from '#kinds/rows/server/store.ts';
import type { Db } from '../../db/tables.ts';
import { findRegisterPublication } from '../../store/rows/register-publication.ts';

/**
 * Runs work on changes as `publish` takes them, without reading all of a large register for one page of it. The work
 * gets the rows that differ from the public ones; else the first rows, beside the public ones; else the first rows
 * alone.
 */
export async function withExcerpts<T>(
  db: Db,
  changes: readonly Change[],
  work: (changes: Change[]) => Promise<T>,
): Promise<T> {
  const differing = await differingRows(db, changes);
  const first = await firstOnly(db, changes);
  for (const given of [differing && [differing], await besidePublic(db, first)]) {
    if (!given) continue;
    try {
      return await work(given);
    } catch (error) {
      if (!(error instanceof InvalidPart)) throw error;
    }
  }
  return work(first);
}

async function firstOnly(db: Db, changes: readonly Change[]): Promise<Change[]> {
  const short: Change[] = [];
  for (const change of changes) {
    const imported = documentIn(articleImport, change);
    if (imported) {
      short.push(...(await firstArticles(db, imported)));
      continue;
    }
    const document = documentIn(rowsKind, change);
    if (!document) {
      short.push(change);
      continue;
    }
    const { rowSet, rows = [], ...facts } = document;
    const first = rowSet
      ? await firstRows(db, facts.definition.register, rowSet, MOST_SHOWN)
      : rows.slice(0, MOST_SHOWN);
    short.push({ kind: rowsKind.name, document: { ...facts, rows: first } });
  }
  return short;
}

/** articles of an import that a preview shows */
const MOST_ARTICLES = 20;

async function firstArticles(db: Db, { articles, articleSet }: ArticleImport): Promise<Change[]> {
  const first = articleSet
    ? await getSetArticles(db, articleSet.hash, { from: 0, size: MOST_ARTICLES })
    : (articles ?? []).slice(0, MOST_ARTICLES);
  return first.map(({ document }) => ({ kind: article.name, document }));
}

/** Changes that leave the public rows of large registers beside these; null where there is none. */
async function besidePublic(db: Db, changes: readonly Change[]): Promise<Change[] | null> {
  const beside: Change[] = [];
  let isBeside = false;
  for (const change of changes) {
    const document = documentIn(rowsKind, change);
    const { no, rows } = document
      ? await findRegisterPublication(db, document.definition.register)
      : { no: null, rows: 0 };
    const part = no !== null && rows > MOST_SHOWN ? { no, gone: [], count: null } : undefined;
    isBeside ||= part !== undefined;
    beside.push(document && part ? { kind: rowsKind.name, document: { ...document, part } } : change);
  }
  return isBeside ? beside : null;
}
