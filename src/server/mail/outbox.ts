import { createHash } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import { createTransport } from 'nodemailer';
import type { Db, Tables } from '../db/tables.ts';
import type { MailSettings } from '../env.ts';

/**
 * The outbox of all mails of a site. A mail is a line of the store until the SMTP server has taken it, so a crash loses none, and of
 * two servers one sends it.
 */
export interface Mail {
  purpose: 'alert-confirm' | 'alert';
  recipient: string;
  subject: string;
  /** plain text */
  body: string;
  /** where one click ends what it is part of (RFC 8058); '' or absent: nothing to end */
  endAddress?: string;
}

/** milliseconds between two looks into the outbox */
const EVERY = 5_000;
/** milliseconds for one mail */
const PATIENCE = 30_000;
/** minutes after which a mail that was not taken is tried again, by how often it was tried; then it is given up */
const WAITS = [1, 5, 30, 120, 480, 1_440];
const MOST_AT_ONCE = 20;

export async function putIntoOutbox(db: Db, { endAddress = '', ...mail }: Mail): Promise<void> {
  await db
    .insertInto('mail_outbox')
    .values({ ...mail, end_address: endAddress })
    .execute();
}

export interface Outbox {
  /** sends what is due now; for who does not want to wait */
  send: () => Promise<void>;
  end: () => Promise<void>;
}

/** Sends what is in the outbox. @param failed told of each mail that was not taken, without its text */
export function startOutbox(
  db: Db,
  { smtpUrl, from }: MailSettings,
  failed: (facts: { mail: number; tries: number } & Answered) => void,
): Outbox {
  const transport = createTransport(smtpUrl, { from });

  async function sendNext(): Promise<boolean> {
    return db.transaction().execute(async (trx) => {
      const mail = await trx
        .selectFrom('mail_outbox')
        .selectAll()
        .where('next_at', '<=', sql<Date>`now()`)
        // AL4: whoever asks without end holds up nobody who is told
        .orderBy(sql`purpose = 'alert-confirm'`)
        .orderBy('next_at')
        .limit(1)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst();
      if (!mail) return false;
      const { mail_id, recipient, subject, body, end_address, tries } = mail;
      try {
        await transport.sendMail({
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
        });
        await trx.deleteFrom('mail_outbox').where('mail_id', '=', mail_id).execute();
      } catch (err) {
        const { code, responseCode, command } = err as Answered;
        failed({ mail: mail_id, tries: tries + 1, code, responseCode, command });
        const wait = isFinal(err as Answered) ? undefined : WAITS[tries];
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
  let sending: Promise<void> | null = null;
  const send = (): Promise<void> =>
    (sending ??= (async () => {
      for (let count = 0; count < MOST_AT_ONCE && (await sendNext()); count += 1);
    })().finally(() => (sending = null)));
  const timer = setInterval(() => void send().catch(() => {}), EVERY).unref();
  return {
    send,
    end: async () => {
      clearInterval(timer);
      await sending?.catch(() => {});
      transport.close();
    },
  };
}

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

/** What an SMTP server answered; its words name the recipient, and stay out of the log. */
interface Answered {
  code?: string;
  responseCode?: number;
  command?: string;
}

/** The address or the mail is refused, and will be again; a login or a sender that is refused is mended by the operator. */
const isFinal = ({ responseCode = 0, command = '' }: Answered): boolean =>
  responseCode >= 500 && ['RCPT TO', 'DATA'].includes(command);
