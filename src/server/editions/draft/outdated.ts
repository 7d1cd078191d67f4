import { partsOf, subjectsOf } from '#kinds/changes.ts';
import { kindOf, type Change } from '#kinds/index.ts';
import { storeOf } from '#kinds/stores.ts';
import type { EditionState } from '#rules/editions/edition-steps.ts';
import type { EditionProblem, PlannedEdition } from '#wire/edition-answers.ts';
import type { Db } from '../../db/tables.ts';
import { Refused } from '../../errors.ts';
import { documentFields, membersIn } from '../review/compare-editions.ts';
import { getDraft, type EditionRow } from '../edition-row.ts';
import { findBefore } from './plan.ts';
import { publicRevisions } from '../publish/public-revisions.ts';

/** States in which an edition may still be published, and something else before it. */
export const OPEN_STATES: readonly EditionState[] = ['draft', 'in-review', 'returned', 'approved'];

/** Subjects of an open edition that were published by others since it was begun; [] of one that is not open any more. */
export const outdatedIn = async (
  db: Db,
  { base, edition_id, state }: Pick<EditionRow, 'base' | 'edition_id' | 'state'>,
  changes: readonly Change[],
): Promise<string[]> =>
  OPEN_STATES.includes(state)
    ? othersIn(await publicRevisions(db, Object.keys(base)), base, await findBefore(db, edition_id, changes))
    : [];

/** ED11: those of a page of editions that are outdated; each subject is looked up once. */
export async function outdatedAmong(
  db: Db,
  rows: readonly Pick<EditionRow, 'base' | 'edition_id' | 'state' | 'version'>[],
): Promise<ReadonlySet<number>> {
  const revisions = await publicRevisions(
    db,
    rows.flatMap(({ base }) => Object.keys(base)),
  );
  const outdated = new Set<number>();
  for (const row of rows) {
    if (Object.keys(row.base).every((subject) => revisions[subject] === (row.base[subject] ?? ''))) continue;
    // an earlier edition of its own plan may have published them
    const { changes } = await getDraft(db, row.edition_id, row.version);
    if ((await outdatedIn(db, row, changes)).length > 0) outdated.add(row.edition_id);
  }
  return outdated;
}

/** @throws Refused editionOutdated where something of an edition was published by others since it was begun */
export async function assertUpToDate(
  db: Db,
  row: Pick<EditionRow, 'base' | 'edition_id' | 'state'>,
  changes: readonly Change[],
): Promise<void> {
  const subjects = await outdatedIn(db, row, changes);
  if (subjects.length === 0) return;
  const problems = await outdatedProblems(db, row, changes, subjects);
  throw new Refused('editionOutdated', undefined, { subjects, problems });
}

/** titles of fields that are told of one thing */
const MOST_LISTED = 5;
const MENDED = '须由撰写人点“修改”，与其核对、合并后保存，才能发布';

/** ED11: the same as what keeps an edition from being published, each with the place of its change; of settings by field. */
export async function outdatedProblems(
  db: Db,
  { base }: Pick<EditionRow, 'base'>,
  changes: readonly Change[],
  subjects: readonly string[],
): Promise<EditionProblem[]> {
  const own = subjectsOf(changes);
  const problems: EditionProblem[] = [];
  for (const subject of subjects) {
    const at = own.indexOf(subject);
    const fields = await fieldsInWords(db, subject, base[subject] ?? '', changes[at]);
    problems.push({ change: at < 0 ? null : at, message: `稿件开始以后，公开的内容已有变化${fields}。${MENDED}` });
  }
  return problems;
}

/** '，两边都改了：客服热线'; '' where the fields of a kind are nothing that people know. */
async function fieldsInWords(db: Db, subject: string, revision: string, change: Change | undefined): Promise<string> {
  const parts = partsOf(subject);
  const { since, fieldTitle } = (parts && storeOf(parts).compare) ?? {};
  if (!parts || !since || !change || change.withdraw) return '';
  const { was, now } = await since(db, parts.id, revision);
  const kind = kindOf(change);
  const titlesOf = (after: unknown): string[] => [
    ...new Set(
      documentFields(kind, was, after).map(({ path }) => fieldTitle?.(parts.id, membersIn(path)) ?? '全部内容'),
    ),
  ];
  const theirs = titlesOf(now);
  const mine = new Set(titlesOf(change.document));
  const both = theirs.filter((title) => mine.has(title));
  return both.length > 0 ? `，两边都改了：${listed(both)}` : `：${listed(theirs)}，稿件没有改这些`;
}

const listed = (titles: readonly string[]): string =>
  titles.slice(0, MOST_LISTED).join('、') + (titles.length > MOST_LISTED ? `等 ${titles.length} 处` : '');

/** Subjects whose public state is neither that from which the edition was begun, nor published by its own plan. */
export const othersIn = (
  revisions: Record<string, string>,
  base: Record<string, string>,
  before: readonly PlannedEdition[],
): string[] =>
  Object.keys(revisions).filter(
    (subject) =>
      revisions[subject] !== (base[subject] ?? '') &&
      !before.some(({ publishedIn }) => String(publishedIn) === revisions[subject]),
  );
