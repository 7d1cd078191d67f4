import { sql } from 'kysely';
import { openRemarksWords } from '#rules/editions/remarks.ts';
import type { EditionHooks } from '../../server-feature.ts';

/** RM4, RM7: open remarks hold an approval up, and remarks and answers are news. */
export const remarkHooks: EditionHooks = {
  // the last act that is no answer decides
  holds: async (db, editionIds) => {
    const { rows } = await sql<{ edition_id: number; open: number }>`
      select edition_id, count(*) filter (where state in ('made', 'reopened'))::int as open from (
        select distinct on (edition_id, remark_no) edition_id, act as state from edition_remark
          where edition_id = any(${[...editionIds]}::bigint[]) and act <> 'answered'
          order by edition_id, remark_no, row_id desc) as last group by edition_id`.execute(db);
    return new Map(rows.flatMap(({ edition_id, open }) => (open > 0 ? [[edition_id, openRemarksWords(open)]] : [])));
  },
  // concerns those who wrote the edition and whoever made the remark, and not whoever acted
  news: async (db, most) => {
    const { rows } = await sql<{
      row_id: number;
      edition_id: number;
      act: 'made' | 'answered';
      staff_id: number;
      /** bigints in an array come as texts */
      concerned: string[];
    }>`select * from (
        select said.row_id, said.edition_id, said.act, said.staff_id, array(
          select staff_id from staff where state = 'active' and not is_program and staff_id in (
          select staff_id from edition_step as step where step.edition_id = said.edition_id and step.act in ('created', 'saved', 'submitted')
            and step.staff_id <> said.staff_id
          union select staff_id from edition_remark as first where first.edition_id = said.edition_id and first.remark_no = said.remark_no
            and first.act = 'made' and first.staff_id <> said.staff_id)) as concerned
        from edition_remark as said
        where said.at > now() - interval '1 day' and said.act in ('made', 'answered')
          and not exists (select from staff_notice where staff_notice.edition_id = said.edition_id and subject = 'remark:' || said.row_id)) as news
      where cardinality(concerned) > 0 order by row_id limit ${most}`.execute(db);
    return rows.map((row) => ({
      subject: `remark:${row.row_id}`,
      event: row.act === 'made' ? 'remark' : 'remark-answer',
      editionId: row.edition_id,
      actorId: row.staff_id,
      staffIds: row.concerned.map(Number),
    }));
  },
};
