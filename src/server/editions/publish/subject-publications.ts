import { sql } from 'kysely';
import { partsOf, type Subject } from '#kinds/changes.ts';
import { storeOf } from '#kinds/stores.ts';
import type { SubjectPublication } from '#wire/take-up-answers.ts';
import type { Db } from '../../db/tables.ts';
import { Refused } from '../../errors.ts';

const MOST = 100;

/**
 * ED16: publications that changed a thing that has pages of the past, such as a setting or a page, newest first, and what
 * came with the program.
 * @throws Refused invalidInput for anything else
 */
export async function listSubjectPublications(db: Db, subject: Subject): Promise<SubjectPublication[]> {
  const parts = partsOf(subject);
  const { past, shipped } = (parts && storeOf(parts).history) ?? {};
  if (!parts || !past) throw new Refused('invalidInput', '这类内容没有发布历史', { field: 'subject' });
  const { rows } = await sql<{ no: number; at: Date; title: string; written_by: string; approved_by: string }>`
    with own as (select opened_in, closed_in from ${sql.table(past.table)}
        where ${sql.ref(past.identity)} = ${parts.id} and ${past.own ?? sql`true`}),
      touching as (select opened_in as no from own union select closed_in from own where closed_in is not null)
    select no, at, title, written_by, approved_by from publication join touching using (no)
      order by no desc limit ${MOST}`.execute(db);
  const found = rows.map(({ no, at, title, written_by, approved_by }) => ({
    no: Number(no),
    at: at.toISOString(),
    title,
    writtenBy: written_by,
    approvedBy: approved_by,
  }));
  const hasFile = (await shipped?.(db, parts.id)) !== undefined;
  const program: SubjectPublication = { no: 0, at: '', title: '程序提供的内容', writtenBy: '', approvedBy: '' };
  return hasFile && found.length > 0 ? [...found, program] : found;
}
