import { Readable } from 'node:stream';
import { dataDateProblem } from '#rules/registers/data-date.ts';
import { shanghaiDate } from '#rules/time/shanghai-date.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import type { Database } from '#server/db/connect.ts';
import { channelsConcerned } from '#server/editions/review/concerned-channels.ts';
import { publicRevisions } from '#server/editions/publish/public-revisions.ts';
import { acceptFile } from '#server/files/accept-file.ts';
import { record } from '#server/people/staff/audit.ts';
import { addImport } from '#server/registers/editions/begin-import.ts';
import { checkedFacts } from '#server/registers/editions/check-file.ts';
import { assertFacts, importEdition, type Made, type StatedFacts } from '#server/registers/editions/import-edition.ts';
import { otherDate, type StatedDate } from '#server/registers/import/data-date.ts';
import type { ReadImport } from '#server/registers/import/read-import.ts';
import type { Site } from '#server/site/site.ts';
import { findWriter } from './writer.ts';

export interface CheckedImport extends Pick<ReadImport, 'report' | 'rows'> {
  definition: RegisterDefinition;
  bytes: Uint8Array;
  filename: string;
  /** answers to the import's questions (EY6) */
  answers: Record<string, string>;
  /** revision of the public rows that it was compared with */
  mark: string;
}

/** Revision of what is public of a register's rows. */
export const markOf = async (db: Database['db'], { register }: RegisterDefinition): Promise<string> =>
  (await publicRevisions(db, [`rows:${register}`]))[`rows:${register}`]!;

/**
 * RG45: makes a draft of a checked file, through the doors of the console: the file is stored, the import is noted, and its
 * rows become an edition.
 * @param stated.account of the writer, who may write in all channels that show the register
 * @throws Unusable, Refused, StoreFull
 */
export async function saveImport(
  { db, freeSpace }: Pick<Database, 'db' | 'freeSpace'>,
  site: Site,
  filesDir: string,
  { definition, bytes, filename, answers, mark, ...read }: CheckedImport,
  { account, confirmRemoved, ...facts }: StatedFacts & { account: string; confirmRemoved: number | null },
): Promise<Made> {
  assertFacts(facts);
  const channelIds = await channelsConcerned(db, site, [
    { kind: 'rows', document: { definition, rows: [], ...facts } },
  ]);
  const actor = await findWriter(db, account, site.channel, { channelIds });
  const store = { db, dir: filesDir, ...(freeSpace && { freeSpace }) };
  const stored = await acceptFile(store, filename, Readable.from([bytes]), bytes.length);
  await record(db, actor, 'file.upload', {
    subject: `file:${stored.filepath}`,
    facts: { filename: stored.filename, bytes: stored.bytes },
  });
  const amendment = Object.keys(answers).length > 0 && { amendment: { answers } };
  const importId = await addImport(db, actor, {
    definition,
    filepath: stored.filepath,
    filename: stored.filename,
    ...amendment,
  });
  const { report } = read;
  await db
    .updateTable('register_import')
    .set({ state: 'done', mark, rows_read: report.rowsRead, ...(await checkedFacts(db, definition, read)) })
    .where('import_id', '=', importId)
    .execute();
  const confirmed = confirmRemoved !== null && { confirmRemoved };
  return importEdition(db, site, actor, importId, { ...facts, ...confirmed }, async () => {});
}

/** VA6: the day of an edition, and what is said of it. @param given by whoever saves */
export function dateToSave(given: string | null, stated: StatedDate): { dataDate: string; remarks: string[] } {
  const today = shanghaiDate(Date.now());
  if (given !== null) return { dataDate: given, remarks: otherDate(stated, given) };
  if (stated.value === '') return { dataDate: today, remarks: [`文件中没有写数据日期，用今天 ${today}`] };
  if (dataDateProblem(stated.value, today) !== null)
    return { dataDate: today, remarks: [`文件的数据日期 ${stated.value}（${stated.reason}）不能用，用今天 ${today}`] };
  return { dataDate: stated.value, remarks: [`数据日期 ${stated.value}，${stated.reason}`] };
}
