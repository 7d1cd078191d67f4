import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { DeliveryToken } from '../wire.ts';
import type { Db } from '#server/db/tables.ts';
import { Refused } from '#server/errors.ts';
import { record, type Actor } from '#server/people/staff/audit.ts';
import { steadyDate } from '#server/people/steady-clock.ts';
import { holdDelivery } from './hold.ts';

/**
 * Deliveries of rows by programs: a token, a check by the code of imports, an edition, and publication after a wait
 * where a rule allows it (docs/decisions/0036).
 */
interface NewToken {
  name: string;
  registers: readonly string[];
  expiresAt: Date;
}

/** A program that may deliver. */
export interface Sender {
  tokenId: number;
  registers: readonly string[];
  /** account that it writes as */
  actor: Actor & { staffId: number };
  name: string;
}

const FORM = /^feed-(\d{1,12})-([\w-]{43})$/;
const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();
/** hash to compare with where no token is known, so that both take equally long */
const NONE = hashOf(randomBytes(32).toString('hex'));

/** FD1: makes a token, whose secret is answered here and stored nowhere. */
export async function makeToken(
  db: Db,
  actor: Actor,
  { name, registers, expiresAt }: NewToken,
): Promise<{ tokenId: number; token: string }> {
  const secret = randomBytes(32).toString('base64url');
  return db.transaction().execute(async (trx) => {
    const { staff_id } = await trx
      .insertInto('staff')
      // an account name that nobody can type
      .values({
        account: `program:${randomBytes(9).toString('base64url')}`,
        name,
        created_at: new Date(),
        is_program: true,
      })
      .returning('staff_id')
      .executeTakeFirstOrThrow();
    const { token_id: tokenId } = await trx
      .insertInto('delivery_token')
      .values({
        staff_id,
        secret_hash: hashOf(secret).toString('hex'),
        registers: [...registers],
        made_by: actor.staffId!,
        made_at: new Date(),
        expires_at: expiresAt,
      })
      .returning('token_id')
      .executeTakeFirstOrThrow();
    await record(trx, actor, 'feed.token', {
      subject: `token:${tokenId}`,
      facts: { name, registers, expiresAt: expiresAt.toISOString() },
    });
    return { tokenId, token: `feed-${tokenId}-${secret}` };
  });
}

/**
 * Sender by the token of a call (FD1). Refused uses are recorded, without the token.
 * @param authorization the header, as it came @throws Refused tokenWrong, tokenExpired, tokenRevoked
 */
export async function findSender(db: Db, authorization: string | undefined, address: string): Promise<Sender> {
  const [, id = '', secret = ''] = FORM.exec(/^Bearer\s+(\S+)\s*$/i.exec(authorization ?? '')?.[1] ?? '') ?? [];
  const found =
    id === ''
      ? undefined
      : await db
          .selectFrom('delivery_token')
          .innerJoin('staff', 'staff.staff_id', 'delivery_token.staff_id')
          .select([
            'token_id',
            'secret_hash',
            'registers',
            'expires_at',
            'revoked_at',
            'staff.staff_id',
            'account',
            'name',
          ])
          .where('token_id', '=', Number(id))
          .executeTakeFirst();
  const isRight = timingSafeEqual(hashOf(secret), found ? Buffer.from(found.secret_hash, 'hex') : NONE);
  const refuse = async (error: Refused, why: string, actor: Actor): Promise<never> => {
    await record(db, actor, 'feed.deliver', {
      outcome: 'refused',
      facts: { why },
      ...(found && isRight && { subject: `token:${found.token_id}` }),
    });
    throw error;
  };
  if (!found || !isRight) return refuse(new Refused('tokenWrong'), 'token', { staffId: null, account: '', address });
  const actor = { staffId: found.staff_id, account: found.account, address };
  if (found.revoked_at !== null) return refuse(new Refused('tokenRevoked'), 'revoked', actor);
  if (found.expires_at <= steadyDate()) return refuse(new Refused('tokenExpired'), 'expired', actor);
  return { tokenId: found.token_id, registers: found.registers, actor, name: found.name };
}

/** Tokens, the newest first, with the time of their last use. */
export async function listTokens(db: Db): Promise<DeliveryToken[]> {
  const rows = await db
    .selectFrom('delivery_token')
    .innerJoin('staff', 'staff.staff_id', 'delivery_token.staff_id')
    .innerJoin('staff as maker', 'maker.staff_id', 'delivery_token.made_by')
    .leftJoin('staff as revoker', 'revoker.staff_id', 'delivery_token.revoked_by')
    .select(({ selectFrom }) => [
      'token_id',
      'staff.name',
      'registers',
      'maker.name as maker',
      'made_at',
      'expires_at',
      'revoked_at',
      'revoker.name as revoker',
      selectFrom('delivery')
        .select(({ fn }) => fn.max('at').as('at'))
        .whereRef('delivery.token_id', '=', 'delivery_token.token_id')
        .as('used_at'),
    ])
    .orderBy('token_id', 'desc')
    .execute();
  const now = steadyDate();
  return rows.map((row) => ({
    tokenId: row.token_id,
    name: row.name,
    registers: row.registers,
    madeBy: row.maker,
    madeAt: row.made_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    usedAt: row.used_at?.toISOString() ?? '',
    revokedAt: row.revoked_at?.toISOString() ?? '',
    revokedBy: row.revoker ?? '',
    state: row.revoked_at !== null ? 'revoked' : row.expires_at <= now ? 'expired' : 'active',
  }));
}

/** FD1: from now on the token delivers nothing, and what waits to be published waits for a review. @throws Refused unknownToken, tokenEnded */
export async function revokeToken(db: Db, actor: Actor & { name: string }, tokenId: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const found = await trx
      .selectFrom('delivery_token')
      .select(['revoked_at'])
      .where('token_id', '=', tokenId)
      .forUpdate()
      .executeTakeFirst();
    if (!found) throw new Refused('unknownToken');
    if (found.revoked_at !== null) throw new Refused('tokenEnded');
    await trx
      .updateTable('delivery_token')
      .set({ revoked_at: new Date(), revoked_by: actor.staffId })
      .where('token_id', '=', tokenId)
      .execute();
    await record(trx, actor, 'feed.revoke', { subject: `token:${tokenId}` });
    const waiting = await trx
      .selectFrom('delivery')
      .select('delivery_id')
      .where('token_id', '=', tokenId)
      .where('due_at', 'is not', null)
      .where('ended_at', 'is', null)
      .execute();
    for (const { delivery_id } of waiting)
      await holdDelivery(trx, { deliveryId: delivery_id, as: 'held', why: `令牌已被${actor.name}吊销` }, actor);
  });
}
