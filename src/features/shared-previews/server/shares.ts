import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { MOST_ANSWERS, MOST_LINKS, MOST_OPENED, shareEnd, type ShareEnd } from '#rules/editions/shared-previews.ts';
import type { Db } from '#server/db/tables.ts';
import { Refused } from '#server/errors.ts';
import { record, type Actor } from '#server/people/staff/audit.ts';
import { steadyDate } from '#server/people/steady-clock.ts';
import type { OutsideAnswer, ShareLine } from '../wire.ts';

const DAY = 24 * 60 * 60_000;
const SECRET = /^[\w-]{43}$/;
const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** A link as whoever opens it finds it. */
export interface Share {
  shareId: number;
  editionId: number;
  version: number;
  /** newest version of the edition */
  newest: number;
  expiresAt: Date;
  /** null: it is good */
  end: ShareEnd | null;
}

const shares = (db: Db) =>
  db
    .selectFrom('shared_preview')
    .innerJoin('edition', 'edition.edition_id', 'shared_preview.edition_id')
    .innerJoin('staff as maker', 'maker.staff_id', 'shared_preview.made_by')
    .leftJoin('staff as revoker', 'revoker.staff_id', 'shared_preview.revoked_by')
    .select([
      'share_id',
      'shared_preview.edition_id',
      'shared_preview.version',
      'for_whom',
      'made_at',
      'expires_at',
      'revoked_at',
      'opened',
      'last_opened_at',
      'edition.state',
      'edition.version as newest',
      'maker.name as maker',
      'maker.state as maker_state',
      'revoker.name as revoker',
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof shares>['execute']>>[number];

const endOf = (row: Row): ShareEnd | null =>
  shareEnd(
    {
      expiresAt: row.expires_at,
      isRevoked: row.revoked_at !== null,
      opened: row.opened,
      state: row.state,
      isMakerActive: row.maker_state === 'active',
    },
    steadyDate(),
  );

/** SH2: the link with this secret, also one that has ended; null where there is none. */
export async function findShare(db: Db, secret: string): Promise<Share | null> {
  if (!SECRET.test(secret)) return null;
  const row = await shares(db).where('secret_hash', '=', hashOf(secret)).executeTakeFirst();
  return (
    (row && {
      shareId: row.share_id,
      editionId: row.edition_id,
      version: row.version,
      newest: row.newest,
      expiresAt: row.expires_at,
      end: endOf(row),
    }) ??
    null
  );
}

/** SH2: counts a page that is about to be shown. @returns false where as many were shown as may be */
export async function countOpened(db: Db, shareId: number): Promise<boolean> {
  const counted = await db
    .updateTable('shared_preview')
    .set({ opened: sql`opened + 1`, last_opened_at: new Date() })
    .where('share_id', '=', shareId)
    .where('opened', '<', MOST_OPENED)
    .returning('share_id')
    .executeTakeFirst();
  return counted !== undefined;
}

/** The links of an edition, the newest first. */
export async function listShares(db: Db, editionId: number): Promise<ShareLine[]> {
  const rows = await shares(db)
    .where('shared_preview.edition_id', '=', editionId)
    .orderBy('share_id', 'desc')
    .limit(200)
    .execute();
  return rows.map((row) => ({
    shareId: row.share_id,
    version: row.version,
    forWhom: row.for_whom,
    madeBy: row.maker,
    madeAt: row.made_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    lastOpenedAt: row.last_opened_at?.toISOString() ?? '',
    revokedAt: row.revoked_at?.toISOString() ?? '',
    revokedBy: row.revoker ?? '',
    opened: row.opened,
    end: endOf(row),
  }));
}

/** An edition that stays as it is until the transaction ends: the line of the record says how it stands (RC8). */
const holdEdition = (trx: Db, editionId: number) =>
  trx.selectFrom('edition').select('edition_id').where('edition_id', '=', editionId).forShare().execute();

/** SH1: makes a link, whose secret is answered here and stored nowhere. @throws Refused invalidInput */
export async function makeShare(
  db: Db,
  actor: Actor & { staffId: number },
  { editionId, version, days, forWhom }: { editionId: number; version: number; days: number; forWhom: string },
): Promise<{ shareId: number; secret: string }> {
  const secret = randomBytes(32).toString('base64url');
  return db.transaction().execute(async (trx) => {
    await holdEdition(trx, editionId);
    const open = (await listShares(trx, editionId)).filter(({ end }) => end === null);
    if (open.length >= MOST_LINKS)
      throw new Refused('invalidInput', `这份稿件已有 ${MOST_LINKS} 个有效的链接，请先收回不再需要的`);
    const expiresAt = steadyDate(days * DAY);
    const { share_id: shareId } = await trx
      .insertInto('shared_preview')
      .values({
        edition_id: editionId,
        version,
        secret_hash: hashOf(secret),
        for_whom: forWhom,
        made_by: actor.staffId,
        made_at: new Date(),
        expires_at: expiresAt,
      })
      .returning('share_id')
      .executeTakeFirstOrThrow();
    await record(trx, actor, 'share.make', {
      subject: `edition:${editionId}`,
      facts: { version, share: shareId, forWhom, expiresAt: expiresAt.toISOString() },
      also: [`share:${shareId}`],
    });
    return { shareId, secret };
  });
}

/** SH2: from now on the link shows nothing; one that was revoked stays so. @throws Refused notFound */
export async function revokeShare(
  db: Db,
  actor: Actor,
  { editionId, shareId }: { editionId: number; shareId: number },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await holdEdition(trx, editionId);
    const found = await trx
      .selectFrom('shared_preview')
      .select(['version', 'revoked_at'])
      .where('share_id', '=', shareId)
      .where('edition_id', '=', editionId)
      .forUpdate()
      .executeTakeFirst();
    if (!found) throw new Refused('unknownShare');
    if (found.revoked_at !== null) return;
    await trx
      .updateTable('shared_preview')
      .set({ revoked_at: new Date(), revoked_by: actor.staffId })
      .where('share_id', '=', shareId)
      .execute();
    await record(trx, actor, 'share.revoke', {
      subject: `edition:${editionId}`,
      facts: { version: found.version, share: shareId },
      also: [`share:${shareId}`],
    });
  });
}

const ANSWERED = 'share.answer';

const answersOf = (db: Db, editionId: number) =>
  db
    .selectFrom('audit')
    .select(['no', 'at', 'facts'])
    .where('subject', '=', `edition:${editionId}`)
    .where('act', '=', ANSWERED)
    .orderBy('no', 'desc');

interface AnswerFacts {
  version: number;
  share: number;
  name: string;
  /** absent: 无异议 */
  remark?: string;
}

/** SH5: answers from outside to an edition, as they stand in the record, the newest first. */
export async function listAnswers(db: Db, editionId: number, links: readonly ShareLine[]): Promise<OutsideAnswer[]> {
  const rows = await answersOf(db, editionId).limit(200).execute();
  return rows.map(({ no, at, facts }) => {
    const { version, share, name, remark = '' } = facts as unknown as AnswerFacts;
    const forWhom = links.find(({ shareId }) => shareId === share)?.forWhom ?? '';
    return { no, at: at.toISOString(), name, remark, version, shareId: share, forWhom };
  });
}

/**
 * SH5: an answer from outside, as a line of the record alone: it is no step of the edition. The same sent twice is one.
 * @param remark '' for 无异议 @returns why it was not taken; null: it was
 */
export async function addAnswer(
  db: Db,
  secret: string,
  { name, remark, address }: { name: string; remark: string; address: string },
): Promise<'ended' | 'full' | null> {
  return db.transaction().execute(async (trx) => {
    const found = await findShare(trx, secret);
    if (!found) return 'ended';
    const { shareId, editionId, version } = found;
    await holdEdition(trx, editionId);
    // one answer of a link at a time; a revocation waits, or came before
    await trx.selectFrom('shared_preview').select('share_id').where('share_id', '=', shareId).forUpdate().execute();
    if ((await findShare(trx, secret))?.end !== null) return 'ended';
    const own = (await answersOf(trx, editionId).execute()).filter(
      ({ facts }) => (facts as unknown as AnswerFacts).share === shareId,
    );
    const same = own.some(({ facts }) => {
      const given = facts as unknown as AnswerFacts;
      return given.name === name && (given.remark ?? '') === remark;
    });
    if (same) return null;
    if (own.length >= MOST_ANSWERS) return 'full';
    const facts: AnswerFacts = { version, share: shareId, name, ...(remark !== '' && { remark }) };
    await record(trx, { staffId: null, account: '', address }, ANSWERED, {
      subject: `edition:${editionId}`,
      facts: { ...facts, answer: remark === '' ? '无异议' : '有意见' },
    });
    return null;
  });
}
