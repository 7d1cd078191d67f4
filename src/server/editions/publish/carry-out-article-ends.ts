import { sql, type Transaction } from 'kysely';
import { article, type ArticleDocument } from '#kinds/article/index.ts';
import type { Change } from '#kinds/index.ts';
import { articleStore } from '#kinds/article/server/store.ts';
import { dueActs, END_WORDS, endsAfter, type ArticleEnds, type EndAct } from '#rules/editions/article-ends.ts';
import { ruleNote } from '#rules/editions/edition-steps.ts';
import { shanghaiDate } from '#rules/time/shanghai-date.ts';
import type { Db, Tables } from '../../db/tables.ts';
import { Refused, errors } from '../../errors.ts';
import type { Actor } from '../../people/staff/audit.ts';
import { publish } from '../../store/publication/publish.ts';
import { PublicationRefused } from '../../store/publication/publication-problems.ts';
import { addEdition } from '../draft/create-edition.ts';
import { isForLater } from '../draft/for-later.ts';
import { addStep } from '../edition-row.ts';
import { inspector, type PublishContext } from '../review/check-edition.ts';

const CLOCK: Actor = { staffId: null, account: '', address: '' };
/** more are carried out with the next look */
const MOST_AT_ONCE = 20;

interface DueArticle {
  row_id: number;
  article_id: number;
  channel_id: string;
  title: string;
  opened_in: number;
  ends: ArticleEnds;
  written_by: string;
  approved_by: string;
  /** the edition that was approved with these days; null: it became public without one */
  edition_id: number | null;
}

/**
 * TP2: carries out ends of articles whose day has come, as they were approved: each is a publication of its own with an
 * edition that names the approved one. Of two servers one carries it out. What cannot be carried out becomes a draft that
 * says why, once, and holds up no other.
 * @param now by the database's clock
 * @returns how many were carried out
 */
export async function carryOutArticleEnds(publishContext: PublishContext, now: Date): Promise<number> {
  const today = shanghaiDate(now.getTime());
  let carriedOut = 0;
  for (const row of await dueArticles(publishContext.db, today)) {
    try {
      await carryOut(publishContext, row, today);
      carriedOut += 1;
    } catch (error) {
      if (isForLater(error)) throw error;
      // another server has it right now, or its article is another by now
      if (error instanceof Refused && error.code === errors.editionConflict.code) continue;
      await giveUp(publishContext, row, today, error);
    }
  }
  return carriedOut;
}

/** Articles with a day that has come, but for those that could not be carried out as they are. */
async function dueArticles(db: Db, today: string): Promise<DueArticle[]> {
  const { rows } = await sql<DueArticle>`
    select row_id, article_id, channel_id, article.title, opened_in, ends, written_by, approved_by,
      coalesce((select edition_id from edition where published_in = opened_in limit 1),
        (select edition_id from edition_publication where edition_publication.no = opened_in limit 1)) as edition_id
    from article join publication on publication.no = opened_in
    where public_to is null and ends is not null
      and least(ends ->> 'withdraw', ends ->> 'unpin', ends ->> 'home') <= ${today}
      and not exists (select from edition join edition_step using (edition_id)
        where act = 'failed' and staff_id is null and base ->> ('article:' || article_id) = opened_in::text)
    order by article_id limit ${MOST_AT_ONCE}`.execute(db);
  return rows;
}

async function carryOut(publishContext: PublishContext, row: DueArticle, today: string): Promise<void> {
  const { acts, change } = await dueChange(publishContext.db, row, today);
  const title = titleOf(row, acts);
  await publish(
    publishContext,
    {
      title,
      changes: [change],
      writtenBy: `到期：${row.written_by}`,
      approvedBy: `${row.approved_by}（${sourceOf(row)}）`,
    },
    {
      before: (trx) => lockRow(trx, row),
      inspect: inspector(publishContext, [change]),
      after: async (trx, { no }) => {
        const edition = await addOf(trx, row, { title, changes: [change] });
        await trx
          .updateTable('edition')
          .set({ state: 'published', published_in: no, rule_no: row.opened_in })
          .where('edition_id', '=', edition.edition_id)
          .execute();
        await addStep(trx, CLOCK, edition, 'by-rule', ruleNote(row.opened_in));
      },
    },
  );
}

/** @throws Refused editionConflict where it is not as it was read, or another server has it */
async function lockRow(trx: Transaction<Tables>, { row_id }: DueArticle): Promise<void> {
  const locked = await trx
    .selectFrom('article')
    .select('row_id')
    .where('row_id', '=', row_id)
    .where('public_to', 'is', null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!locked) throw new Refused('editionConflict');
}

async function dueChange(db: Db, row: DueArticle, today: string): Promise<{ acts: EndAct[]; change: Change }> {
  const { article_id, ends } = row;
  const acts = dueActs(ends, today);
  const id = String(article_id);
  if (acts.includes('withdraw'))
    return { acts, change: { kind: article.name, id, withdraw: { reason: ends.reason ?? '' } } };
  const known = { registers: new Map(), map: null as never };
  const found = await articleStore.find({ db }, known, id, { storesRows: false });
  if (!found) throw new Refused('editionConflict');
  const { ends: _ends, ...document } = found;
  const later = endsAfter(ends, today);
  const changed: ArticleDocument = {
    ...document,
    ...(acts.includes('unpin') && { topFlag: 0 as const }),
    ...(acts.includes('home') && { offHome: true }),
    ...(later && { ends: later }),
  };
  return { acts, change: { kind: article.name, document: changed } };
}

/** Edition of an end, which the clock makes of what was approved. */
async function addOf(
  trx: Db,
  row: DueArticle,
  draft: { title: string; changes: Change[] },
): Promise<{ edition_id: number; version: number; content_hash: string }> {
  const { editionId, version, hash } = await addEdition(trx, CLOCK, {
    draft,
    channelIds: [row.channel_id],
    base: { [`article:${row.article_id}`]: String(row.opened_in) },
    note: `${sourceOf(row)}的到期日已到`,
  });
  return { edition_id: editionId, version, content_hash: hash };
}

/** A draft for people, with the reason for which the clock could not carry it out. */
async function giveUp({ db }: PublishContext, row: DueArticle, today: string, error: unknown): Promise<void> {
  const isKnown = error instanceof Refused || error instanceof PublicationRefused;
  const { acts, change } = await dueChange(db, row, today);
  await db.transaction().execute(async (trx) => {
    await lockRow(trx, row);
    const edition = await addOf(trx, row, { title: titleOf(row, acts), changes: [change] });
    const why = isKnown ? error.message : '服务器内部错误';
    await addStep(trx, CLOCK, edition, 'failed', why.slice(0, 2_000));
  });
  if (!isKnown) throw error;
}

/** '到期撤下：《…》' */
const titleOf = ({ title }: DueArticle, acts: readonly EndAct[]): string =>
  `到期${acts.map((act) => END_WORDS[act]).join('、')}：《${title}》`.slice(0, 200).toWellFormed();

/** The approved edition by its number, and the publication that brought it. */
const sourceOf = ({ edition_id, opened_in }: DueArticle): string =>
  edition_id === null ? `第 ${opened_in} 号发布` : `第 ${edition_id} 号稿件（第 ${opened_in} 号发布）`;
