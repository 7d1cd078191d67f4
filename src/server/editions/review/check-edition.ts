import { isObject } from '#rules/json/json.ts';
import type { Transaction } from 'kysely';
import { problemInWords } from '#page/problem-in-words.ts';
import type { Problem } from '#page/problems.ts';
import { registryOf } from '#page/registry.ts';
import type { EditionProblem } from '#wire/edition-answers.ts';
import { sources } from '#sources/index.ts';
import { widgets } from '#widgets/index.ts';
import {
  PublicationRefused,
  RowProblems,
  type PublicationProblem,
  type RowProblem,
} from '../../store/publication/publication-problems.ts';
import { listPageEditions } from '../../store/documents/list-page-editions.ts';
import type { Published } from '../../store/publication/new-publication.ts';
import type { RunInWorker } from '../worker/jobs.ts';
import type { FreeSpace } from '../../db/free-space.ts';
import { StoreFull } from '../../db/free-space.ts';
import type { Db, Tables } from '../../db/tables.ts';
import { oldAddressesSetting } from '#page/settings/old-addresses.ts';
import { checkBrandSizes } from '../settings/brand-sizes.ts';
import { checkOldAddresses, checkSuccessors } from './check-successors.ts';
import { doubleProblems, doublesAmong } from '../draft/doubles.ts';
import { editionProblems } from './edition-problems.ts';
import { importIn, importStep, overtakenWords, type FoundImport } from '../draft/import-steps.ts';
import { Refused } from '../../errors.ts';
import { siteAfter } from '../publish/site-after.ts';
import { tryPublication } from '../publish/try-publication.ts';
import { siteDocumentsOf, type SiteDocument } from '#kinds/site-documents.ts';
import { writtenOf } from '#kinds/changes.ts';
import { channel as channelKind } from '#kinds/channel/index.ts';
import type { Change } from '#kinds/index.ts';
import { setting as settingKind } from '#kinds/setting/index.ts';
import { withRows } from '../draft/with-rows.ts';
import { hasManyRows, isLarge, type Draft } from '../draft/draft-changes.ts';
import { newestPublication } from '../publish/public-revisions.ts';

/** Parts that publishing an edition needs besides the edition. */
export interface PublishContext {
  db: Db;
  freeSpace?: FreeSpace;
  /** page-schemas/ */
  pagesDir: string;
  /** DATA_DIR/files, where pictures are measured (SU13) and numbers of persons looked for (PV1); absent: they are not */
  filesDir?: string;
  /** worker for checks of many rows; absent: here */
  runInWorker?: RunInWorker;
  /** articles of one step of an import; absent: a thousand */
  stepSize?: number;
}

export interface CheckedDraft extends Draft {
  /** hash of the stored draft: while nothing else is published it is checked once */
  hash?: string;
  /** edition of the version; absent: none yet */
  editionId?: number;
}

/** largest number of reported problems; a wrong file has one in every cell */
const MOST_LISTED = 500;

/**
 * Everything that keeps an edition from being published as things are now, in words; nothing is published. These are
 * the checks of the publication itself, with its transaction taken back; rows of a large register are looked at, and
 * not even written.
 */
export async function checkEdition(publishContext: PublishContext, draft: CheckedDraft): Promise<EditionProblem[]> {
  if (publishContext.runInWorker && isLarge(draft.changes))
    return publishContext.runInWorker(
      'check',
      draft,
      draft.hash && `${draft.hash} ${draft.editionId ?? ''} ${await newestPublication(publishContext.db)}`,
    );
  const imported = importIn(draft.changes);
  if (imported) return checkImport(publishContext, draft, imported);
  const pages = await pageProblems(publishContext, draft.changes);
  const inspect = inspector(publishContext, draft.changes, draft.editionId);
  const found = await withRows(publishContext.db, draft.changes, (changes) =>
    tryPublication(
      publishContext,
      { title: draft.title, changes },
      { inspect, writesRows: !hasManyRows(draft.changes) },
    ),
  ).then(
    () => [],
    (error: unknown) => problemsOf(error),
  );
  return [...pages, ...found].slice(0, MOST_LISTED);
}

/**
 * ED7: step by step, as it is published, so that nobody waits for all of it; places are told from the first article on. BE8:
 * what else the edition changes is looked at with the first articles, and what articles need of it with all of them.
 */
async function checkImport(
  publishContext: PublishContext,
  { title, changes: all, editionId }: CheckedDraft,
  imported: FoundImport,
): Promise<EditionProblem[]> {
  const { db, freeSpace, stepSize } = publishContext;
  const problems = await pageProblems(publishContext, all);
  for (let from = 0; from < imported.total && problems.length < MOST_LISTED;) {
    const isFirst = from === 0;
    const others = isFirst ? imported.others : imported.others.filter(({ change }) => ARTICLES_NEED.has(change.kind));
    const step = await importStep(db, imported, {
      ...(editionId !== undefined && { editionId }),
      from,
      ...(stepSize && { size: stepSize }),
    });
    const newIds = new Map([...step.newIds].map(([place, id]) => [others.length + place, id]));
    const inspect = isFirst ? inspector(publishContext, all) : undefined;
    const found = await withRows(db, [...others.map(({ change }) => change), ...step.changes], (changes) =>
      tryPublication(
        { db, ...(freeSpace && { freeSpace }) },
        { title, changes, newIds },
        { ...(inspect && { inspect }), writesRows: false },
      ),
    ).then(
      () => [],
      (error: unknown) => problemsOf(error),
    );
    problems.push(
      ...step.overtaken.map((one) => ({ change: imported.at, message: overtakenWords(one) })),
      ...found.flatMap((problem) => {
        const { change, message } = problem;
        const other = change === null ? undefined : others[change];
        if (other) return isFirst ? [{ ...problem, change: other.at }] : [];
        const place = change === null ? undefined : step.places[change - others.length];
        return [{ change: imported.at, message: place === undefined ? message : `第 ${place + 1} 篇，${message}` }];
      }),
    );
    from = step.to;
  }
  return problems.slice(0, MOST_LISTED);
}

/** kinds that say what an article may be */
const ARTICLES_NEED: ReadonlySet<string> = new Set([channelKind.name, settingKind.name]);

/**
 * Checks that `publish` does not make itself: whether pages can be used, where withdrawn things lead, and the content
 * of files.
 * @param editionId of an edition whose articles may be public here meanwhile (BE8)
 */
export const inspector =
  (
    { pagesDir, filesDir }: Pick<PublishContext, 'pagesDir' | 'filesDir'>,
    changes: readonly Change[],
    editionId?: number,
  ) =>
  async (trx: Transaction<Tables>, { no }: Pick<Published, 'no'>): Promise<PublicationProblem[]> => [
    ...(editionId === undefined ? [] : doubleProblems(await doublesAmong(trx, editionId, changes, no))),
    ...(filesDir === undefined ? [] : await checkBrandSizes(filesDir, changes)),
    ...(changes.some(leadsSomewhere)
      ? [
          ...(await checkSuccessors(trx, await siteAfter(trx, pagesDir), changes)),
          ...(await checkOldAddresses(trx, await siteAfter(trx, pagesDir), changes)),
        ]
      : []),
  ];

const leadsSomewhere = (change: Change): boolean =>
  change.withdraw?.successor !== undefined ||
  writtenOf(settingKind, [change]).some(({ id }) => id === oldAddressesSetting.name);

/** PS1: documents that the site would refuse. */
export async function pageProblems(
  { db, pagesDir }: PublishContext,
  changes: readonly Change[],
): Promise<EditionProblem[]> {
  const added = siteDocumentsOf(changes);
  if (added.length === 0) return [];
  return editionProblems(pagesDir, await listPageEditions(db, 'now'), added).map((problem) => {
    const { file = '', pointer, code } = problem;
    const own = added.find((one) => file === `edition:${one.page}`);
    return {
      change: own?.at ?? null,
      pointer,
      code,
      message: own
        ? wordsOfPageProblem(own, problem)
        : `“${file}”${code === 'equal-claims' ? '' : '会因此不能使用'}：${problemInWords(problem, undefined, KNOWN)}`,
    };
  });
}

const KNOWN = { widgets: registryOf('widget', widgets), sources: registryOf('source', sources) };

/** A problem of a page of a draft, in words. */
export const wordsOfPageProblem = ({ page, document }: Omit<SiteDocument, 'at'>, problem: Problem): string =>
  `${isObject(document) && 'register' in document ? '登记表' : '页面'}“${titleOf(document) || page}”：${problemInWords(problem, document, KNOWN)}`;

const titleOf = (document: unknown): string =>
  isObject(document) && typeof document.title === 'string' ? document.title.trim() : '';

/** @throws what says nothing about the edition */
export function problemsOf(error: unknown): EditionProblem[] {
  if (error instanceof StoreFull || !(error instanceof PublicationRefused)) throw error;
  const rows: RowProblem[] = error instanceof RowProblems ? error.rows : [];
  const byMessage = new Map(rows.map((row) => [row.message, row]));
  return error.problems.map(({ change, message }) => {
    const row = byMessage.get(message);
    return row
      ? { change, message: `${message}，应为：${row.expected}`, row: row.row, field: row.field }
      : { change, message };
  });
}

/** The refusal of an edition that has problems; it names the first and carries all. */
export const invalidEdition = (problems: readonly EditionProblem[]): Refused => {
  const [first] = problems;
  return new Refused(
    'invalidEdition',
    problems.length === 1 ? first!.message : `${first!.message}（共 ${problems.length} 个问题）`,
    { problems: problems.slice(0, MOST_LISTED) },
  );
};
