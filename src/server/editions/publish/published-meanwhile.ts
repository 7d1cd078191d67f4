import type { PublishedMeanwhile } from '#wire/console-answers.ts';
import type { Db } from '../../db/tables.ts';
import { partsOf, type Subject } from '#kinds/changes.ts';
import type { KnownSite } from '#kinds/define-store.ts';
import type { Change } from '#kinds/index.ts';
import { storeOf } from '#kinds/stores.ts';
import { getDraft, getEdition } from '../edition-row.ts';
import { outdatedIn } from '../draft/outdated.ts';
import { changeAfter, publicChange } from '../review/public-change.ts';
import { publicRevisions } from './public-revisions.ts';

/**
 * Publications of an edition's subjects since it was begun, each with the public content of then. The three sides of a
 * merge are these two and the draft. [] where nothing did.
 */
export async function publishedMeanwhile(db: Db, site: KnownSite, editionId: number): Promise<PublishedMeanwhile[]> {
  const row = await getEdition(db, editionId);
  const { changes } = await getDraft(db, editionId, row.version);
  const subjects = await outdatedIn(db, row, changes);
  const revisions = await publicRevisions(db, subjects);
  const found: PublishedMeanwhile[] = [];
  for (const subject of subjects) {
    const [was, now, last] = [
      await begunFrom(db, site, subject, row.base[subject] ?? ''),
      await publicChange({ db }, site, subject, undefined, { storesRows: false }),
      await lastPublication(db, subject),
    ];
    found.push({
      subject,
      was,
      now,
      mark: revisions[subject]!,
      publication: last?.no ?? null,
      writtenBy: last?.written_by ?? '',
      at: last?.at.toISOString() ?? '',
    });
  }
  return found;
}

/** @param revision of publicRevisions, when the edition was begun */
async function begunFrom(db: Db, site: KnownSite, subject: Subject, revision: string): Promise<Change | null> {
  const parts = partsOf(subject)!;
  const { publicationOf } = storeOf(parts).history ?? {};
  // '' is publication 0
  const no = publicationOf && revision !== '' ? await publicationOf(db, parts.id, revision) : Number(revision);
  return no === null ? null : changeAfter({ db }, site, subject, no, { storesRows: false });
}

/** The newest publication that opened or closed something of a subject. */
async function lastPublication(db: Db, subject: Subject) {
  const parts = partsOf(subject)!;
  const no = await storeOf(parts).lastPublication(db, parts.id);
  return no === null
    ? undefined
    : db.selectFrom('publication').select(['no', 'written_by', 'at']).where('no', '=', no).executeTakeFirst();
}
