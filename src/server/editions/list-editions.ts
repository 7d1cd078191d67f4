import { containing } from '../db/like.ts';
import { sql, type SelectQueryBuilder } from 'kysely';
import { CONTRIBUTING, type EditionState } from '#rules/editions/edition-steps.ts';
import type { EditionLine } from '#wire/console-answers.ts';
import type { EditionView } from '#wire/edition-answers.ts';
import type { Db, Tables } from '../db/tables.ts';

/** Channels for which somebody may do something; null: all of the site. */
export type Reach = readonly string[] | null;

export interface EditionQuestion {
  view: EditionView;
  state?: EditionState;
  /** in the title */
  words?: string;
  /** the channel or any of these is concerned */
  channelIds?: readonly string[];
  staffId: number;
  /** for what the view is about: reading, reviewing or publishing */
  reach: Reach;
  pageNum: number;
  pageSize: number;
}

/** Newest change first; what waits for a moment or a confirmation by that. */
export async function listEditions(db: Db, question: EditionQuestion): Promise<{ total: number; list: EditionLine[] }> {
  const { pageNum, pageSize, view } = question;
  const matching = conditions(db.selectFrom('edition'), question);
  const ordered =
    view === 'scheduled'
      ? matching.orderBy('publish_at')
      : view === 'after-review'
        ? matching.orderBy('review_due')
        : matching.orderBy('changed_at', 'desc');
  const [{ total }, rows] = await Promise.all([
    matching.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    ordered
      .select([
        'edition_id',
        'title',
        'state',
        'version',
        'channel_ids',
        'changed_at',
        'publish_at',
        'published_in',
        'review_due',
        'reviewed_at',
      ])
      .select(
        sql<string>`(select staff.name from edition_step join staff using (staff_id) where edition_step.edition_id = edition.edition_id order by step_id limit 1)`.as(
          'created_by',
        ),
      )
      .select(
        sql<
          string | null
        >`(select jsonb_path_query_first(changes, '$[*].plan.at') #>> '{}' from edition_version where edition_version.edition_id = edition.edition_id and edition_version.version = edition.version)`.as(
          'planned_at',
        ),
      )
      .select(
        sql<{
          name: string | null;
          reason: string;
        } | null>`(select jsonb_build_object('name', staff.name, 'reason', note)
          from edition_step left join staff using (staff_id)
          where edition.state = 'returned' and edition_step.edition_id = edition.edition_id and act = 'returned'
          order by step_id desc limit 1)`.as('returned'),
      )
      .select(sql<string>`coalesce((${approvalEnded}), '')`.as('approval_ended'))
      .select(
        sql<
          EditionLine['progress']
        >`(select jsonb_build_object('done', done, 'total', cardinality(article_ids), 'halted', halted)
          from edition_progress where edition.state = 'publishing' and edition_progress.edition_id = edition.edition_id)`.as(
          'progress',
        ),
      )
      .orderBy('edition_id', 'desc')
      .limit(pageSize)
      .offset((pageNum - 1) * pageSize)
      .execute(),
  ]);
  return {
    total: Number(total),
    list: rows.map((row) => {
      const due = row.reviewed_at === null ? row.review_due : null;
      return {
        editionId: row.edition_id,
        title: row.title,
        state: row.state,
        version: row.version,
        channelIds: row.channel_ids,
        createdBy: row.created_by,
        changedAt: row.changed_at.toISOString(),
        publishAt: row.publish_at?.toISOString() ?? '',
        plannedAt: row.planned_at ?? '',
        publishedIn: row.published_in,
        progress: row.progress,
        reviewDue: due?.toISOString() ?? '',
        isOverdue: due !== null && due.getTime() < Date.now(),
        returned: row.returned && { name: row.returned.name ?? '', reason: row.returned.reason },
        approvalEnded: row.approval_ended,
      };
    }),
  };
}

/** How many editions wait in each view that somebody has to do something about. */
export async function countEditions(
  db: Db,
  staffId: number,
  reaches: Partial<Record<EditionView, Reach>>,
): Promise<Partial<Record<EditionView, number>>> {
  const counted: Partial<Record<EditionView, number>> = {};
  for (const [view, reach] of Object.entries(reaches) as [EditionView, Reach][]) {
    const { total } = await conditions(db.selectFrom('edition'), { view, staffId, reach })
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    counted[view] = Number(total);
  }
  return counted;
}

/** FD4: what becomes public by a rule asks nobody for a review. */
const notWaiting = sql<boolean>`not exists (select from delivery where delivery.edition_id = edition.edition_id and due_at is not null and ended_at is null)`;

/** ED12: why the approval of an edition ended, where nobody has gone on with it since. */
const approvalEnded = sql<string | null>`select note from edition_step as ended
  where ended.edition_id = edition.edition_id and act = 'approval-ended' and edition.state in ('draft', 'in-review', 'returned')
    and not exists (select from edition_step as later where later.edition_id = ended.edition_id and later.step_id > ended.step_id
      and (later.act in ('saved', 'submitted', 'approved') or later.act = 'returned' and later.staff_id is not null))
  order by step_id desc limit 1`;

type Query = SelectQueryBuilder<Tables, 'edition', object>;

function conditions(
  query: Query,
  { view, state, words = '', channelIds, staffId, reach }: Omit<EditionQuestion, 'pageNum' | 'pageSize'>,
): Query {
  const own = sql<boolean>`exists (select from edition_step where edition_step.edition_id = edition.edition_id and edition_step.staff_id = ${staffId} and act = any(${[...CONTRIBUTING]}::text[]))`;
  const alone = sql<boolean>`exists (select from edition_step where edition_step.edition_id = edition.edition_id and edition_step.staff_id = ${staffId} and act = 'emergency')`;
  let matching = query;
  if (view === 'mine') matching = matching.where(own).where('state', 'not in', ['published', 'discarded']);
  if (view === 'returned') matching = matching.where(own).where('state', '=', 'returned');
  // one that came back to them is among the returned
  if (view === 'approval-ended')
    matching = matching
      .where(sql<boolean>`exists (${approvalEnded})`)
      .where(
        sql<boolean>`(state <> 'returned' and ${own} or exists (select from edition_step where edition_step.edition_id = edition.edition_id and edition_step.staff_id = ${staffId} and act = 'approved'))`,
      );
  if (view === 'to-review')
    matching = matching
      .where('state', '=', 'in-review')
      .where(sql<boolean>`not ${own}`)
      .where(notWaiting);
  if (view === 'to-publish') matching = matching.where('state', '=', 'approved').where('publish_at', 'is', null);
  if (view === 'scheduled') matching = matching.where('state', '=', 'approved').where('publish_at', 'is not', null);
  if (view === 'after-review')
    matching = matching
      .where('review_due', 'is not', null)
      .where('reviewed_at', 'is', null)
      .where(sql<boolean>`not ${own} and not ${alone}`);
  if (state) matching = matching.where('state', '=', state);
  if (words.trim() !== '') matching = matching.where('title', 'ilike', containing(words.trim()));
  if (channelIds) matching = matching.where(sql<boolean>`channel_ids && ${[...channelIds]}::text[]`);
  return matching.where(isWithin(reach));
}

/** Of an edition: whether all that it concerns is within reach. */
export const isWithin = (reach: Reach) =>
  reach === null
    ? sql<boolean>`true`
    : sql<boolean>`(edition.channel_ids <@ ${[...reach]}::text[] and edition.channel_ids <> '{}')`;
