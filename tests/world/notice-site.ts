import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { SMTPServer } from 'smtp-server';
import type { NoticeLine, NoticeList } from '#features/notices/wire.ts';
import type { Change } from '#kinds/index.ts';
import type { Role } from '#rules/people/staff-rights.ts';
import type { WebhookSettings } from '#server/env.ts';
import { submitEdition } from '#server/editions/review/submit-edition.ts';
import { consoleOf, draftBy, hand, publishContextOf, type Hand } from './editions.ts';
import { mailText } from './mail-text.ts';
import { article, SECTION, startSite, type TestSite } from './site.ts';

export const ORIGIN = 'http://localhost';
export const LOSS = `${SECTION}0003`;
export const TITLE = '不应出现在邮件里的标题';

/** Answer of the receiver of the webhook; 'never': none; 'without end': its body begins and does not end. */
export type ReceiverAnswer =
  | { status: number; headers: Record<string, string>; body: string }
  | 'never'
  | 'without end';

interface Sent {
  to: string;
  raw: string;
  text: string;
}

/** A site whose mails and deliveries arrive somewhere, with people who write, review and publish. */
export interface NoticeSite {
  site: TestSite;
  people: Record<'writer' | 'reviewer' | 'elsewhere' | 'publisher' | 'head' | 'admin', Hand>;
  webhook: WebhookSettings;
  /** deliveries that arrived; `answer` is given to the next ones */
  receiver: { posted: { headers: Record<string, unknown>; body: string }[]; answer: ReceiverAnswer };
  /** true while the SMTP server takes no mail */
  mail: { isAway: boolean };
  /** a submitted edition, noticed */
  submitted: (title?: string, changes?: Change[]) => Promise<{ editionId: number; version: number }>;
  noticesOf: (person: Hand) => Promise<NoticeList>;
  /** events of unread notices, newest first */
  eventsOf: (person: Hand) => Promise<string[]>;
  choose: (person: Hand, address?: string) => Promise<{ status: number; code: string }>;
  /** moves what waits so many minutes into the past */
  minutesLater: (minutes: number) => Promise<void>;
  /** mails that arrive now */
  sent: () => Promise<Sent[]>;
  /** nothing waits, and all is read */
  settle: () => Promise<void>;
  end: () => Promise<void>;
}

export async function startNoticeSite(): Promise<NoticeSite> {
  const mail = { isAway: false };
  let mails: Sent[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        if (mail.isAway) return done(Object.assign(new Error('later'), { responseCode: 451 }));
        const raw = Buffer.concat(parts).toString('utf8');
        for (const { address } of session.envelope.rcptTo) mails.push({ to: address, raw, text: mailText(raw) });
        done();
      });
    },
  });
  await new Promise<void>((listening) => smtp.listen(0, '127.0.0.1', listening));
  const fine: ReceiverAnswer = { status: 200, headers: {}, body: 'ok' };
  const receiver: NoticeSite['receiver'] = { posted: [], answer: fine };
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    receiver.posted.push({ headers: request.headers, body: Buffer.concat(parts).toString('utf8') });
    give(response, receiver.answer);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const webhook: WebhookSettings = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    secret: 'a secret that nobody can guess',
    form: 'json',
  };
  const site = await startSite({
    siteUrl: ORIGIN,
    mail: {
      smtpUrl: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
      from: '示例证券 <no-reply@site.test>',
    },
    webhook,
    reminders: { remindHours: 24, headHours: 72 },
  });
  const { db } = site.database;
  const of = (name: string, role: Role, channelId = '') => hand(site, name, [{ role, channelId }]);
  const people = {
    writer: await of('撰写人', 'editor'),
    reviewer: await of('审核人', 'reviewer', SECTION),
    elsewhere: await of('别处审核', 'reviewer', '000100170006'),
    publisher: await of('发布人', 'publisher'),
    head: await of('栏目负责人', 'channel-admin', SECTION),
    admin: await of('管理员', 'system-admin'),
  };
  // begins with the next step
  await site.run('notices');
  const noticesOf = async (person: Hand): Promise<NoticeList> =>
    (await (await consoleOf(site, person, ORIGIN))('GET', '/notices')).data;
  return {
    site,
    people,
    webhook,
    receiver,
    mail,
    submitted: async (title = TITLE, changes = [article(LOSS, title)]) => {
      const edition = await draftBy(site, people.writer, changes, title);
      await submitEdition(publishContextOf(site), people.writer, edition);
      await site.run('notices');
      return edition;
    },
    noticesOf,
    eventsOf: async (person) =>
      (await noticesOf(person)).list.flatMap(({ event, isRead }: NoticeLine) => (isRead ? [] : [event])),
    choose: async (person, address = `${person.account}@firm.example`) =>
      (await consoleOf(site, person, ORIGIN))('POST', '/notice-choice', {
        address,
        mails: 'at-once',
        quietFrom: 0,
        quietUntil: 0,
      }),
    minutesLater: async (minutes) => {
      const back = sql`make_interval(mins => ${minutes})`;
      await sql`update staff_notice set mail_at = mail_at - ${back}`.execute(db);
      await sql`update webhook_delivery set next_at = next_at - ${back}`.execute(db);
      await sql`update mail_outbox set next_at = next_at - ${back}`.execute(db);
    },
    sent: async () => {
      await site.run('notice mails');
      await site.run('outbox');
      return mails.splice(0);
    },
    settle: async () => {
      [mails, mail.isAway, receiver.posted, receiver.answer] = [[], false, [], fine];
      // steps of the last minute are looked at again, so that notices stay
      await db.updateTable('staff_notice').set({ read_at: new Date(), mail_at: null }).execute();
      await db.updateTable('webhook_delivery').set({ next_at: null }).execute();
      for (const table of ['staff_notice_choice', 'mail_outbox'] as const) await db.deleteFrom(table).execute();
    },
    end: async () => {
      await site.end();
      server.closeAllConnections();
      await Promise.all([
        new Promise<void>((closed) => smtp.close(closed)),
        new Promise((closed) => server.close(closed)),
      ]);
    },
  };
}

function give(response: ServerResponse, answer: ReceiverAnswer): void {
  if (answer === 'never') return;
  if (answer === 'without end') response.writeHead(200).write('o');
  else response.writeHead(answer.status, answer.headers).end(answer.body);
}
