import { sql } from 'kysely';
import type { Db } from '../../db/tables.ts';
import type { StoredBytes } from '../../files/stored-bytes.ts';
import { createTextReader, TEXT_KINDS, type TextReader } from '../../files/text-reader.ts';
import { indexFileTexts, indexMissedTexts } from './article-index.ts';

/** How files are read and folded; another number makes every text anew. */
export const TEXT_FORM = 2;
/** files that are asked for at once */
const BATCH = 20;

interface AttachmentTexts {
  db: Db;
  bytes: Pick<StoredBytes, 'locate'>;
  onFailure: (error: unknown) => void;
  reader?: Pick<TextReader, 'read' | 'close'>;
}

/**
 * Reads what the attachments of public articles say, so that a search finds them: outside of publications, one file
 * after the other, each noted when it is read. What a stop leaves undone the next start does.
 */
export function createAttachmentTexts({ db, bytes, onFailure, reader = createTextReader() }: AttachmentTexts) {
  let wanted = false;
  let ended = false;
  let last: Promise<void> = Promise.resolve();

  const readBatch = async (): Promise<boolean> => {
    const files = await unread(db);
    for (const { filepath, media_type } of files) {
      if (ended) return false;
      const located = await bytes.locate(filepath);
      const outcome =
        typeof located === 'string'
          ? { problem: `the file is ${located}` }
          : await reader.read(located.path, TEXT_KINDS[media_type]!);
      // a process that was ended with the server has said nothing of the file
      if (!ended) await storeText(db, filepath, outcome);
    }
    return files.length > 0;
  };

  const readAll = async (): Promise<void> => {
    wanted = false;
    try {
      await indexMissedTexts(db);
      while (await readBatch());
    } catch (error) {
      onFailure(error);
    } finally {
      reader.close();
    }
  };

  return {
    /** to be called whenever there may be new files */
    start: (): void => {
      if (wanted || ended) return;
      wanted = true;
      last = last.then(readAll);
    },
    end: async (): Promise<void> => {
      ended = true;
      reader.close();
      await last;
    },
    /** waits until all are read that there were when it was called */
    idle: (): Promise<void> => last,
  };
}

/** Files of public articles that anybody may read (RK6), of a kind that holds text. */
async function unread(db: Db): Promise<{ filepath: string; media_type: string }[]> {
  const { rows } = await sql<{
    filepath: string;
    media_type: string;
  }>`select filepath, media_type from file where media_type = any(${Object.keys(TEXT_KINDS)}::text[])
    and exists (select from file_use where file_use.filepath = file.filepath and public_to is null and risk_level is null and used_by like 'article:%')
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
    await trx
      .insertInto('file_text')
      .values({ filepath, ...made })
      .onConflict((conflict) => conflict.column('filepath').doUpdateSet(made))
      .execute();
    await indexFileTexts(trx, [filepath]);
  });
}
