import { sql } from 'kysely';
import type { Cell } from '#page/data-shapes.ts';
import type { Db } from '../../db/tables.ts';

/** Places that a removal reads (src/kinds/removal). */
interface RemovedFrom {
  passages?: readonly object[];
}

/** Texts and cells that a removal takes away, in memory only: no table, log or answer may hold them. */
export interface Taken {
  texts: string[];
  cells: { match: Record<string, Cell>; column: string; value: Cell }[];
}

/** RE1: what a removal takes away, as its document says where it stands; null where it does not stand there. */
export async function readRemoved(db: Db, { passages = [] }: RemovedFrom): Promise<Taken | null> {
  const read = async (): Promise<Taken> => {
    const { rows } =
      await sql<Taken>`select texts, cells from removal_texts(${JSON.stringify({ passages })}::jsonb)`.execute(db);
    return rows[0]!;
  };
  if (!db.isTransaction) return read().catch(refusedText);
  await sql`savepoint removal`.execute(db);
  const found = await read().catch(async (error: unknown) => {
    await sql`rollback to savepoint removal`.execute(db);
    return refusedText(error);
  });
  await sql`release savepoint removal`.execute(db);
  return found;
}

/** The function's own refusal, by `raise exception`. */
function refusedText(error: unknown): null {
  if ((error as { code?: string }).code === 'P0001') return null;
  throw error;
}

/** Whether a text says what is taken away. */
export const holdsRemoved = (text: string, { texts }: Taken): boolean => texts.some((one) => text.includes(one));

/** A row in which it stands. */
export interface FoundRow {
  table: string;
  /** 'article:12', 'register:bond', 'edition:4', 'rows:…'; 'audit:' where the table has no things */
  subject: string;
  /** key of the row, where the record proves it; else '' */
  key: string;
}

/** RE2: each row of each table that holds it. */
export async function findRemovedRows(db: Db, { texts, cells }: Taken): Promise<FoundRow[]> {
  const { rows } = await sql<FoundRow>`select name as "table", thing as subject, key
    from removal_found(${texts}::text[], ${JSON.stringify(cells)}::jsonb)`.execute(db);
  return rows;
}

/** The same by thing, with the number of rows. */
export async function findRemoved(db: Db, taken: Taken): Promise<{ subject: string; count: number }[]> {
  const counts = new Map<string, number>();
  for (const { subject } of await findRemovedRows(db, taken)) counts.set(subject, (counts.get(subject) ?? 0) + 1);
  return [...counts].map(([subject, count]) => ({ subject, count }));
}
