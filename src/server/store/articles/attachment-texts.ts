import { sql } from 'kysely';
import { LOCKS } from '../../db/locks.ts';
import type { Db } from '../../db/tables.ts';
import type { StoredBytes } from '../../files/stored-bytes.ts';
import { createTextReader, TEXT_KINDS, type TextReader } from '../../files/text-reader.ts';
import { indexFileTexts, indexMissedTexts } from './article-index.ts';

/** Number of the form in which files are read and folded; another number makes every text anew. */
export const TEXT_FORM = 4;
/** files that are asked for at once */
const BATCH = 20;

interface AttachmentTexts {
  db: Db;
  bytes: Pick<StoredBytes, 'locate'>;
  reader?: Pick<TextReader, 'read' | 'close'>;
}

/**
 * Reads what the attachments of public articles say, so that a search finds them: outside of publications, one file
 * after the other, each noted when it is read. What a stop leaves undone the next start does.
 * @param ending aborted when the server stops
 */
export async function readAttachmentTexts(
  { db, bytes, reader = createTextReader() }: AttachmentTexts,
  ending: AbortSignal,
): Promise<void> {
  const readBatch = async (): Promise<boolean> => {
    const files = await unread(db);
    for (const { filepath, media_type } of files) {
      if (ending.aborted) return false;
      const located = await bytes.locate(filepath);
      const outcome =
        typeof located === 'string'
          ? { problem: `the file is ${located}` }
          : await reader.read(located.path, TEXT_KINDS[media_type]!);
      // a process that was ended with the server has said nothing of the file
      if (!ending.aborted) await storeText(db, filepath, outcome);
    }
    return files.length > 0;
  };

  const close = (): void => reader.close();
  ending.addEventListener('abort', close);
  try {
    await indexMissedTexts(db);
    while (await readBatch());
  } finally {
    ending.removeEventListener('abort', close);
    close();
  }
}

/** Files of public articles that anybody may read (RK6), of a kind that holds text. */
async function unread(db: Db): Promise<{ filepath: string; media_type: string }[]> {
  const { rows } = await sql<{
    filepath: string;
    media_type: string;
  }>`select filepath, media_type from file where media_type = any(${Object.keys(TEXT_KINDS)}::text[])
    and exists (select from file_use where file_use.filepath = file.filepath and public_to is null and risk_level is null and used_by like 'article:%')
    and filepath not in (select filepath from removed_file)
    and not exists (select from file_text where file_text.filepath = file.filepath and form = ${TEXT_FORM}) limit ${BATCH}`.execute(
    db,
  );
  return rows;
}

async function storeText(db: Db, filepath: string, outcome: Awaited<ReturnType<TextReader['read']>>): Promise<void> {
  const made = {
    form: TEXT_FORM,
    ...('problem' in outcome
      ? { text: '', body: '', pieces: [], problem: outcome.problem }
      : { text: outcome.text, body: outcome.body, pieces: outcome.pieces, problem: '' }),
  };
  await db.transaction().execute(async (trx) => {
    // a file whose removal is under way is read no more (RE7)
    await sql`select pg_advisory_xact_lock_shared(${LOCKS.publication})`.execute(trx);
    const removed = await trx
      .selectFrom('removed_file')
      .select('filepath')
      .where('filepath', '=', filepath)
      .executeTakeFirst();
    if (removed) return;
    await trx
      .insertInto('file_text')
      .values({ filepath, ...made })
      .onConflict((conflict) => conflict.column('filepath').doUpdateSet(made))
      .execute();
    await indexFileTexts(trx, [filepath]);
  });
}
