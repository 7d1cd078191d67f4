import { sql } from 'kysely';
import type { EditionHooks } from '../../server-feature.ts';

/** SH5: answers from outside are news for those who wrote the edition. */
export const shareHooks: EditionHooks = {
  news: async (db, most) => {
    const { rows } = await sql<{
      no: number;
      edition_id: number;
      /** bigints in an array come as texts */
      concerned: string[];
    }>`select no, edition_id, concerned from (
        select no, substr(subject, 9)::bigint as edition_id from audit
        where at > now() - interval '1 day' and act = 'share.answer'
          and not exists (select from staff_notice where staff_notice.event = 'outside-answer' and staff_notice.subject = 'record:' || no)
      ) as answer cross join lateral (
        select array_agg(distinct staff_id) as concerned from edition_step as step
        join staff using (staff_id)
        where state = 'active' and not is_program and step.edition_id = answer.edition_id and step.act in ('created', 'saved', 'submitted')) as wrote
      where cardinality(concerned) > 0 order by no limit ${most}`.execute(db);
    return rows.map(({ no, edition_id, concerned }) => ({
      subject: `record:${no}`,
      event: 'outside-answer',
      editionId: edition_id,
      actorId: null,
      staffIds: concerned.map(Number),
    }));
  },
};
