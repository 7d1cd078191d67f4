import { sql } from 'kysely';
import type { PublishedMeanwhile } from '#wire/console-answers.ts';
import { DATED } from '../store/publication-log.ts';
import type { Db } from '../db/tables.ts';
import type { Site } from '../site/site.ts';
import type { DraftChange } from './draft-changes.ts';
import { getDraft, getEdition } from './edition-row.ts';
import { findBefore } from './plan.ts';
import { publicChange } from './public-change.ts';
import { outdatedSubjects } from './publish-edition.ts';
import { channelMark, partsOf, publicMarks, type Subject } from './subjects.ts';

type Known = Pick<Site, 'registers' | 'map'>;

/**
 * What became public of an edition's subjects since it was begun, each with what was public then: the three sides of a
 * merge
 * are these two and the draft. [] where nothing did.
 * @param shipped the document of page-schemas/ of this name, which stands where no edition of the page was ever
 * published
 */
export async function publishedMeanwhile(
  db: Db,
  site: Known,
  editionId: number,
  shipped: (page: string) => unknown,
): Promise<PublishedMeanwhile[]> {
  const row = await getEdition(db, editionId);
  const { changes } = await getDraft(db, editionId, row.version);
  const subjects = await outdatedSubjects(db, row, await findBefore(db, editionId, changes));
  const marks = await publicMarks(db, subjects);
  const found: PublishedMeanwhile[] = [];
  for (const subject of subjects) {
    const [was, now, last] = [
      await begunFrom(db, site, subject, row.base[subject] ?? '', shipped),
      await publicChange({ db }, site, subject, undefined, { keeps: false }),
      await lastPublication(db, subject),
    ];
    found.push({
      subject,
      was,
      now,
      mark: marks[subject]!,
      publication: last?.no ?? null,
      writtenBy: last?.written_by ?? '',
      at: last?.at.toISOString() ?? '',
    });
  }
  return found;
}

/** @param mark of publicMarks, when the edition was begun */
async function begunFrom(
  db: Db,
  site: Known,
  subject: Subject,
  mark: string,
  shipped: (page: string) => unknown,
): Promise<DraftChange | null> {
  const { kind, id } = partsOf(subject)!;
  if (mark === '') {
    const document = kind === 'page' ? shipped(id) : undefined;
    return document === undefined ? null : { kind: 'page', page: id, document };
  }
  if (kind !== 'channel') return publicChange({ db }, site, subject, Number(mark), { keeps: false });
  const rows = await db
    .selectFrom('channel')
    .selectAll()
    .where('channel_id', '=', id)
    .orderBy('row_id', 'desc')
    .execute();
  const begun = rows.find((row) => channelMark(row) === mark);
  return begun ? publicChange({ db }, site, subject, begun.opened_in) : null;
}

/** The newest publication that opened or closed something of a subject. */
async function lastPublication(db: Db, subject: Subject) {
  const { kind, id } = partsOf(subject)!;
  const table = kind === 'register' ? 'register_state' : kind;
  const { rows } = await sql<{
    no: number | null;
  }>`select max(greatest(opened_in, closed_in)) as no from ${sql.table(table)} where ${sql.ref(DATED[table].identity[0]!)} = ${kind === 'article' ? Number(id) : id}`.execute(
    db,
  );
  const no = rows[0]?.no ?? null;
  return no === null
    ? undefined
    : db.selectFrom('publication').select(['no', 'written_by', 'at']).where('no', '=', no).executeTakeFirst();
}
