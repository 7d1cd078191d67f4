import { sql } from 'kysely';
import type { Db } from '../../db/tables.ts';
import type { Taken } from './find-removed.ts';

/** A stored file whose text says what a removal takes away; of equal bytes the first path. */
interface HoldingFile {
  filepath: string;
  filename: string;
  sha256: string;
}

/** files that are named of one removal */
export const MOST_HOLDING = 200;

/** characters of a cell's value that are looked for in files: a shorter one (38, 男) says too little */
const LEAST_CELL = 8;

/**
 * RE2: files whose text holds what is taken away, without regard to spaces and ends of lines, which a PDF puts anywhere.
 * @returns at most one more than are named
 */
export async function findHoldingFiles(
  db: Db,
  { texts, cells }: { texts: readonly string[]; cells: Taken['cells'] },
): Promise<HoldingFile[]> {
  const values = cells.flatMap(({ value }) => (typeof value === 'string' ? [value] : []));
  const parts = [
    ...texts.map(solid).filter(isLongEnough),
    ...values.map(solid).filter((one) => one.length >= LEAST_CELL),
  ];
  if (parts.length === 0) return [];
  const { rows } = await sql<HoldingFile>`
    select distinct on (sha256) filepath, sha256, coalesce((select filename from file_use
        where file_use.filepath = file_text.filepath order by row_id desc limit 1), '') as filename
      from file_text join file using (filepath)
        cross join lateral (select ${SOLID} as solid offset 0) as read
      where filepath not in (select filepath from removed_file) and text like any(${parts.map(inOrder)}::text[])
        and exists (select from unnest(${parts}::text[]) as part where position(part in solid) > 0)
      order by sha256, filepath limit ${MOST_HOLDING + 1}`.execute(db);
  return rows;
}

/** Thing of a file among what a removal leaves out by name. */
export const fileThing = (filepath: string): string => `file:${filepath}`;

/** A text without spaces and ends of lines. */
export const solid = (text: string): string => text.replaceAll(/\s+/g, '');

const SOLID = sql`regexp_replace(text, '[\\s\\u00A0\\u3000]', '', 'g')`;

/** The least that a removal takes away (removal_texts in 0038-newsroom.sql). */
const isLongEnough = (text: string): boolean => text.length >= (/^[ -~]*$/.test(text) ? 8 : 2);

/** A first sieve, which reads nothing but the letters of a text in their order. */
export const inOrder = (text: string): string => `%${(text.match(/[\p{L}\p{N}]/gu) ?? []).join('%')}%`;
