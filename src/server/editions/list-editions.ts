import { containing } from '../db/like.ts';
import { sql, type RawBuilder, type Selectable, type SelectQueryBuilder } from 'kysely';
import { CONTRIBUTING, PROGRAM_NAME, type EditionState } from '#rules/editions/edition-steps.ts';
import type { EditionLine } from '#wire/console-answers.ts';
import type { EditionOrder, EditionView } from '#wire/edition-answers.ts';
import type { Db, Tables } from '../db/tables.ts';
import { outdatedAmong } from './draft/outdated.ts';
import { holdsOf } from './review/feature-hooks.ts';
import { isWithin, type Reach } from '../people/staff/reach.ts';

export interface EditionQuestion {
  view: EditionView;
  /** absent: the newest change first */
  order?: EditionOrder;
  state?: EditionState;
  /** in the title */
  words?: string;
  /** the channel or any of these is concerned */
  channelIds?: readonly string[];
  staffId: number;
  /** scope of the view: reading, reviewing or publishing */
  reach: Reach;
  pageNum: number;
  pageSize: number;
}

/** Facts of an edition in a list beside its columns; in a query that has the table `edition`. */
export const lineFacts = {
  created_by: sql<string>`coalesce((select staff.name from edition_step join staff using (staff_id) where edition_step.edition_id = edition.edition_id order by step_id limit 1), ${PROGRAM_NAME}::text)`,
  planned_at: sql<
    string | null
  >`(select jsonb_path_query_first(changes, '$[*].plan.at') #>> '{}' from edition_version where edition_version.edition_id = edition.edition_id and edition_version.version = edition.version)`,
  returned: sql<{
    name: string | null;
    reason: string;
  } | null>`(select jsonb_build_object('name', staff.name, 'reason', note)
    from edition_step left join staff using (staff_id)
    where edition.state = 'returned' and edition_step.edition_id = edition.edition_id and act = 'returned'
    order by step_id desc limit 1)`,
  waiting_since: waitingSince(),
  approval_ended: sql<string>`coalesce((${approvalEnded()}), '')`,
  progress: sql<
    EditionLine['progress']
  >`(select jsonb_build_object('done', done, 'total', cardinality(article_ids), 'halted', halted)
    from edition_progress where edition.state = 'publishing' and edition_progress.edition_id = edition.edition_id)`,
} as const;

type ValueOfFact<Fact> = Fact extends RawBuilder<infer Value> ? Value : never;
export type LineRow = Pick<
  Selectable<Tables['edition']>,
  | 'edition_id'
  | 'title'
  | 'state'
  | 'version'
  | 'channel_ids'
  | 'changed_at'
  | 'publish_at'
  | 'published_in'
  | 'review_due'
  | 'reviewed_at'
> & { [Name in keyof typeof lineFacts]: ValueOfFact<(typeof lineFacts)[Name]> };

/** An edition as a list shows it. @param facts.isOutdated what it changes became public otherwise since (ED11). held: why it cannot be approved (RM4) */
export function toLine(row: LineRow, { isOutdated = false, held = '' } = {}): EditionLine {
  const due = row.reviewed_at === null ? row.review_due : null;
  return {
    editionId: row.edition_id,
    title: row.title,
    state: row.state,
    version: row.version,
    channelIds: row.channel_ids,
    createdBy: row.created_by,
    changedAt: row.changed_at.toISOString(),
    waitingSince: row.waiting_since?.toISOString() ?? '',
    isOutdated,
    held,
    publishAt: row.publish_at?.toISOString() ?? '',
    plannedAt: row.planned_at ?? '',
    publishedIn: row.published_in,
    progress: row.progress,
    reviewDue: due?.toISOString() ?? '',
    isOverdue: due !== null && due.getTime() < Date.now(),
    returned: row.returned && { name: row.returned.name ?? '', reason: row.returned.reason },
    approvalEnded: row.approval_ended,
  };
}

/** Newest change first, or what has waited longest; what waits for a moment or a confirmation by that. */
export async function listEditions(db: Db, question: EditionQuestion): Promise<{ total: number; list: EditionLine[] }> {
  const { pageNum, pageSize, view, order } = question;
  const matching = matchingEditions(db.selectFrom('edition'), question);
  const ordered =
    view === 'scheduled'
      ? matching.orderBy('publish_at')
      : view === 'after-review'
        ? matching.orderBy('review_due')
        : order === 'waiting'
          ? matching.orderBy(lineFacts.waiting_since)
          : matching.orderBy('changed_at', 'desc');
  const [{ total }, rows] = await Promise.all([
    matching.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    ordered
      .select([
        'edition_id',
        'title',
        'state',
        'version',
        'base',
        'channel_ids',
        'changed_at',
        'publish_at',
        'published_in',
        'review_due',
        'reviewed_at',
        lineFacts.created_by.as('created_by'),
        lineFacts.planned_at.as('planned_at'),
        lineFacts.returned.as('returned'),
        lineFacts.waiting_since.as('waiting_since'),
        lineFacts.approval_ended.as('approval_ended'),
        lineFacts.progress.as('progress'),
      ])
      .orderBy('edition_id', 'desc')
      .limit(pageSize)
      .offset((pageNum - 1) * pageSize)
      .execute(),
  ]);
  const inReview = rows.filter(({ state }) => state === 'in-review');
  const outdated = await outdatedAmong(db, inReview);
  const held = await holdsOf(
    db,
    inReview.map(({ edition_id }) => edition_id),
  );
  const factsOf = (id: number) => ({ isOutdated: outdated.has(id), held: held.get(id) ?? '' });
  return { total: Number(total), list: rows.map((row) => toLine(row, factsOf(row.edition_id))) };
}

/** Number of editions in each view that wait for somebody to act. */
export async function countEditions(
  db: Db,
  staffId: number,
  reaches: Partial<Record<EditionView, Reach>>,
): Promise<Partial<Record<EditionView, number>>> {
  const counted: Partial<Record<EditionView, number>> = {};
  for (const [view, reach] of Object.entries(reaches) as [EditionView, Reach][]) {
    const { total } = await matchingEditions(db.selectFrom('edition'), { view, staffId, reach })
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    counted[view] = Number(total);
  }
  return counted;
}

/** RV1: when an edition was last sent for review, or approved; nothing of one that waits for neither. */
function waitingSince(): RawBuilder<Date | null> {
  return sql<Date | null>`(select max(at) from edition_step
    where edition_step.edition_id = edition.edition_id
      and act = case edition.state when 'in-review' then 'submitted' when 'approved' then 'approved' end)`;
}

/** FD4: what becomes public by a rule asks nobody for a review, until its moment has passed and nobody has published it. */
const notWaiting = sql<boolean>`not exists (select from delivery where delivery.edition_id = edition.edition_id and due_at > now() and ended_at is null)`;

/** ED12: why the approval of an edition ended, where nobody has gone on with it since. */
function approvalEnded(): RawBuilder<string | null> {
  return sql<string | null>`select note from edition_step as ended
  where ended.edition_id = edition.edition_id and act = 'approval-ended' and edition.state in ('draft', 'in-review', 'returned')
    and not exists (select from edition_step as later where later.edition_id = ended.edition_id and later.step_id > ended.step_id
      and (later.act in ('saved', 'submitted', 'approved') or later.act = 'returned' and later.staff_id is not null))
  order by step_id desc limit 1`;
}

type Query = SelectQueryBuilder<Tables, 'edition', object>;

/** The editions that a question is about. */
export function matchingEditions(
  query: Query,
  { view, state, words = '', channelIds, staffId, reach }: Omit<EditionQuestion, 'pageNum' | 'pageSize'>,
): Query {
  const own = sql<boolean>`exists (select from edition_step where edition_step.edition_id = edition.edition_id and edition_step.staff_id = ${staffId} and act = any(${[...CONTRIBUTING]}::text[]))`;
  // SI2: a part of somebody in whose place another one wrote it, or published it in an emergency
  const absent = sql<boolean>`exists (select from edition_step where edition_step.edition_id = edition.edition_id and ${staffId} = any(instead_of) and act = any(${[...CONTRIBUTING, 'emergency']}::text[]))`;
  const alone = sql<boolean>`exists (select from edition_step where edition_step.edition_id = edition.edition_id and edition_step.staff_id = ${staffId} and act = 'emergency')`;
  let matching = query;
  // TP7: what the program proposed to somebody is theirs to go on with
  const proposed = sql<boolean>`exists (select from edition_proposal where edition_proposal.edition_id = edition.edition_id and edition_proposal.staff_id = ${staffId})`;
  if (view === 'mine')
    matching = matching
      .where(sql<boolean>`(${own} or ${proposed})`)
      .where('state', 'not in', ['published', 'discarded']);
  if (view === 'returned') matching = matching.where(own).where('state', '=', 'returned');
  // one that came back to them is among the returned
  if (view === 'approval-ended')
    matching = matching
      .where(sql<boolean>`exists (${approvalEnded()})`)
      .where(
        sql<boolean>`(state <> 'returned' and ${own} or exists (select from edition_step where edition_step.edition_id = edition.edition_id and edition_step.staff_id = ${staffId} and act = 'approved'))`,
      );
  if (view === 'to-review')
    matching = matching
      .where('state', '=', 'in-review')
      .where(sql<boolean>`not ${own} and not ${absent}`)
      .where(notWaiting);
  if (view === 'to-publish') matching = matching.where('state', '=', 'approved').where('publish_at', 'is', null);
  if (view === 'scheduled') matching = matching.where('state', '=', 'approved').where('publish_at', 'is not', null);
  if (view === 'open') matching = matching.where('state', 'not in', ['published', 'discarded']);
  if (view === 'failed')
    matching = matching
      .where('state', '=', 'approved')
      .where('publish_at', 'is', null)
      .where(
        sql<boolean>`(select act from edition_step where edition_step.edition_id = edition.edition_id order by step_id desc limit 1) = 'failed'`,
      );
  if (view === 'after-review')
    matching = matching
      .where('review_due', 'is not', null)
      .where('reviewed_at', 'is', null)
      .where(sql<boolean>`not ${own} and not ${absent} and not ${alone}`);
  if (state) matching = matching.where('state', '=', state);
  if (words.trim() !== '') matching = matching.where('title', 'ilike', containing(words.trim()));
  if (channelIds) matching = matching.where(sql<boolean>`channel_ids && ${[...channelIds]}::text[]`);
  return matching.where(isWithin(reach));
}
