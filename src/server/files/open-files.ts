import { sql } from 'kysely';
import type { Db } from '../db/tables.ts';

/** A stored file that anybody may have, as checkFileAccess answers it. */
interface OpenToAll {
  filename: string;
  usedBy: string;
  stored: { sha256: string; size: number; mediaType: string };
}

/** Facts of publications that this server knows without a query (site/publication-watch.ts). */
interface Publications {
  current(): number;
  away(): boolean;
  /** milliseconds since 1970 of the last answer of the database */
  seenAt(): number;
}

/**
 * The files that anybody may have, as of the newest publication: so they can be read while the database is away (PD6).
 * Nothing is answered from here while it is there.
 */
export interface OpenFiles {
  /** true while the database does not answer */
  away(): boolean;
  /** undefined: not open to everybody, not known, or known from before the newest publication or for over 24 hours */
  find(filepath: string): OpenToAll | undefined;
  /** Takes over the publications since the last time; called after each one. */
  refresh(): Promise<void>;
}

/** milliseconds; pages are shown no longer either (pages/keep/page-cache.ts) */
const LONGEST_AWAY = 24 * 3_600_000;

/** @param most files that are remembered; of more, those published last */
export function createOpenFiles(db: Db, publications: Publications, most = 100_000): OpenFiles {
  const known = new Map<string, OpenToAll>();
  let readTo = 0;
  let reading: Promise<void> = Promise.resolve();

  const readNew = async (): Promise<void> => {
    if (readTo === publications.current()) return;
    const { no, changed, open } = await readSince(db, readTo);
    for (const filepath of changed) known.delete(filepath);
    for (const { filepath, ...file } of open) known.set(filepath, file);
    for (const oldest of known.keys()) {
      if (known.size <= most) break;
      known.delete(oldest);
    }
    readTo = no;
  };

  return {
    away: () => publications.away(),
    find: (filepath) =>
      readTo >= publications.current() && Date.now() - publications.seenAt() < LONGEST_AWAY
        ? known.get(filepath)
        : undefined,
    refresh: () => (reading = reading.catch(() => {}).then(readNew)),
  };
}

interface Since {
  /** number of the publication that this is as of */
  no: number;
  /** files that any publication after `after` began or ceased to show */
  changed: string[];
  open: (OpenToAll & { filepath: string })[];
}

const readSince = (db: Db, after: number): Promise<Since> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const newest = await trx
        .selectFrom('publication')
        .select((of) => of.fn.max('no').as('no'))
        .executeTakeFirst();
      const changed = await trx
        .selectFrom('file_use')
        .select('filepath')
        .where((of) =>
          of.or([
            of('opened_in', '>', after),
            of('closed_in', '>', after),
            of('filepath', 'in', of.selectFrom('removed_file').select('filepath')),
          ]),
        )
        .groupBy('filepath')
        .execute();
      const open = await trx
        .selectFrom('file_use')
        .innerJoin('file', 'file.filepath', 'file_use.filepath')
        .distinctOn('file_use.filepath')
        .select(['file_use.filepath', 'filename', 'used_by', 'sha256', 'size', 'media_type'])
        .where('public_to', 'is', null)
        .where('risk_level', 'is', null)
        .where('file_use.filepath', 'not in', (of) => of.selectFrom('removed_file').select('filepath'))
        .where(sql<boolean>`file_use.filepath = any(${changed.map(({ filepath }) => filepath)}::text[])`)
        .orderBy('file_use.filepath')
        .orderBy('row_id')
        .execute();
      return {
        no: newest?.no ?? 0,
        changed: changed.map(({ filepath }) => filepath),
        open: open.map(({ filepath, filename, used_by: usedBy, sha256, size, media_type: mediaType }) => ({
          filepath,
          filename,
          usedBy,
          stored: { sha256, size, mediaType },
        })),
      };
    });
