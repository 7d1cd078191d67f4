import { grouped } from '#rules/text/grouped-number.ts';
import { sql } from 'kysely';
import type { Overtaken } from '#kinds/article-import/server/article-sets.ts';
import { article } from '#kinds/article/index.ts';
import type { Db } from '../../db/tables.ts';
import { errors, Refused } from '../../errors.ts';
import type { Actor } from '../../people/staff/audit.ts';
import type { Published } from '../../store/publication/new-publication.ts';
import type { PublishContext } from '../review/check-edition.ts';
import { claim, commit, namesOfApproved } from './commit-edition.ts';
import { isForLater } from '../draft/for-later.ts';
import { addStep, factsOf, getDraft, getEdition, type EditionRow } from '../edition-row.ts';
import {
  importedUpTo,
  importIn,
  importStep,
  overtakenIn,
  type FoundImport,
  type ImportStep,
} from '../draft/import-steps.ts';
import { proposeOldAddresses } from '../draft/propose-old-addresses.ts';
import { forgetPending } from '../draft/taken.ts';

const CLOCK: Actor = { staffId: null, account: '', address: '' };

/**
 * ED7, ED8: publishes the next articles of an approved import, a thousand at most, as a publication of its own. The
 * edition is 'publishing' until the last of them; the timer goes on with it (continueImports). BE8: what else the edition
 * changes is published before the first articles.
 * @throws Refused editionState, editionConflict, editionOutdated, invalidEdition
 */
export async function publishImportStep(
  publishContext: PublishContext,
  actor: Actor,
  row: EditionRow,
  { names, dueBy }: { names: { writtenBy: string; approvedBy: string }; dueBy?: Date },
): Promise<Published> {
  const { db, stepSize } = publishContext;
  const draft = await getDraft(db, row.edition_id, row.version);
  const found = importIn(draft.changes)!;
  const progress = await progressOf(db, row, found);
  const { total, others } = found;
  if (row.state === 'approved' && progress.done < total) await assertNoneOvertaken(db, row, found);
  const isBefore = row.state === 'approved' && others.length > 0;
  const { changes, newIds, base, overtaken, overtakenPlaces, from, to } = isBefore
    ? othersStep(found, progress.done)
    : await importStep(db, found, {
        editionId: row.edition_id,
        from: progress.done,
        numbers: progress.article_ids,
        ...(stepSize && { size: stepSize }),
      });
  const isLast = to >= total;
  const part = isBefore
    ? `（文章以外的 ${grouped(others.length)} 项）`
    : (from === 0 && isLast && others.length === 0) || from === to
      ? ''
      : `（第 ${grouped(from + 1)} 至 ${grouped(to)} 篇，共 ${grouped(total)} 篇）`;
  return commit(publishContext, row, names, {
    part: { title: draft.title + part, changes, newIds, base },
    claimed: async (trx) => {
      await claim(trx, row, dueBy);
      const now = await trx
        .selectFrom('edition_progress')
        .select('done')
        .where('edition_id', '=', row.edition_id)
        .forUpdate()
        .executeTakeFirst();
      if (now?.done !== from) throw new Refused('editionConflict', '稿件刚刚被他人处理，请刷新后再试');
    },
    done: async (trx, { no }) => {
      await trx
        .updateTable('edition_progress')
        .set({ done: to, halted: '' })
        .where('edition_id', '=', row.edition_id)
        .execute();
      await trx
        .updateTable('edition')
        .set({
          ...(isLast ? { state: 'published', published_in: no } : { state: 'publishing' }),
          publish_at: null,
          changed_at: new Date(),
        })
        .where('edition_id', '=', row.edition_id)
        .execute();
      if (!isLast) await trx.insertInto('edition_publication').values({ no, edition_id: row.edition_id }).execute();
      const proposed = isLast && from < to ? await proposeOldAddresses(trx, row, found, progress.article_ids) : '';
      const left = overtaken.length === 0 ? '' : `；${leftWords(overtaken)}`;
      const note = isLast ? `第 ${no} 号发布${proposed}` : `第 ${no} 号发布，${grouped(to)} / ${grouped(total)} 篇`;
      await forgetPending(trx, row.edition_id, overtakenPlaces);
      await addStep(trx, actor, row, isLast ? 'published' : 'part-published', note + left);
    },
    // its own steps make it public; what others did before the first is looked for then
    onBase: row.state === 'approved',
  });
}

/** BE8: nothing is published of an import where something else was published of what it replaces, or the same as it adds. @throws Refused editionOutdated */
async function assertNoneOvertaken(db: Db, row: EditionRow, { hash, total }: FoundImport): Promise<void> {
  const overtaken = await overtakenIn(db, hash, { editionId: row.edition_id, from: 0, size: total });
  if (overtaken.length > 0)
    throw new Refused('editionOutdated', `${leftWords(overtaken)}。请作废这份稿件，重新导入`, {
      subjects: overtaken.slice(0, MOST_NAMED).map(({ articleId }) => `${article.name}:${articleId}`),
    });
}

/** Changes of an edition besides its articles, as its first publication. */
const othersStep = (found: FoundImport, done: number): ImportStep => ({
  changes: [...found.others.map(({ change }) => change), importedUpTo(found, done)],
  newIds: new Map(),
  base: {},
  places: [],
  overtaken: [],
  overtakenPlaces: [],
  from: done,
  to: done,
});

const MOST_NAMED = 5;

const leftWords = (overtaken: readonly Overtaken[]): string =>
  [
    { left: overtaken.filter(({ isDouble }) => !isDouble), why: '篇在稿件生成以后又发布过，没有替换' },
    { left: overtaken.filter(({ isDouble }) => isDouble), why: '篇在稿件生成以后这里已经发布，没有再发布' },
  ]
    .filter(({ left }) => left.length > 0)
    .map(({ left, why }) => `${grouped(left.length)} ${why}：${namedIn(left)}`)
    .join('；');

const namedIn = (overtaken: readonly Overtaken[]): string =>
  overtaken
    .slice(0, MOST_NAMED)
    .map(({ at, title }) => `第 ${grouped(at + 1)} 篇“${title.slice(0, 60)}”`)
    .join('、') + (overtaken.length > MOST_NAMED ? '等' : '');

interface Progress {
  article_ids: number[];
  done: number;
}

/** Progress of an import, with the numbers of all its articles, which are taken before the first step. */
async function progressOf(db: Db, row: EditionRow, { name, hash, total }: FoundImport): Promise<Progress> {
  if (row.state === 'approved') {
    const present = await db
      .selectFrom('article_import')
      .select('document')
      .where('name', '=', name)
      .where('public_to', 'is', null)
      .executeTakeFirst();
    const { done = 0, articleSet } = (present?.document ?? {}) as { done?: number; articleSet?: { hash: string } };
    if (articleSet?.hash === hash && done < total)
      throw new Refused('editionState', `迁入文章“${name}”已由另一份稿件发布了一部分`);
    // its articles are public: only what is said of them is published
    if (articleSet?.hash === hash) return takeNumbers(db, row, 0, total);
  }
  const known = await db
    .selectFrom('edition_progress')
    .select(['article_ids', 'done'])
    .where('edition_id', '=', row.edition_id)
    .where('content_hash', '=', row.content_hash)
    .executeTakeFirst();
  return known?.article_ids.length === total ? read(known) : takeNumbers(db, row, total, 0);
}

async function takeNumbers(
  db: Db,
  { edition_id, content_hash }: EditionRow,
  count: number,
  done: number,
): Promise<Progress> {
  const { rows } = await sql<Progress>`
    insert into edition_progress (edition_id, content_hash, article_ids, done)
    values (${edition_id}, ${content_hash}, array(select nextval('article_id_seq') from generate_series(1, ${count}::int)), ${done})
    on conflict (edition_id) do update
      set content_hash = excluded.content_hash, article_ids = excluded.article_ids, done = excluded.done, halted = ''
    returning article_ids, done`.execute(db);
  return read(rows[0]!);
}

/** bigints in a list arrive as texts */
const read = ({ article_ids, done }: Progress): Progress => ({ article_ids: article_ids.map(Number), done });

/**
 * ED8: publishes the next step of every import that has begun, so that a stop or a crash between two is made up for by
 * the next start. One whose step fails says so in its history, and waits for somebody to go on with it.
 * @returns how many steps were published
 */
export async function continueImports(publishContext: PublishContext): Promise<number> {
  const { db, runInWorker } = publishContext;
  const begun = await db
    .selectFrom('edition')
    .innerJoin('edition_progress', 'edition_progress.edition_id', 'edition.edition_id')
    .select('edition.edition_id')
    .where('state', '=', 'publishing')
    .where('halted', '=', '')
    .orderBy('edition.edition_id')
    .execute();
  let published = 0;
  for (const { edition_id: editionId } of begun) {
    try {
      await (runInWorker ? runInWorker('import-step', { editionId }) : continueImport(publishContext, editionId));
      published += 1;
    } catch (error) {
      if (isForLater(error)) throw error;
      // another server has it right now, or something else was published of its articles meanwhile: the next look sees it
      if (error instanceof Refused && AGAIN.includes(error.code)) continue;
      await halt(db, editionId, error instanceof Refused ? error.message : '服务器内部错误');
      if (!(error instanceof Refused)) throw error;
    }
  }
  return published;
}

const AGAIN: readonly string[] = [errors.editionConflict.code, errors.editionOutdated.code];

/** The next step of an import that has begun. */
export async function continueImport(publishContext: PublishContext, editionId: number): Promise<void> {
  const row = await getEdition(publishContext.db, editionId);
  if (row.state !== 'publishing') throw new Refused('editionConflict');
  const { contributors } = await factsOf(publishContext.db, row);
  const names = await namesOfApproved(publishContext.db, contributors, row);
  await publishImportStep(publishContext, CLOCK, row, { names });
}

async function halt(db: Db, editionId: number, why: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('edition')
      .selectAll()
      .where('edition_id', '=', editionId)
      .where('state', '=', 'publishing')
      .forUpdate()
      .executeTakeFirst();
    if (!row) return;
    const halted = why.slice(0, 2_000);
    await trx.updateTable('edition_progress').set({ halted }).where('edition_id', '=', editionId).execute();
    await addStep(trx, CLOCK, row, 'halted', halted);
  });
}
