import { sql, type RawBuilder } from 'kysely';
import { PROGRAM_NAME } from '#rules/editions/edition-steps.ts';
import type { OpenEdition } from '#wire/console-answers.ts';
import type { Db } from '../../db/tables.ts';
import type { Subject } from '#kinds/changes.ts';

/**
 * Editions that change a subject and are neither public nor discarded.
 * @param reach channels for which the person may read what is not public; null: the whole site
 */
export const listOpenEditions = (db: Db, subject: Subject, reach: Reach): Promise<OpenEdition[]> =>
  openEditionsWhere(db, sql<boolean>`edition.base ? ${subject}`, reach);

/** Editions of a channel's content, new articles too, that are neither public nor discarded. */
export const listOpenEditionsIn = (db: Db, channelId: string, reach: Reach): Promise<OpenEdition[]> =>
  openEditionsWhere(db, sql<boolean>`edition.channel_ids && ${[channelId]}::text[]`, reach);

type Reach = readonly string[] | null;

async function openEditionsWhere(db: Db, isMeant: RawBuilder<boolean>, reach: Reach): Promise<OpenEdition[]> {
  const rows = await db
    .selectFrom('edition')
    .innerJoin('edition_version', (join) =>
      join
        .onRef('edition_version.edition_id', '=', 'edition.edition_id')
        .onRef('edition_version.version', '=', 'edition.version'),
    )
    .leftJoin('staff', 'staff.staff_id', 'edition_version.staff_id')
    .select([
      'edition.edition_id',
      'edition.title',
      'edition.state',
      'edition.changed_at',
      'edition.publish_at',
      'staff.name',
    ])
    .select(
      sql<string>`coalesce(jsonb_path_query_first(edition_version.changes, '$[*].plan.at') #>> '{}', '')`.as(
        'planned_at',
      ),
    )
    .where(isMeant)
    .$if(reach !== null, (query) => query.where(sql<boolean>`edition.channel_ids <@ ${reach as string[]}::text[]`))
    .where('edition.state', 'not in', ['published', 'discarded'])
    .orderBy('edition.edition_id')
    .limit(50)
    .execute();
  return rows.map((row) => ({
    editionId: row.edition_id,
    title: row.title,
    state: row.state,
    changedAt: row.changed_at.toISOString(),
    savedBy: row.name ?? PROGRAM_NAME,
    plannedAt: row.planned_at,
    publishAt: row.publish_at?.toISOString() ?? '',
  }));
}
