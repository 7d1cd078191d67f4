import { randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { FORM_DRAFT_DAYS, MOST_FORM_DRAFTS } from '#rules/editions/form-drafts.ts';
import type { StaffRight } from '#rules/people/staff-rights.ts';
import { shanghaiDate } from '#rules/time/shanghai-date.ts';
import type { FormDraft, FormDraftLine, StoredFormDraft } from '#wire/form-draft-answers.ts';
import type { Db, Tables } from '../../db/tables.ts';
import { Refused } from '../../errors.ts';
import { textProblem } from '../../store/publication/storable.ts';

/** Channels that a draft belongs to, and the rights that its reader needs there. */
export interface DraftReach {
  /** empty: it belongs to no channel yet */
  channelIds: readonly string[];
  rights: readonly StaffRight[];
}

export type MayRead = (reach: DraftReach) => boolean;

export interface TypedForm extends Pick<FormDraft, 'form' | 'piece' | 'version' | 'title' | 'address' | 'work'> {
  reach: DraftReach;
}

const LINE = ['form', 'piece', 'version', 'title', 'address', 'changed_at', 'channel_ids', 'rights'] as const;

type Row = Pick<Tables['form_draft'], (typeof LINE)[number]>;

const lineOf = ({ form, piece, version, title, address, changed_at }: Row): FormDraftLine => ({
  form,
  piece,
  version,
  title,
  address,
  changedAt: changed_at.toISOString(),
});

/** Rows that the person may read; the others are removed, because their rights have ended. */
async function readable<R extends Row>(db: Db, staffId: number, rows: readonly R[], mayRead: MayRead): Promise<R[]> {
  const may = rows.filter(({ channel_ids, rights }) =>
    mayRead({ channelIds: channel_ids, rights: rights as StaffRight[] }),
  );
  for (const { form, piece } of rows.filter((row) => !may.includes(row)))
    await db
      .deleteFrom('form_draft')
      .where('staff_id', '=', staffId)
      .where('form', '=', form)
      .where('piece', '=', piece)
      .execute();
  return may;
}

/** DF5: what a person has typed and not saved, the newest first. */
export async function listFormDrafts(db: Db, staffId: number, mayRead: MayRead): Promise<FormDraftLine[]> {
  const rows = await db
    .selectFrom('form_draft')
    .select(LINE)
    .where('staff_id', '=', staffId)
    .orderBy('changed_at', 'desc')
    .execute();
  return (await readable(db, staffId, rows, mayRead)).map(lineOf);
}

/** DF1, DF4: what a person has typed in one form, the newest first; of which the rights have ended goes. */
export async function readFormDrafts(db: Db, staffId: number, form: string, mayRead: MayRead): Promise<FormDraft[]> {
  const rows = await db
    .selectFrom('form_draft')
    .select([...LINE, 'work'])
    .where('staff_id', '=', staffId)
    .where('form', '=', form)
    .orderBy('changed_at', 'desc')
    .execute();
  return (await readable(db, staffId, rows, mayRead)).map((row) => ({ ...lineOf(row), work: row.work }));
}

/**
 * DF1, DF3: stores what somebody has typed over the version that their form knows ('' none), and over no other.
 * @throws Refused invalidInput for texts that cannot be stored, and where there are too many; rightMissing
 */
export async function storeFormDraft(
  db: Db,
  staffId: number,
  { form, piece, version, title, address, work, reach }: TypedForm,
  mayRead: MayRead,
): Promise<StoredFormDraft> {
  const problem = [form, piece, title, address, work].map(textProblem).find((one) => one !== null);
  if (problem) throw new Refused('invalidInput', problem);
  return db.transaction().execute(async (trx) => {
    // two windows of one person wait for each other, so that the limit holds and neither overwrites the other
    await sql`select pg_advisory_xact_lock(hashtextextended(${`form drafts of ${staffId}`}, 0))`.execute(trx);
    const there = await trx
      .selectFrom('form_draft')
      .select('version')
      .where('staff_id', '=', staffId)
      .where('form', '=', form)
      .where('piece', '=', piece)
      .executeTakeFirst();
    if ((there?.version ?? '') !== version) {
      const all = await readFormDrafts(trx, staffId, form, mayRead);
      return { other: all.find((one) => one.piece === piece) ?? null };
    }
    if (!there) await assertRoom(trx, staffId);
    const values = {
      version: randomUUID(),
      title,
      address,
      channel_ids: [...reach.channelIds],
      rights: [...reach.rights],
      work,
      changed_at: new Date(),
    };
    const stored = await trx
      .insertInto('form_draft')
      .values({ staff_id: staffId, form, piece, ...values })
      .onConflict((conflict) => conflict.columns(['staff_id', 'form', 'piece']).doUpdateSet(values))
      .returning(['version', 'changed_at'])
      .executeTakeFirstOrThrow();
    return { version: stored.version, changedAt: stored.changed_at.toISOString() };
  });
}

/** @throws Refused invalidInput that names the oldest */
async function assertRoom(trx: Transaction<Tables>, staffId: number): Promise<void> {
  const all = await trx
    .selectFrom('form_draft')
    .select(['title', 'changed_at'])
    .where('staff_id', '=', staffId)
    .orderBy('changed_at')
    .execute();
  if (all.length < MOST_FORM_DRAFTS) return;
  const { title, changed_at } = all[0]!;
  throw new Refused(
    'invalidInput',
    `您有 ${all.length} 份填写而未保存的内容，最早的是 ${shanghaiDate(changed_at.getTime())} 的“${title}”，请在工作台继续或丢弃几份`,
  );
}

/** DF1: forgets what was saved as an edition or thrown away; another version that came meanwhile stays. */
export async function removeFormDraft(
  db: Db,
  staffId: number,
  { form, piece, version }: Pick<FormDraftLine, 'form' | 'piece' | 'version'>,
): Promise<void> {
  await db
    .deleteFrom('form_draft')
    .where('staff_id', '=', staffId)
    .where('form', '=', form)
    .where('piece', '=', piece)
    .where('version', '=', version)
    .execute();
}

/** DF5: removes those that nobody changed for long, and those of people who may not sign in any more. @returns how many */
export async function removeOldFormDrafts(db: Db, now: Date): Promise<number> {
  const before = new Date(now.getTime() - FORM_DRAFT_DAYS * 24 * 3_600_000);
  const { numDeletedRows } = await db
    .deleteFrom('form_draft')
    .where((where) =>
      where.or([
        where('changed_at', '<', before),
        where('staff_id', 'in', (those) =>
          those.selectFrom('staff').select('staff_id').where('state', '=', 'suspended'),
        ),
      ]),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
