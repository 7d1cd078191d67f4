import type { Paged, PublicationLine } from '#wire/console-answers.ts';
import type { Db } from '../db/tables.ts';

export interface PublicationQuestion {
  /** part of the title, or a name of who wrote or approved */
  words?: string;
  /** yyyy-mm-dd in Shanghai, both included */
  from?: string;
  to?: string;
  pageNum: number;
  pageSize: number;
}

/** The publication log, newest first (PB3). */
export async function listPublications(db: Db, { words = '', from, to, pageNum, pageSize }: PublicationQuestion): Promise<Paged<PublicationLine>> {
  let query = db.selectFrom('publication');
  const part = `%${words.trim().replace(/[\\%_]/g, '\\$&')}%`;
  if (words.trim() !== '') query = query.where((eb) => eb.or([eb('title', 'ilike', part), eb('written_by', 'ilike', part), eb('approved_by', 'ilike', part)]));
  if (from) query = query.where('at', '>=', dayBegins(from));
  if (to) query = query.where('at', '<', new Date(dayBegins(to).getTime() + 86_400_000));
  const [counted, rows] = await Promise.all([
    query.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    query.select(['no', 'at', 'title', 'written_by', 'approved_by', 'hash']).orderBy('no', 'desc').limit(pageSize).offset((pageNum - 1) * pageSize).execute(),
  ]);
  return { total: Number(counted.total), list: rows.map(({ written_by, approved_by, at, ...row }) => ({ ...row, at: at.toISOString(), writtenBy: written_by, approvedBy: approved_by })) };
}

/** The first moment of a Shanghai day. @param day yyyy-mm-dd */
export const dayBegins = (day: string): Date => new Date(`${day}T00:00:00+08:00`);
