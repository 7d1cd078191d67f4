import { createHash } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import { createTransport } from 'nodemailer';
import { RETRY_MINUTES } from '../background/retry-minutes.ts';
import type { Db, Tables } from '../db/tables.ts';
import type { MailSettings } from '../env.ts';
import { traced } from '../http/traces.ts';

/**
 * The outbox of all mails of a site. A mail is a line of the store until the SMTP server has taken it, so a crash loses none, and of
 * two servers one sends it.
 */
export interface Mail {
  purpose: 'alert-confirm' | 'alert' | 'notice';
  recipient: string;
  subject: string;
  /** plain text */
  body: string;
  /** member of staff who gets it; one who was suspended gets none. Absent: somebody else */
  staffId?: number;
  /** address at which one click ends the thing it is part of (RFC 8058); '' or absent: nothing to end */
  endAddress?: string;
}

/** milliseconds for one mail */
const PATIENCE = 30_000;
const MOST_AT_ONCE = 20;

/** Adds a mail, which is sent as soon as the SMTP server takes it. */
export async function putIntoOutbox(db: Db, { endAddress = '', staffId, ...mail }: Mail): Promise<void> {
  await db
    .insertInto('mail_outbox')
    .values({ ...mail, end_address: endAddress, staff_id: staffId ?? null })
    .execute();
}

export interface Outbox {
  /** sends what is due now */
  send: () => Promise<void>;
  /**
   * 1 while the SMTP server answers, 0 while it is away or takes no login. Undefined before the first mail, and when no mail
   * waits for a further try: then another node has sent what this one could not.
   */
  isServerUp: () => 0 | 1 | undefined;
  end: () => Promise<void>;
}

interface Surroundings {
  /** purposes of the mails that are sent; others wait, because what their links lead to is not there */
  purposes: readonly Mail['purpose'][];
  /** told of each mail that was not taken, without its text */
  failed: (facts: { mail: number; tries: number } & Answered) => void;
  /** told once, at the first look, how many mails have another purpose */
  waiting: (facts: { mails: number }) => void;
}

/** Sends what is in the outbox. */
export function openOutbox(
  db: Db,
  { smtpUrl, from }: MailSettings,
  { purposes, failed, waiting }: Surroundings,
): Outbox {
  const transport = createTransport(smtpUrl, { from });
  const host = new URL(smtpUrl).hostname;
  const isOurs = sql<boolean>`purpose = any(${[...purposes]}::text[])`;
  let isCounted = false;
  let isServerUp: 0 | 1 | undefined;

  async function countOthers(): Promise<void> {
    if (isCounted) return;
    const { counted } = await db
      .selectFrom('mail_outbox')
      .select(({ fn }) => fn.countAll<number>().as('counted'))
      .where(sql<boolean>`not ${isOurs}`)
      .executeTakeFirstOrThrow();
    isCounted = true;
    if (Number(counted) > 0) waiting({ mails: Number(counted) });
  }

  /** Nothing is known of a server that was away, where another node has sent the mails since. */
  async function forgetFailure(): Promise<void> {
    if (isServerUp !== 0) return;
    const failing = await db
      .selectFrom('mail_outbox')
      .select('mail_id')
      .where('tries', '>', 0)
      .where(isOurs)
      .limit(1)
      .executeTakeFirst();
    if (!failing) isServerUp = undefined;
  }

  async function sendNext(): Promise<boolean> {
    return db.transaction().execute(async (trx) => {
      const mail = await trx
        .selectFrom('mail_outbox')
        .selectAll()
        .where('next_at', '<=', sql<Date>`now()`)
        .where(isOurs)
        // AL4: whoever asks without end holds up nobody who is told
        .orderBy(sql`purpose = 'alert-confirm'`)
        .orderBy('next_at')
        .limit(1)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst();
      if (!mail) return false;
      const { mail_id, recipient, subject, body, end_address, tries } = mail;
      if (await isOfSuspended(trx, mail.staff_id)) {
        await trx.deleteFrom('mail_outbox').where('mail_id', '=', mail_id).execute();
        return true;
      }
      try {
        const message = {
          from,
          to: recipient,
          messageId: messageIdOf(mail, from),
          subject,
          text: body,
          ...(end_address !== '' && {
            headers: {
              'List-Unsubscribe': `<${end_address}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            },
          }),
          signal: AbortSignal.timeout(PATIENCE),
        };
        await traced(
          () => ({ name: `mail ${mail.purpose}`, kind: 'client', facts: { 'server.address': host } }),
          () => transport.sendMail(message),
        );
        isServerUp = 1;
        await trx.deleteFrom('mail_outbox').where('mail_id', '=', mail_id).execute();
      } catch (err) {
        const { code, responseCode, command } = err as Answered;
        isServerUp = isOfMail(err as Answered) ? 1 : 0;
        failed({ mail: mail_id, tries: tries + 1, code, responseCode, command });
        const wait = isFinal(err as Answered) ? undefined : RETRY_MINUTES[tries];
        if (wait === undefined) await trx.deleteFrom('mail_outbox').where('mail_id', '=', mail_id).execute();
        else
          await trx
            .updateTable('mail_outbox')
            .set({ tries: tries + 1, next_at: sql<Date>`now() + ${wait} * interval '1 minute'` })
            .where('mail_id', '=', mail_id)
            .execute();
      }
      return true;
    });
  }
  return {
    send: async () => {
      await countOthers();
      for (let count = 0; count < MOST_AT_ONCE && (await sendNext()); count += 1);
      await forgetFailure();
    },
    isServerUp: () => isServerUp,
    end: async () => transport.close(),
  };
}

/** NT2: whether a mail is for a member of staff who was suspended while it waited. */
const isOfSuspended = async (db: Db, staffId: number | null): Promise<boolean> =>
  staffId !== null &&
  (await db
    .selectFrom('staff')
    .select('staff_id')
    .where('staff_id', '=', staffId)
    .where('state', '=', 'suspended')
    .executeTakeFirst()) !== undefined;

/**
 * One for every try of a mail: a server that took it, and whose answer was lost, is sent it again, and programs that read
 * mails show it once (AL4). Its number alone would be given again by a store that was restored.
 */
function messageIdOf({ mail_id, made_at, recipient }: Selectable<Tables['mail_outbox']>, from: string): string {
  const name = createHash('sha256')
    .update(`${mail_id} ${made_at.toISOString()} ${recipient}`)
    .digest('hex')
    .slice(0, 32);
  return `<${name}@${/@([^@>\s]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'}>`;
}

/** Answer of an SMTP server; its words name the recipient, and stay out of the log. */
interface Answered {
  code?: string;
  responseCode?: number;
  command?: string;
}

/** The address or the mail is refused, and will be again; a login or a sender that is refused is mended by the operator. */
const isFinal = ({ responseCode = 0, command = '' }: Answered): boolean =>
  responseCode >= 500 && ['RCPT TO', 'DATA'].includes(command);

/** The server answers, and does not take this one mail; no answer, or no login, concerns all of them. */
const isOfMail = ({ responseCode = 0, command = '' }: Answered): boolean =>
  responseCode > 0 && ['RCPT TO', 'DATA'].includes(command);
