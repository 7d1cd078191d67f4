import type { Db } from '../db/tables.ts';

/**
 * Whether the public may have a file, decided anew for each request. `usedBy` names one public thing that shows it,
 * e.g. article 12.
 */
export type PublicState =
  | {
      state: 'open';
      filename: string;
      usedBy: string;
      riskLevels: string[] | null;
      stored: { sha256: string; size: number; mediaType: string } | null;
    }
  /** state of a file that was public once */
  | { state: 'withdrawn' }
  | { state: 'unknown' };

/**
 * The state of a file now. One public thing that shows it to everybody opens it to everybody (riskLevels null); else
 * it is restricted to those who may read one of the things that show it. `stored` is null where no file was ever
 * stored.
 */
export async function findPublicState(db: Db, filepath: string): Promise<PublicState> {
  const uses = await db
    .selectFrom('file_use')
    .leftJoin('file', 'file.filepath', 'file_use.filepath')
    .select(['filename', 'used_by', 'risk_level', 'sha256', 'size', 'media_type'])
    .where('file_use.filepath', '=', filepath)
    .where('public_to', 'is', null)
    .orderBy('row_id')
    .limit(200)
    .execute();
  // RE7: its row and its uses stay, for the log that names them
  if (uses.length > 0 && (await isRemovedFile(db, filepath))) return { state: 'withdrawn' };
  const first = uses.find((use) => use.risk_level === null) ?? uses[0];
  if (!first) return { state: (await wasPublic(db, filepath)) ? 'withdrawn' : 'unknown' };
  const { filename, used_by: usedBy, sha256, size, media_type } = first;
  const levels = uses.flatMap((use) => use.risk_level ?? []);
  return {
    state: 'open',
    filename,
    usedBy,
    riskLevels: first.risk_level === null ? null : [...new Set(levels)],
    stored: sha256 === null || size === null || media_type === null ? null : { sha256, size, mediaType: media_type },
  };
}

const isRemovedFile = async (db: Db, filepath: string): Promise<boolean> =>
  (await db.selectFrom('removed_file').select('filepath').where('filepath', '=', filepath).executeTakeFirst()) !==
  undefined;

async function wasPublic(db: Db, filepath: string): Promise<boolean> {
  return (
    (await db.selectFrom('file_use').select('row_id').where('filepath', '=', filepath).limit(1).executeTakeFirst()) !==
    undefined
  );
}
