import { containing } from '../../db/like.ts';
import { sql } from 'kysely';
import { ENDED_NOTE, type EditionStep } from '#rules/editions/edition-steps.ts';
import { dayBegins } from '#rules/time/shanghai-date.ts';
import type { Paged, PublicationLine } from '#wire/console-answers.ts';
import type { Db } from '../../db/tables.ts';
import { isWithin, type Reach } from './reach.ts';

export interface PublicationQuestion {
  /** part of the title, or a name of who wrote or approved */
  words?: string;
  /** yyyy-mm-dd in Shanghai, both included */
  from?: string;
  to?: string;
  /** channels for which the reader may read editions */
  reach: Reach;
  pageNum: number;
  pageSize: number;
}

/** The publication log, newest first (PB3). */
export async function listPublications(
  db: Db,
  { words = '', from, to, reach, pageNum, pageSize }: PublicationQuestion,
): Promise<Paged<PublicationLine>> {
  let query = db.selectFrom('publication');
  const part = containing(words.trim());
  if (words.trim() !== '')
    query = query.where((eb) =>
      eb.or([eb('title', 'ilike', part), eb('written_by', 'ilike', part), eb('approved_by', 'ilike', part)]),
    );
  if (from) query = query.where('at', '>=', dayBegins(from));
  if (to) query = query.where('at', '<', new Date(dayBegins(to).getTime() + 86_400_000));
  const [counted, rows] = await Promise.all([
    query.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    query
      .select(['no', 'at', 'title', 'written_by', 'approved_by', 'hash'])
      .orderBy('no', 'desc')
      .limit(pageSize)
      .offset((pageNum - 1) * pageSize)
      .execute(),
  ]);
  const editions = await editionsOf(
    db,
    rows.map(({ no }) => no),
    reach,
  );
  return {
    total: Number(counted.total),
    list: rows.map(({ no, at, title, written_by, approved_by, hash }) => {
      const edition = editions.get(no);
      return {
        no,
        at: at.toISOString(),
        title,
        writtenBy: written_by,
        approvedBy: approved_by,
        publishedBy: edition?.pressed ?? edition?.planned ?? (edition?.rule_no ? '按规则' : ''),
        isScheduled: edition !== undefined && edition.pressed === null && edition.rule_no === null,
        editionId: edition?.isReadable ? edition.edition_id : null,
        hash,
      };
    }),
  };
}

/** The edition behind each publication, and the person who published it. */
async function editionsOf(db: Db, nos: readonly number[], reach: Reach) {
  const who = (...acts: EditionStep[]) =>
    sql<
      string | null
    >`(select staff.name || case when instead_of = '{}' then '' else '（代' || (select string_agg(absent.name, '、' order by absent.staff_id)
        from staff as absent where absent.staff_id = any(instead_of)) || '）' end from edition_step join staff using (staff_id) where edition_step.edition_id = edition.edition_id and act = any(${acts}::text[])
      and not (act = 'published' and starts_with(note, ${ENDED_NOTE})) order by step_id desc limit 1)`;
  const rows = await db
    .selectFrom('edition')
    .innerJoin(
      // all but the last of those that are published in steps
      sql<{
        made_of: number;
        no: number;
      }>`(select edition_id as made_of, published_in as no from edition where published_in is not null
        union select edition_id, no from edition_publication)`.as('made'),
      (join) => join.onRef('made.made_of', '=', 'edition.edition_id'),
    )
    .select([
      'edition_id',
      'made.no',
      'rule_no',
      who('published', 'part-published', 'emergency').as('pressed'),
      who('scheduled').as('planned'),
      isWithin(reach).as('isReadable'),
    ])
    .where('made.no', '=', sql<number>`any(${[...nos]}::bigint[])`)
    .execute();
  return new Map(rows.map((row) => [row.no, row]));
}
